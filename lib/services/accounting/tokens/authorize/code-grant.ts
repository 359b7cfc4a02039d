import { STORING } from '../../../../core/claims/lease.ts'
import { notInPreview } from '../../../../core/config/deployment.ts'
import { type AppError, hasCode } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { Reason } from '../../../../core/phrase.ts'
import type { RemoteDeps } from '../../../../core/remote/send.ts'
import type { Company, UserCompany } from '../company.ts'
import { readCredential, type TokenDeps } from '../deps.ts'
import { type Grant, requestGrant, type TokenOutcome } from '../exchange/refresh.ts'
import type { Credential } from '../schema.ts'
import { isPassedOver, issue, storeAnswer } from '../storing/answer.ts'
import { authorizationOf, formatAuthorization } from './authorization.ts'
import { FAILURES } from './words.ts'

/** Milliseconds for the exchange. They are many, because the exchange spends the code. */
const EXCHANGE_TIMEOUT = 30_000

/** Sends the code once. The wait for the reply ends early enough to store the outcome before the request ends. */
export function exchangeCode(
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
  deps: TokenDeps & Pick<RemoteDeps, 'observe'>,
): Promise<TokenOutcome> {
  const request = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  } as const
  const { waitUntil = Number.POSITIVE_INFINITY, clock } = deps
  const left = Math.max(1, Math.floor(waitUntil - STORING - clock()))
  return requestGrant(request, Math.min(EXCHANGE_TIMEOUT, left), deps)
}

/**
 * Returns the company that the token endpoint named, else all companies of the user.
 * @throws AppError as the service does; `authorization_failed` without a company
 */
export async function companiesOf(
  { accessToken, company }: Pick<Grant, 'accessToken' | 'company'>,
  deps: Pick<TokenDeps, 'companies' | 'waitUntil'>,
): Promise<readonly UserCompany[]> {
  const listed = await deps.companies(accessToken, deps.waitUntil).catch((error: unknown) => {
    if (company && hasCode(error, 'permission_missing')) return []
    throw error
  })
  if (company) return [listed.find(({ id }) => id === company.id) ?? company]
  if (listed.length > 0) return listed
  throw failed(phrase(FAILURES.nameless), undefined, { hint: phrase(FAILURES.permit) })
}

export interface KeptGrant {
  readonly grant: Grant
  readonly operation: string
  readonly company: Company
  /** The store's time before the exchange. */
  readonly now: number
}

/**
 * Replaces `before`, or the pair with which a refresh has replaced `before` meanwhile. The same pair is not stored
 * twice. `accept` throws if the pair must not replace a credential. Returns the generation.
 * @throws AppError `authorization_failed` if other processes keep storing pairs first; and as `accept` and storeAnswer
 * do
 */
export async function storeGrant(
  { grant, operation, company, now }: KeptGrant,
  { before: first, accept }: { before: Credential | undefined; accept: Accept },
  deps: TokenDeps,
): Promise<number> {
  const deadline = deps.waitUntil ?? deps.clock() + deps.maxDuration
  const { id, number, name } = company
  const authorization = formatAuthorization({ operation, company: { id, number, name } })
  let before = first
  for (;;) {
    if (before && authorizationOf(before)?.operation === operation) return before.generation
    accept(before)
    const answer = issue(grant, { before, operation, now, authorization }, deps)
    if (!isPassedOver(await storeAnswer(answer, deadline, deps))) {
      deps.note('token_authorized', { generation: answer.generation, company: id, by: deps.instance })
      return answer.generation
    }
    if (deps.clock() >= deadline) throw failed(phrase(FAILURES.overtaken))
    before = (await readCredential(deps)).credential
  }
}

type Accept = (before: Credential | undefined) => void

export function failed(why: Reason, cause?: unknown, { hint = phrase(FAILURES.again) } = {}): AppError {
  return phraseError('authorization_failed', phrase(FAILURES.failed, { why }), {
    hint,
    ...(cause !== undefined && { cause }),
  })
}

/** A preview shares production's secrets, so it must not store tokens. @throws AppError `not_in_preview` */
export function refusePreview({ deployment }: TokenDeps): void {
  if (deployment === 'preview') throw notInPreview('authorize')
}
