/**
 * The authorization-code flow with PKCE (RFC 6749 section 4.1, RFC 7636): `beginAuthorization` returns the address of
 * the authorization page, `receiveCode` exchanges the code that the page gives, and `keepAuthorization` stores the pair
 * when its owner has named the company. Each step may run in another process.
 */
import { createHash } from 'node:crypto'
import { OUT_OF_BAND } from '../../../../core/config/accounting.ts'
import type { Trace } from '../../../../core/http/trace.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { Company, UserCompany } from '../company.ts'
import { readCredential, type TokenDeps } from '../deps.ts'
import type { Grant, TokenOutcome, TokenSettings } from '../exchange/refresh.ts'
import { GRACE } from '../keeper.ts'
import type { Credential } from '../schema.ts'
import { authorizationOf, companyInUse } from './authorization.ts'
import { companiesOf, exchangeCode, failed, refusePreview, storeGrant } from './code-grant.ts'
import {
  addCompanies,
  begin,
  changePending,
  claim,
  digestOf,
  end,
  endExchange,
  grantSchema,
  type Pending,
  pendingKey,
  type Received,
  read,
  secretSchema,
} from './pending.ts'
import { FAILURES } from './words.ts'

/** Who authorizes: the keyid of an operator, or a person. */
export interface Owner {
  readonly owner: string
  readonly observe?: Trace['remote']
}

export interface BegunAuthorization {
  /** The address of the authorization page, for the person to open. */
  readonly url: string
  /** Whether the page shows the code; otherwise it redirects to an address that contains the code. */
  readonly showsCode: boolean
  /** The time until which kura accepts the code (ISO 8601). */
  readonly until: string
}

/**
 * Begins an authorization. If the owner has begun one before, that one is dropped.
 * @throws AppError `not_in_preview`, `store_unavailable`, `store_busy`
 */
export async function beginAuthorization(
  { owner, redirectUri }: Owner & { readonly redirectUri: string },
  deps: TokenDeps,
): Promise<BegunAuthorization> {
  refusePreview(deps)
  const random = () => Buffer.from(deps.randomBytes(32)).toString('base64url')
  const [state, verifier] = [random(), random()]
  const secret = deps.sealer.seal(JSON.stringify({ verifier, redirectUri }), bindingOf(owner, 0))
  const terms = { client: deps.settings.clientId, state: digestOf(state), secret }
  const until = await changePending(owner, begin(terms), deps)
  return {
    url: authorizationUrl(deps.settings, { state, verifier, redirectUri }).href,
    showsCode: redirectUri === OUT_OF_BAND,
    until: new Date(until).toISOString(),
  }
}

interface Asked {
  readonly state: string
  readonly verifier: string
  readonly redirectUri: string
}

