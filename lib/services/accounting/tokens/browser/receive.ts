/** The way back: the service sends the browser with a code, which is exchanged once. Its pair is not used before it is kept. */
import * as z from 'zod'
import { EXCHANGE_TIMEOUT, exchangeCode, failed } from '../code-grant.ts'
import { companySchema } from '../company.ts'
import type { TokenOutcome } from '../exchange/refresh.ts'
import { GRACE } from '../keeper.ts'
import { pairSchema, pendingSchema } from '../schema.ts'
import { type BrowserDeps, changeLink, readLink, refusalOf, type Visit } from './deps.ts'
import { type At, digestOf, linkKey } from './link.ts'
import { claimExchange, denyLink, type Exchanged, endExchange, type Refused } from './transitions.ts'

/** What the service adds to the redirect URI. */
export interface Redirected {
  readonly state: string
  /** Absent if the person has refused, or the service has. */
  readonly code?: string | undefined
}

/** What is sealed between the exchange and the answer of the person. */
const grantSchema = pairSchema.extend({
  lifetime: z.number(),
  scopes: z.array(z.string()),
  company: companySchema.optional(),
})
export type ReceivedGrant = z.infer<typeof grantSchema>

/**
 * Exchanges the code, or notes that there is none; the page then says what came of it.
 * @throws AppError `remote_unreachable` if nothing was sent: the same address works again; `store_unavailable`
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
  trace.note('outcome', outcome.kind === 'granted' ? 'received' : outcome.reason)
  await changeLink(id, endExchange(step.operation, exchangedOf(id, outcome, deps)), deps)
  if (outcome.kind === 'unsent') throw outcome.cause ?? failed(outcome.reason)
}

/**
 * Whether the exchange is still this request's, and a whole call fits, by the store's time: a code that comes a second time
 * ends what it gave the first time (RFC 6749 section 4.1.2).
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

/** Opens what `receiveCode` sealed. @throws AppError `seal_invalid` */
export function openGrant(id: string, sealed: string, { sealer }: BrowserDeps): ReceivedGrant {
  return grantSchema.parse(JSON.parse(sealer.unseal(sealed, bindingOf(id, 1))))
}

function bindingOf(id: string, counter: number) {
  return { record: linkKey(id), counter }
}
