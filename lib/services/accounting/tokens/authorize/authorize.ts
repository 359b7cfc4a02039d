/**
 * The authorization-code flow with PKCE (RFC 6749 section 4.1, RFC 7636) on this machine: `beginAuthorization` returns
 * the address of the authorization page, and `finishAuthorization`, possibly in another process, exchanges the code.
 * Between the two calls, the state is sealed in the store for as long as a code is valid. `browser/` has the same flow
 * on the host.
 */

import { createHash } from 'node:crypto'
import type { AppError } from '../../../../core/errors.ts'
import { english } from '../../../../core/language/text.ts'
import { type Decision, type Transition, update } from '../../../../core/store/update.ts'
import { checkCompany, companyText, numberOf, type UserCompany } from '../company.ts'
import { readCredential, type TokenDeps } from '../deps.ts'
import type { TokenSettings } from '../exchange/refresh.ts'
import type { Failure } from '../keeper.ts'
import { type Credential, PENDING_KEY, type Pending, pendingSchema } from '../schema.ts'
import { readStatus, type TokenStatus } from '../status.ts'
import { companyInUse } from './authorization.ts'
import { companiesOf, exchangeCode, failed, refusePreview, storeGrant } from './code-grant.ts'

/** The redirect URI that makes the authorization page show its code. */
const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'

/** Milliseconds for which kura waits for the code of an authorization: a code is valid for this time. */
const PENDING_LIFETIME = 600_000

export interface BegunAuthorization {
  /** The address of the authorization page, for the person to open. */
  readonly url: string
  /** Whether the page shows the code. If not, the page redirects to an address that contains the code. */
  readonly showsCode: boolean
  /** The time until which the code is accepted (ISO 8601). */
  readonly until: string
}

export interface FinishOptions {
  /** The id or the office number of the company whose books kura is to use; by default, the company in use. */
  readonly company?: string | undefined
}

interface Exchange extends FinishOptions {
  readonly pending: Pending
  readonly sealed: string
}

interface Foreign {
  readonly companies: readonly UserCompany[]
  readonly before: Credential | undefined
}

/**
 * Begins an authorization; if another one was begun earlier, that one is dropped.
 * @throws AppError `not_in_preview`, `store_unavailable`
 */
export async function beginAuthorization(deps: TokenDeps): Promise<BegunAuthorization> {
  refusePreview(deps)
  const secret = () => Buffer.from(deps.randomBytes(32)).toString('base64url')
  const pending = { state: secret(), verifier: secret(), redirectUri: deps.settings.redirectUri }
  const sealed = deps.sealer.seal(JSON.stringify(pending), { record: PENDING_KEY, counter: 0 })
  const write = { write: sealed, ttl: PENDING_LIFETIME }
  const now = await changePending((_before, now) => ({ ...write, result: now }), deps)
  return {
    url: authorizationUrl(deps.settings, pending).href,
    showsCode: pending.redirectUri === OUT_OF_BAND,
    until: new Date(now + PENDING_LIFETIME).toISOString(),
  }
}

