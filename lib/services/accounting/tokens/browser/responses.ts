/** The responses to a browser: pages and redirects that must not be cached, framed or read by other sites. */
import { createHash } from 'node:crypto'
import { AppError, type ErrorCode } from '../../../../core/errors.ts'
import { statusOf } from '../../../../core/http/answers.ts'
import type { Trace } from '../../../../core/http/trace.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { pageHtml, type Shown } from './page.ts'
import { PAGE_STYLE } from './style.ts'

/** Seconds after which a waiting page reloads itself. */
const AGAIN = 3

export function page(
  shown: Shown,
  { locale }: { readonly locale: Locale },
  status = shown.kind === 'refused' ? 400 : 200,
): Response {
  return new Response(pageHtml(shown, locale), {
    status,
    headers: {
      ...HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      ...(shown.kind === 'waiting' && { refresh: String(AGAIN) }),
    },
  })
}

/** Redirects to an address of this deployment or to the service's own page. */
export function redirect(
  location: string,
  status: 302 | 303,
  headers: Record<string, string> = {},
): Response {
  return new Response(null, { status, headers: { ...HEADERS, ...headers, location } })
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The errors that may follow from a valid link. Their texts may be shown to the person; any other error is only logged.
 */
const SAID: readonly ErrorCode[] = [
  'authorization_failed',
  'remote_unreachable',
  'remote_silent',
  'remote_answer',
  'remote_refused',
  'permission_missing',
  'limited',
]

/** Returns the page that shows an error. */
export function errorPage(error: unknown, trace: Trace, deps: { readonly locale: Locale }): Response {
  const status = statusOf(error)
  const text = textOf(error, trace)
  if (error instanceof AppError && error.code === 'not_in_preview')
    return page({ kind: 'preview' }, deps, status)
  return page({ kind: status < 500 && !isSaid(error) ? 'wrong_request' : 'error', text }, deps, status)
}

function isSaid(error: unknown): error is AppError {
  return error instanceof AppError && SAID.includes(error.code)
}

function textOf(error: unknown, { id }: Trace): string {
  if (isSaid(error)) return [error.message, error.hint].filter(Boolean).join('; ')
  return `${error instanceof AppError ? error.code : 'internal'}, request ${id}`
}
