/**
 * Handles the return from the service: the browser brings a code, which is exchanged once. The tokens are not used
 * until the person has agreed to keep them.
 */
import * as z from 'zod'
import { english } from '../../../../core/language/text.ts'
import { EXCHANGE_TIMEOUT, exchangeCode, failed } from '../authorize/code-grant.ts'
import { companySchema } from '../company.ts'
import type { TokenOutcome } from '../exchange/refresh.ts'
import { GRACE } from '../keeper.ts'
import { pairSchema, pendingSchema } from '../schema.ts'
import { type BrowserDeps, changeLink, readLink, refusalOf, type Visit } from './deps.ts'
import { type At, digestOf, linkKey } from './link.ts'
import { claimExchange, denyLink, type Exchanged, endExchange, type Refused } from './transitions.ts'

/** The parameters that the service adds to the redirect URI. */
export interface Redirected {
  readonly state: string
  /** The authorization code; absent if the person or the service has refused. */
  readonly code?: string | undefined
}

/** The data that is sealed in the record between the exchange and the person's answer. */
const grantSchema = pairSchema.extend({
  lifetime: z.number(),
  scopes: z.array(z.string()),
  company: companySchema.optional(),
})
export type ReceivedGrant = z.infer<typeof grantSchema>

/**
 * Exchanges the code, or stores that the service sent none; the page then shows the result.
 * @throws AppError `remote_unreachable` if nothing was sent, so that the same address can be opened again;
 * `store_unavailable`
 */
export async function receiveCode(
  visit: Visit,
  { code, state }: Redirected,
  deps: BrowserDeps,
): Promise<Refused | undefined> {
  const { id, secret } = visit
  const { link } = await readLink(id, deps)
  const refused = await refusalOf(link, visit, deps)
  if (refused) return { refused }
  const from = { browser: digestOf(secret), state: digestOf(state) }
  if (code === undefined) {
    const ended = await changeLink(id, denyLink(from), deps)
    if ('refused' in ended) return ended
    if (ended.denied) visit.trace.note('outcome', 'denied')
    return undefined
  }
  const operation = deps.newId()
  const claim = { ...from, operation, lease: deps.maxDuration + GRACE }
  const claimed = await changeLink(id, claimExchange(claim), deps)
  if ('go' in claimed) await exchange(visit, { code, step: claimed.go }, deps)
  return 'refused' in claimed ? claimed : undefined
}

async function exchange(
  { id, trace }: Visit,
  { code, step }: { code: string; step: At<'exchanging'> },
  deps: BrowserDeps,
): Promise<void> {
  const pending = pendingSchema.parse(JSON.parse(deps.sealer.unseal(step.secret, bindingOf(id, 0))))
  if (!(await maySend(id, step, deps))) return trace.note('outcome', 'too_late')
  const outcome = await exchangeCode({ code, ...pending }, { ...deps, observe: trace.remote })
  trace.note('outcome', outcome.kind === 'granted' ? 'received' : english(outcome.reason))
  await changeLink(id, endExchange(step.operation, exchangedOf(id, outcome, deps)), deps)
  if (outcome.kind === 'unsent') throw outcome.cause ?? failed(english(outcome.reason))
}

/**
 * Whether, by the store's time, this request may still exchange the code and enough time is left for a call. A code
 * that is sent a second time may revoke the tokens of the first exchange (RFC 6749 section 4.1.2).
 */
async function maySend(id: string, { operation }: At<'exchanging'>, deps: BrowserDeps): Promise<boolean> {
  const askedAt = deps.clock()
  const { link, now } = await readLink(id, deps)
  if (link?.step.at !== 'exchanging' || link.step.operation !== operation) return false
  return askedAt + link.step.lease - now - deps.clock() >= EXCHANGE_TIMEOUT
}

function exchangedOf(id: string, outcome: TokenOutcome, { sealer }: BrowserDeps): Exchanged {
  if (outcome.kind !== 'granted') return { reason: outcome.reason, unsent: outcome.kind === 'unsent' }
  return { grant: sealer.seal(JSON.stringify(outcome.grant), bindingOf(id, 1)) }
}

/** Unseals the grant that `receiveCode` sealed. @throws AppError `seal_invalid` */
export function openGrant(id: string, sealed: string, { sealer }: BrowserDeps): ReceivedGrant {
  return grantSchema.parse(JSON.parse(sealer.unseal(sealed, bindingOf(id, 1))))
}

function bindingOf(id: string, counter: number) {
  return { record: linkKey(id), counter }
}