/** Returns the address of the authorization page. */
export function authorizationUrl(settings: TokenSettings, { state, verifier, redirectUri }: Pending): URL {
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

/**
 * Exchanges the code (or the whole address to which the page redirected), and stores the pair of tokens. It replaces
 * the stored pair if it gives access to the named company or, without a name, to the company in use.
 * @throws AppError `authorization_failed` if no authorization was begun, the state is that of another authorization,
 * the service refuses the code, or the books are another company's; `remote_unreachable`, `remote_silent`,
 * `store_unavailable`, `not_in_preview`
 */
export async function finishAuthorization(
  given: string,
  { company }: FinishOptions,
  deps: TokenDeps,
): Promise<TokenStatus> {
  refusePreview(deps)
  const { code, state } = readCode(given)
  const { pending, sealed } = await readPending(deps)
  if (state !== undefined && state !== pending.state)
    throw failed('its state is not the one that was sent, expected the page opened last')
  await takePending(sealed, deps)
  await exchange(code, { pending, sealed, company }, deps)
  return readStatus(deps)
}

async function exchange(
  code: string,
  { pending, sealed, company }: Exchange,
  deps: TokenDeps,
): Promise<void> {
  const { credential: before, now } = await readCredential(deps)
  const outcome = await exchangeCode({ code, ...pending }, deps)
  if (outcome.kind !== 'granted') {
    await putBack(sealed, deps)
    throw refused(outcome)
  }
  const { grant } = outcome
  const companies = await companiesOf(grant, deps)
  const check = (stored: Credential | undefined) =>
    checkCompany(companies, { named: company, current: companyInUse(stored) })
  const first = check(before)
  if (!first) throw foreign({ companies, before })
  const kept = { grant, operation: deps.newId(), company: first.company, now }
  const accept = (stored: Credential | undefined) => {
    if (!check(stored)) throw foreign({ companies, before: stored })
  }
  await storeGrant(kept, { before, accept }, deps)
}

/**
 * Returns the error for a pair of tokens for another company. kura only forgets such a pair, because the service has no
 * call to revoke it.
 */
function foreign({ companies, before }: Foreign): AppError {
  const current = companyInUse(before)
  const [only, another] = companies
  const opened = another || !only ? 'of several companies' : `of ${companyText(only)}`
  const used = current && current !== 'unknown' ? `, and kura uses ${companyText(current)}` : ''
  return failed(`these are the books ${opened}${used}, so nothing was stored`, undefined, {
    hint: `to use the books of another company, name it: kura accounting authorize --company ${numberOf(companies)}`,
  })
}

/** Reads the code and, if the whole address was given, the state. */
function readCode(given: string): { code: string; state: string | undefined } {
  const text = given.trim()
  if (!text.includes('://')) {
    if (/^[!-~]+$/.test(text)) return { code: text, state: undefined }
    throw failed('expected the code as the page shows it, in one word')
  }
  const query = URL.canParse(text) ? new URL(text).searchParams : new URLSearchParams()
  const code = query.get('code')
  if (code) return { code, state: query.get('state') ?? '' }
  const reason = /^[a-z_]{1,60}$/.exec(query.get('error') ?? '')?.[0]
  throw failed(reason ? `the page answered ${reason}` : 'the address has no code')
}

async function readPending(deps: TokenDeps): Promise<{ pending: Pending; sealed: string }> {
  const sealed = await changePending(before => ({ keep: true, result: before }), deps)
  if (sealed === undefined) throw failed(NONE_BEGUN)
  const text = deps.sealer.unseal(sealed, { record: PENDING_KEY, counter: 0 })
  return { pending: pendingSchema.parse(JSON.parse(text)), sealed }
}

function changePending<R>(transition: Transition<string, R>, deps: TokenDeps): Promise<R> {
  const format = { parse: (text: string) => text, format: (text: string) => text }
  const { store, clock, sleep, random } = deps
  return update(store, { key: PENDING_KEY, format, transition }, { clock, sleep, random })
}

const NONE_BEGUN = 'none was begun in the last ten minutes'

/**
 * Removes the pending authorization before its code is sent, because a code that is sent twice may revoke the tokens of
 * the first exchange (RFC 6749 section 4.1.2).
 */
function takePending(sealed: string, deps: TokenDeps): Promise<void> {
  const take = (before: string | undefined): Decision<string, void> => {
    if (before !== sealed) throw failed(NONE_BEGUN)
    return { remove: true, result: undefined }
  }
  return changePending(take, deps)
}

/**
 * Restores the pending authorization if the code gave no pair (it was mistyped, or the service could not be reached),
 * so that the person can try again.
 */
function putBack(sealed: string, deps: TokenDeps): Promise<void> {
  const put = (before: string | undefined): Decision<string, void> =>
    before === undefined
      ? { write: sealed, ttl: PENDING_LIFETIME, result: undefined }
      : { keep: true, result: undefined }
  return changePending(put, deps)
}

function refused({ kind, reason, cause }: Failure & { readonly cause?: unknown }): unknown {
  if (kind === 'unsent') return cause
  return failed(`the service did not accept the code (${english(reason)})`, cause)
}
