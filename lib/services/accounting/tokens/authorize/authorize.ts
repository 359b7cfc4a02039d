/** The authorization-code flow with PKCE (RFC 6749 section 4.1, RFC 7636). Each step may run in another process. */
import { createHash } from 'node:crypto'
import { OUT_OF_BAND } from '../../../../core/config/accounting.ts'
import type { BodyOf, ReplyOf } from '../../../../core/http/contract.ts'
import type { Trace } from '../../../../core/http/trace.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { Company, UserCompany } from '../company.ts'
import type { AuthorizationContract } from '../contract.ts'
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

/** `owner` is who authorizes: the keyid of an operator, or a person. */
export interface Owner {
  readonly owner: string
  readonly observe?: Trace['remote']
}

export type BegunAuthorization = ReplyOf<AuthorizationContract, 'beginAuthorization'>

/** Drops an earlier authorization of the owner. @throws AppError `not_in_preview`, `store_unavailable`, `store_busy` */
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

export function authorizationUrl(
  settings: TokenSettings,
  { state, verifier, redirectUri }: { state: string; verifier: string; redirectUri: string },
): URL {
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

export type GivenCode = BodyOf<AuthorizationContract, 'receiveCode'>

export type Progress = ReplyOf<AuthorizationContract, 'authorization'>
export type Question = Extract<Progress, { readonly state: 'received' }>

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

async function identify(owner: string, step: Received, deps: TokenDeps): Promise<readonly UserCompany[]> {
  const companies = await companiesOf(openGrant(owner, step, deps), deps)
  await changePending(owner, addCompanies(step.operation, companies), deps)
  return companies
}

function idOf(credential: Credential | undefined): string | null {
  return authorizationOf(credential)?.operation ?? null
}

/**
 * Exchanges the code once. kura uses the pair only after its owner has decided to keep it (`keepAuthorization`).
 * @throws AppError `authorization_failed` if no authorization was begun, if the state belongs to another one, if the
 * service refuses the code (another code may then be given), or if it gives no clear answer; `remote_unreachable` if
 * nothing was sent, so that the same code may be given again; `not_in_preview`; and as readProgress does
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

export type Keeping = BodyOf<AuthorizationContract, 'keepAuthorization'>

/**
 * Stores the received pair if the authorization `replaces` is still in use. A second call does nothing.
 * @throws AppError `authorization_failed` if the pair no longer waits or belongs to another company, or if another
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

function openGrant(owner: string, { grant }: Received, { sealer }: TokenDeps): Grant {
  return grantSchema.parse(JSON.parse(sealer.unseal(grant, bindingOf(owner, 1))))
}

function bindingOf(owner: string, counter: number) {
  return { record: pendingKey(owner), counter }
}