export function authorizationUrl(settings: TokenSettings, { state, verifier, redirectUri }: Asked): URL {
  const url = new URL(settings.authorizeUrl)
  const query = {
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    state,
    prompt: 'select_company',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

export interface GivenCode {
  readonly code: string
  /** The state in the address to which the page redirected; absent if the person typed the code. */
  readonly state?: string | undefined
}

/**
 * A pair of tokens before it is stored: the companies to which it may belong, and the authorization that it would
 * replace.
 */
export interface Question {
  readonly state: 'received'
  /** The id of the authorization: the operation that exchanged the code. */
  readonly authorization: string
  readonly companies: readonly UserCompany[]
  /** The company in use; `unknown` if the credential does not name its company. */
  readonly current?: Company | 'unknown' | undefined
  /** The id of the authorization in use, which the new one replaces; null if there is none, or it has no id. */
  readonly replaces: string | null
  /** The time until which the owner can have the pair stored (ISO 8601). */
  readonly until: string
}

/**
 * How far an authorization has got. `none`: none is open; one ends if a step takes more than ten minutes. `begun`: the
 * person is at the service. `exchanging`: another request exchanges the code. `interrupted`: the request that exchanged
 * the code has ended without an outcome.
 */
export type Progress = { readonly state: 'none' | 'begun' | 'exchanging' | 'interrupted' } | Question

/** @throws AppError `store_unavailable`, `store_busy`, `seal_invalid`; and as companiesOf does */
export async function readProgress({ owner }: Owner, deps: TokenDeps): Promise<Progress> {
  const { pending, now } = await changePending(owner, read(deps.settings.clientId), deps)
  if (!pending) return { state: 'none' }
  const { step } = pending
  if (step.at === 'begun') return { state: 'begun' }
  if (step.at === 'received') return questionOf(owner, { pending, step }, deps)
  return { state: now < step.askedAt + deps.maxDuration + GRACE ? 'exchanging' : 'interrupted' }
}

async function questionOf(
  owner: string,
  { pending, step }: { pending: Pending; step: Received },
  deps: TokenDeps,
): Promise<Question> {
  const companies = step.companies ?? (await identify(owner, step, deps))
  const { credential } = await readCredential(deps)
  return {
    state: 'received',
    authorization: step.operation,
    companies,
    current: companyInUse(credential),
    replaces: idOf(credential),
    until: new Date(pending.until).toISOString(),
  }
}

/** Asks the service for the companies to which the pair gives access. The pair is not stored yet. */
async function identify(owner: string, step: Received, deps: TokenDeps): Promise<readonly UserCompany[]> {
  const companies = await companiesOf(openGrant(owner, step, deps), deps)
  await changePending(owner, addCompanies(step.operation, companies), deps)
  return companies
}

function idOf(credential: Credential | undefined): string | null {
  return authorizationOf(credential)?.operation ?? null
}

/**
 * Exchanges the code once, and returns how far the authorization has got. kura does not use the pair before its owner
 * decides to (`keepAuthorization`).
 * @throws AppError `authorization_failed` if no authorization was begun, if the state belongs to another one, or if the
 * service refuses the code (another code may then be given) or gives no clear answer; `remote_unreachable` if nothing
 * was sent, so that the same code may be given again; `not_in_preview`; and as readProgress does
 */
export async function receiveCode(
  { owner, observe, code, state }: Owner & GivenCode,
  deps: TokenDeps,
): Promise<Progress> {
  refusePreview(deps)
  const operation = deps.newId()
  const { clientId: client } = deps.settings
  const claimed = await changePending(owner, claim({ client, state, operation }), deps)
  if ('refused' in claimed) throw failed(phrase(FAILURES[claimed.refused]))
  if ('go' in claimed) {
    const asked = secretSchema.parse(JSON.parse(deps.sealer.unseal(claimed.go.secret, bindingOf(owner, 0))))
    const outcome = await exchangeCode({ code, ...asked }, { ...deps, ...(observe && { observe }) })
    await changePending(owner, endExchange(operation, exchangedOf(owner, outcome, deps)), deps)
    if (outcome.kind === 'unsent') throw outcome.cause
    if (outcome.kind !== 'granted')
      throw failed(phrase(FAILURES.refused, { reason: outcome.reason }), outcome.cause)
  }
  return readProgress({ owner }, deps)
}

function exchangedOf(owner: string, outcome: TokenOutcome, { sealer }: TokenDeps) {
  if (outcome.kind === 'granted')
    return { grant: sealer.seal(JSON.stringify(outcome.grant), bindingOf(owner, 1)) }
  return outcome.kind === 'undecided' ? 'unknown' : 'may send'
}

/** The owner's decision: the company, and the authorization that the new one replaces. */
export interface Keeping {
  readonly authorization: string
  readonly company: number
  readonly replaces: string | null
}

/**
 * Stores the received pair, unless another authorization than `replaces` is in use by now. A second call does nothing.
 * @throws AppError `authorization_failed` if the pair no longer waits, belongs to another company, or another
 * authorization was stored in the meantime; `store_unavailable`, after which the call may be repeated; `store_busy`,
 * `seal_invalid`, `not_in_preview`
 */
export async function keepAuthorization(
  { owner, authorization, company: id, replaces }: Owner & Keeping,
  deps: TokenDeps,
): Promise<void> {
  refusePreview(deps)
  const { credential: before } = await readCredential(deps)
  if (idOf(before) !== authorization) {
    const { step, company } = await receivedOf({ owner, authorization, id }, deps)
    const grant = openGrant(owner, step, deps)
    const accept = (stored: Credential | undefined) => {
      if (stored && idOf(stored) !== replaces) throw failed(phrase(FAILURES.replaced))
    }
    const kept = { grant, operation: authorization, company, now: step.askedAt }
    await storeGrant(kept, { before, accept }, deps)
  }
  await changePending(owner, end(authorization), deps)
}

async function receivedOf(
  { owner, authorization, id }: { owner: string; authorization: string; id: number },
  deps: TokenDeps,
): Promise<{ step: Received; company: Company }> {
  const { pending } = await changePending(owner, read(deps.settings.clientId), deps)
  const step = pending?.step
  if (step?.at !== 'received' || step.operation !== authorization) throw failed(phrase(FAILURES.ended))
  const company = step.companies?.find(one => one.id === id)
  if (!company) throw failed(phrase(FAILURES.otherCompany, { id: String(id) }))
  return { step, company }
}

/** Unseals the grant that `receiveCode` sealed. @throws AppError `seal_invalid` */
function openGrant(owner: string, { grant }: Received, { sealer }: TokenDeps): Grant {
  return grantSchema.parse(JSON.parse(sealer.unseal(grant, bindingOf(owner, 1))))
}

function bindingOf(owner: string, counter: number) {
  return { record: pendingKey(owner), counter }
}
