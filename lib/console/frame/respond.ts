/** The response for a page: browsers may not store it or show it in a frame, and it loads nothing from other sites. */
import { createHash } from 'node:crypto'
import type { NextPage, PageAnswer, ShownPage, View } from '../page.ts'
import { frame } from './frame.ts'

export function respond(answer: PageAnswer, view: View): Response {
  if (answer instanceof Response) return withHeaders(answer, HEADERS)
  if ('to' in answer)
    return cookied(new Response(null, { status: 303, headers: { ...HEADERS, location: answer.to } }), answer)
  const { status = 200, next } = answer
  const { text, style } = frame(answer, view)
  const headers = {
    ...HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf({ ...answer, style }),
    ...(next !== undefined && { refresh: `0; url=${next}` }),
  }
  return cookied(new Response(text, { status, headers }), answer)
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

function cookied(response: Response, { cookies = [] }: Pick<NextPage, 'cookies'>): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/**
 * The content security policy: a form is sent to this site only, and the page loads only its own style and script, and
 * the pictures, frames and answers of this site.
 */
function policyOf({ style, script, frames, connects }: ShownPage & { readonly style: string }): string {
  return [
    "default-src 'none'",
    `style-src ${digestOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${digestOf(script)}`]),
    "img-src 'self' data: blob:",
    ...(frames ? ["frame-src 'self'"] : []),
    ...(connects ? ["connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
