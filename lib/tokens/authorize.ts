/**
 * The authorization-code flow with PKCE (RFC 6749 section 4.1, RFC 7636): `begin` gives the address of the page, and
 * `finish`, perhaps in another process, exchanges the code. What lies between stays sealed in the store for as long
 * as a code may live.
 */
import { createHash } from 'node:crypto'
import { AppError, messageOf } from '../errors.ts'
import { type Decision, type Transition, update } from '../store/update.ts'
import { isPassedOver, issue, storeAnswer } from './answers/store.ts'
import { readCredential, type TokenParts } from './deps.ts'
import { type Grant, requestGrant, type TokenSettings } from './exchange/refresh.ts'
import type { Failure } from './keeper.ts'
import { type Credential, PENDING_KEY, type Pending, pendingSchema } from './schema.ts'
import { readStatus, type TokenStatus } from './status.ts'

/** The redirect that makes the authorization page show its code. */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'

/** Milliseconds that a begun authorization waits for its code: as long as a code lives. */
export const PENDING_LIFETIME = 600_000

/** Milliseconds that the exchange may take; it spends the code, so it is not cut off early. */
const EXCHANGE_TIMEOUT = 30_000

export interface BegunAuthorization {
  /** The page for the person to open. */
  readonly url: string
  /** Whether the page shows the code; else it leads to the redirect's address with the code in it. */
  readonly showsCode: boolean
  /** Until when its code is taken (ISO). */
  readonly until: string
}

/** Begins an authorization; one begun before is void. @throws AppError `not_in_preview`, `store_unavailable` */
export async function beginAuthorization(parts: TokenParts): Promise<BegunAuthorization> {
  refusePreview(parts)
  const secret = () => Buffer.from(parts.randomBytes(32)).toString('base64url')
  const pending = { state: secret(), verifier: secret(), redirectUri: parts.settings.redirectUri }
  const sealed = parts.sealer.seal(JSON.stringify(pending), { record: PENDING_KEY, counter: 0 })
  const now = await changePending(parts, (_before, now) => ({
    write: sealed,
    ttl: PENDING_LIFETIME,
    result: now,
  }))
  return {
    url: authorizationUrl(parts.settings, pending).href,
    showsCode: pending.redirectUri === OUT_OF_BAND,
    until: new Date(now + PENDING_LIFETIME).toISOString(),
  }
}

/** The address of the authorization page. */
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
 * Exchanges what the page gave, the bare code or the whole address that it led to, and stores the pair over any other.
 * @throws AppError `authorization_failed` where no authorization is begun, the state is another's, or the service
 * refuses the code; `remote_unreachable`, `remote_silent`, `store_unavailable`, `not_in_preview`
 */
export async function finishAuthorization(parts: TokenParts, given: string): Promise<TokenStatus> {
  refusePreview(parts)
  const { code, state } = readCode(given)
  const pending = await readPending(parts)
  if (state !== undefined && state !== pending.state)
    throw failed('its state is not the one that was sent, wanted the page opened last')
  await exchange(parts, code, pending)
  await forgetPending(parts)
  return readStatus(parts)
}

async function exchange(parts: TokenParts, code: string, pending: Pending): Promise<void> {
  const before = await readCredential(parts)
  const outcome = await requestGrant(
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: pending.redirectUri,
      code_verifier: pending.verifier,
    },
    EXCHANGE_TIMEOUT,
    parts,
  )
  if (outcome.kind !== 'granted') throw refused(outcome)
  await storeGrant(parts, outcome.grant, before)
}

/** A refresh may be stored meanwhile: then the new pair follows that one. */
async function storeGrant(
  parts: TokenParts,
  grant: Grant,
  { credential, now }: { credential: Credential | undefined; now: number },
): Promise<void> {
  const deadline = parts.clock() + parts.maxDuration
  const operation = parts.newId()
  let before = credential
  for (;;) {
    const answer = issue(parts, grant, { before, operation, now })
    if (!isPassedOver(await storeAnswer(parts, answer, deadline)))
      return parts.note('token_authorized', { generation: answer.generation, by: parts.instance })
    if (parts.clock() >= deadline) throw failed('others kept storing newer tokens')
    before = (await readCredential(parts)).credential
  }
}

/** The code and, where the address came along, the state. */
function readCode(given: string): { code: string; state: string | undefined } {
  const text = given.trim()
  if (!text.includes('://')) {
    if (/^[!-~]+$/.test(text)) return { code: text, state: undefined }
    throw failed('wanted the code as the page shows it, in one word')
  }
  const query = URL.canParse(text) ? new URL(text).searchParams : new URLSearchParams()
  const code = query.get('code')
  if (code) return { code, state: query.get('state') ?? '' }
  const reason = /^[a-z_]{1,60}$/.exec(query.get('error') ?? '')?.[0]
  throw failed(reason ? `the page answered ${reason}` : 'the address holds no code')
}

async function readPending(parts: TokenParts): Promise<Pending> {
  const sealed = await changePending(parts, before => ({ keep: true, result: before }))
  if (sealed === undefined) throw failed('none was begun in the last ten minutes')
  return pendingSchema.parse(JSON.parse(parts.sealer.unseal(sealed, { record: PENDING_KEY, counter: 0 })))
}

function changePending<R>(parts: TokenParts, transition: Transition<string, R>): Promise<R> {
  const format = { parse: (text: string) => text, format: (text: string) => text }
  const { store, clock, sleep, random } = parts
  return update(store, { key: PENDING_KEY, format, transition }, { clock, sleep, random })
}

/** The code is spent: that it may still be asked for until its time is over does no harm. */
async function forgetPending(parts: TokenParts): Promise<void> {
  const forget = (before: string | undefined): Decision<string, void> =>
    before === undefined ? { keep: true, result: undefined } : { remove: true, result: undefined }
  await changePending(parts, forget).catch((error: unknown) =>
    parts.note('authorization_left', { reason: messageOf(error) }),
  )
}

function refused({ kind, reason, cause }: Failure & { readonly cause?: unknown }): unknown {
  if (kind === 'unsent') return cause
  return failed(`the service did not take the code (${reason})`, cause)
}

function failed(why: string, cause?: unknown): AppError {
  return new AppError('authorization_failed', `Cannot finish the authorization: ${why}`, {
    hint: 'a code works once, for about ten minutes: begin anew with kura accounting authorize',
    ...(cause !== undefined && { cause }),
  })
}

function refusePreview({ deployment }: TokenParts): void {
  if (deployment !== 'preview') return
  throw new AppError('not_in_preview', 'Cannot authorize: this is a preview deployment', {
    hint: 'run it with the settings of the production deployment',
  })
}
