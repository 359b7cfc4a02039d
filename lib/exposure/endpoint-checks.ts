/** A caller without credentials must get 401, or 405 with Allow, in JSON with `error`, never cached or framed. */
import { english } from '../core/language/text.ts'
import { edgeOf, ownError } from './assess.ts'
import type { RawAnswer, SendRaw } from './raw-request.ts'

/** An endpoint to check. `methods` are the methods that its function answers, in the order of the Allow header. */
export interface Endpoint {
  readonly path: string
  readonly methods: readonly string[]
  /** The methods that are answered with a public page. */
  readonly pages?: readonly string[]
  /** The methods of `pages` that every caller may use, such as the page to sign in. */
  readonly open?: readonly string[]
}

export interface EndpointCheck {
  readonly method: string
  readonly path: string
  readonly wanted: string
  readonly result: 'passed' | 'failed' | 'unknown'
  /** The reason for people; empty if the check passed. */
  readonly reason: string
}

const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'] as const

export async function checkEndpoints(
  endpoints: readonly Endpoint[],
  send: SendRaw,
): Promise<EndpointCheck[]> {
  const checks: EndpointCheck[] = []
  for (const endpoint of endpoints) {
    for (const method of METHODS) checks.push(await checkMethod({ method, endpoint, send }))
  }
  return checks
}

async function checkMethod(given: {
  method: string
  endpoint: Endpoint
  send: SendRaw
}): Promise<EndpointCheck> {
  const { method, endpoint, send } = given
  const expectation = expectationOf(method, endpoint)
  const outcome = await send({ method, path: endpoint.path })
  const about = { method, path: endpoint.path, wanted: expectation.text }
  if ('failure' in outcome) return { ...about, result: 'unknown', reason: outcome.failure }
  const edge = edgeOf(outcome.answer)
  if (edge)
    return {
      ...about,
      result: 'unknown',
      reason: `${outcome.answer.status}, ${edge.sign}: ${english(edge.hint)}`,
    }
  const faults = expectation.rows.filter(({ holds }) => !holds(outcome.answer)).map(({ text }) => text)
  if (faults.length === 0) return { ...about, result: 'passed', reason: '' }
  return { ...about, result: 'failed', reason: `${outcome.answer.status}, without: ${faults.join(', ')}` }
}

interface Expectation {
  readonly text: string
  readonly rows: readonly { readonly text: string; holds(answer: RawAnswer): boolean }[]
}

function expectationOf(method: string, { methods, pages = [], open = [] }: Endpoint): Expectation {
  if (open.includes(method)) return expectationBy([shownPage, noStore, neverFramed])
  if (pages.includes(method)) return expectationBy([refusedPage, noStore, neverFramed])
  const allowed = methods.includes(method)
  const allow = methods.join(', ')
  const rows = [
    status(allowed ? 401 : 405),
    noStore,
    ...(allowed ? [] : [allowHeader(allow)]),
    // the answer to a HEAD has no body
    ...(method === 'HEAD' ? [] : [errorBody]),
  ]
  return expectationBy(rows)
}

function expectationBy(rows: Expectation['rows']): Expectation {
  return { text: rows.map(({ text }) => text).join(', '), rows }
}

/**
 * The status codes with which a public page may refuse the caller. 400: the request is not valid. 401: the caller has
 * to sign in, or the deployed version is older and has no such page. 403: the form was not sent from a page of kura.
 * 503: the deployment does not have this service.
 */
const refusedPage = statusOf(400, 401, 403, 503)
const shownPage = statusOf(200, 401, 503)

function statusOf(...allowed: readonly number[]) {
  return {
    text: `status ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`,
    holds: ({ status }: RawAnswer) => allowed.includes(status),
  }
}

const neverFramed = {
  text: 'a page that is never framed, or JSON with error',
  holds: (answer: RawAnswer) =>
    /frame-ancestors 'none'/.test(answer.headers['content-security-policy'] ?? '') ||
    ownError(answer) !== undefined,
}

const status = (expected: number) => ({
  text: `status ${expected}`,
  holds: (answer: RawAnswer) => answer.status === expected,
})

const allowHeader = (expected: string) => ({
  text: `Allow: ${expected}`,
  holds: (answer: RawAnswer) => answer.headers['allow'] === expected,
})

const noStore = {
  text: 'no-store',
  holds: ({ headers }: RawAnswer) => /(?:^|,)\s*no-store\s*(?:,|$)/i.test(headers['cache-control'] ?? ''),
}

const errorBody = { text: 'JSON with error', holds: (answer: RawAnswer) => ownError(answer) !== undefined }
