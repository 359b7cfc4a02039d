/** The errors of the accounting service: 400, 404 and 500 list messages, 401 and 403 have three forms. */
import { answered, type Fault, serverFailures } from '../faults.ts'
import { Refusal } from '../refusal.ts'
import type { ErrorShape } from './state.ts'

/** The codes of a 401 that the real service documents, with its messages. */
const UNAUTHORIZED = {
  expired_access_token: 'アクセスする権限がありません',
  user_do_not_have_permission: 'このAPIにアクセスしたい場合、事業所の管理者にご確認ください。',
  company_not_found: '存在しないかすでに削除された事業所です。',
  freee_plan_limit: '有料プランをご利用中の事業所のみご利用いただけます。',
  source_ip_address_limit: '接続元のIPアドレスからは、サービスをご利用いただけません。',
  re_authorization_required: 'アプリケーションの権限が変更されました。再度認可してください。',
} as const

export type UnauthorizedCode = keyof typeof UNAUTHORIZED

function listed(status: number, errors: readonly { type: string; messages: readonly string[] }[]): Response {
  return Response.json({ status_code: status, errors }, { status })
}

export function invalid(...messages: string[]): Refusal {
  const general = { type: 'status', messages: ['不正なリクエストです。'] }
  return new Refusal(listed(400, [general, { type: 'validation', messages }]))
}

export function notFoundAnswer(): Response {
  return listed(404, [{ type: 'status', messages: ['存在しないかすでに削除されたリソースです。'] }])
}

export function notFound(): Refusal {
  return new Refusal(notFoundAnswer())
}

export function unauthorized(code: UnauthorizedCode, shape: ErrorShape): Refusal {
  return new Refusal(Response.json(shaped(UNAUTHORIZED[code], { code, shape }), { status: 401 }))
}

/** The refusal if the application has no permission for the endpoint (document 1, Errors). */
export function forbidden(shape: ErrorShape): Refusal {
  const message = 'アプリケーションにこのエンドポイントへのアクセス権がありません。'
  const code = 'application_do_not_have_permission'
  return new Refusal(Response.json(shaped(message, { code, shape }), { status: 403 }))
}

function shaped(message: string, { code, shape }: { code: string; shape: ErrorShape }) {
  if (shape === 'message') return { message }
  return shape === 'code' ? { message, code } : { message, codes: [code] }
}

/** The fault after too many calls: the service answers 403 for about ten minutes, and does nothing else. */
export function rateLimited(): Fault {
  const message = 'アクセス数の上限を超えました。しばらく時間をおいてお試しください。'
  return answered(() => Response.json({ message }, { status: 403 }))
}

/** The fault of too many calls as a 429 with its headers; the service does nothing else. */
export function tooManyRequests(): Fault {
  const headers = {
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '2026-04-01T12:00:00+09:00',
  }
  return answered(() => Response.json({ message: 'Too Many Requests' }, { status: 429, headers }))
}

/** Answers with a 401 that has this code, whatever the token; the service does nothing else. */
export function answeredUnauthorized(code: UnauthorizedCode, shape: ErrorShape = 'code'): Fault {
  return answered(() => unauthorized(code, shape).answer)
}

/** A fault in which the service does the work and answers 500, so a repeated request acts twice. */
export const { failedAfterCommit } = serverFailures(() =>
  listed(500, [{ type: 'error', messages: ['システムエラーが発生しました。'] }]),
)
