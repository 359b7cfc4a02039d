/** The error's code says what a 401 or a 403 means. The message shows only whether a 403 means a missing permission. */
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import type { ErrorBody, ErrorWords, Refusal } from '../../../core/remote/profile.ts'
import { type ErrorReply, errorReply } from './schema.ts'

export const CODE_REASONS = catalogue('accounting.codes', {
  expired: {
    en: 'it calls a token expired that it has just issued, so it refuses this endpoint',
    ja: '発行直後のトークンが「期限切れ」とされました。この機能の利用が拒否されています',
  },
  reauthorize: { en: 'the authorization has ended', ja: '認可のやり直しが必要です' },
  userPermission: { en: 'the user may not do this', ja: 'ユーザーに権限がありません' },
  applicationPermission: { en: 'the application may not use this endpoint', ja: 'アプリに権限がありません' },
  companyNotFound: {
    en: 'the company does not exist, or the user does not belong to it any more',
    ja: '事業所が存在しないか、ユーザーが所属していません',
  },
  planLimit: {
    en: "the allowance of the company's plan is used up",
    ja: '事業所のプランの上限に達しています',
  },
  addressLimit: {
    en: 'the company accepts calls only from certain IP addresses',
    ja: '事業所が接続元のアドレスを制限しています',
  },
})

export function errorCodes(body: unknown): string[] {
  return codesOf(readError(body))
}

/** Reads an error in any form that the service has sent so far. */
export function readErrorBody(body: unknown): ErrorBody {
  const reply = readError(body)
  return { codes: codesOf(reply), messages: messagesOf(reply) }
}

const AUTHORIZE = 'press "Authorize the books" on the page Connections, or run kura accounting authorize'
const EXCESS: ErrorWords = {
  code: 'limited',
  hint: 'the service takes no more calls for now: try again after ten minutes',
}
const SCOPES: ErrorWords = {
  code: 'permission_missing',
  hint: `allow the application to use this endpoint, then authorize again, because a token does not gain scopes that are added later: ${AUTHORIZE}`,
}
const PLAN_LIMIT: ErrorWords = {
  reason: phrase(CODE_REASONS.planLimit),
  hint: 'nothing was done: see what the plan of the company includes, or wait until the allowance begins anew',
}
const EXPIRED: ErrorWords = {
  reason: phrase(CODE_REASONS.expired),
  hint: "a new authorization changes nothing: see whether the company's plan and the application's permissions include this endpoint",
}

/** Codes of a 401 or a 403, from document 1 and the service's own list. */
const CODES: Readonly<Record<string, ErrorWords>> = {
  expired_access_token: EXPIRED,
  // the older name of expired_access_token, which some endpoints still send
  invalid_access_token: EXPIRED,
  re_authorization_required: {
    code: 'reauthorize',
    reason: phrase(CODE_REASONS.reauthorize),
    hint: `authorize again: ${AUTHORIZE}`,
  },
  user_do_not_have_permission: {
    code: 'permission_missing',
    reason: phrase(CODE_REASONS.userPermission),
    hint: "ask an admin of the company to give the user's account this permission",
  },
  application_do_not_have_permission: { ...SCOPES, reason: phrase(CODE_REASONS.applicationPermission) },
  company_not_found: {
    reason: phrase(CODE_REASONS.companyNotFound),
    hint: 'the companies of the user are listed by kura accounting list companies',
  },
  source_ip_address_limit: {
    code: 'permission_missing',
    reason: phrase(CODE_REASONS.addressLimit),
    hint: "an admin of the company can allow the addresses of the host, or lift the limit, in the company's settings at the service",
  },
}
const UNAUTHORIZED_OTHERWISE: ErrorWords = { hint: 'see the state of the credential: kura accounting token' }

export function wordsFor({ status, codes, messages }: Refusal): ErrorWords {
  const known =
    status === 401 || status === 403 ? codes.flatMap(code => wordsOfCode(code) ?? [])[0] : undefined
  if (known === PLAN_LIMIT && mayReturn({ status, codes })) return { ...known, code: 'limited' }
  if (known) return known
  if (status === 401) return UNAUTHORIZED_OTHERWISE
  if (status === 403) return namesPermission([...codes, ...messages]) ? SCOPES : EXCESS
  return status === 429 ? EXCESS : {}
}

/** Whether the allowance returns: not if a 401 says `freee_plan_limit`, because the plan then lacks the endpoint. */
function mayReturn({ status, codes }: Pick<Refusal, 'status'> & { codes: readonly string[] }): boolean {
  return status === 403 || !codes.includes('freee_plan_limit')
}

function wordsOfCode(code: string): ErrorWords | undefined {
  if (code.endsWith('_plan_limit')) return PLAN_LIMIT
  return Object.hasOwn(CODES, code) ? CODES[code] : undefined
}

function namesPermission(texts: readonly string[]): boolean {
  return texts.some(text => /権限|アクセス権|permission|access right|insufficient_scope/i.test(text))
}

const NO_FORM: ErrorReply = errorReply.parse({})

function readError(body: unknown): ErrorReply {
  return errorReply.safeParse(body).data ?? NO_FORM
}

function codesOf({ code, codes }: ErrorReply): string[] {
  return code === undefined ? codes : [code, ...codes]
}

function messagesOf({ message, messages, errors }: ErrorReply): string[] {
  return [...(message ? [message] : []), ...messages, ...errors.flatMap(error => error.messages)]
}
