/** Public endpoints, which need no signature, and their error pages for browsers. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { PUBLIC } from '../../../lib/core/http/contract.ts'
import type { AnsweredWrite } from '../../../lib/core/http/handler.ts'
import { BROWSER, type Route } from '../../../lib/core/http/router.ts'
import { createTestHandler, ROUTES } from './sample-handler.ts'

describe('a public endpoint', () => {
  const page = { path: '/api/x/page', scope: PUBLIC, handle: async () => new Response('page') }
  const PUBLIC_ROUTES: readonly Route[] = [
    ...ROUTES,
    { method: 'GET', ...page },
    { method: 'POST', ...page, changes: 'always' },
  ]

  test('is answered without a signature, and the answer does not name the version of the code', async () => {
    const callers: unknown[] = []
    const onCaller = async (caller: unknown) => void callers.push(caller)
    const { send, events } = createTestHandler({ running: 'v1', onCaller }, PUBLIC_ROUTES)
    const response = await send('/api/x/page?x=1')
    expect([response.status, await response.text()]).toEqual([200, 'page'])
    expect(response.headers.has('x-kura-running')).toBe(false)
    expect([events, callers]).toEqual([[], []])
  })

  test('that writes spends no nonce, is not allowed in a preview, and is reported', async () => {
    const reports: unknown[] = []
    const onWrite = async ({ call, status }: AnsweredWrite) => void reports.push([call.caller, status])
    const { send, events } = createTestHandler({ onWrite }, PUBLIC_ROUTES)
    const form = { method: 'POST', body: 'a=b' }
    expect((await send('/api/x/page', form)).status).toBe(200)
    expect(events).toEqual(['may write'])
    expect(reports).toEqual([[BROWSER, 200]])
    const mayWrite = () => {
      throw new AppError('not_in_preview', 'Cannot write: this is a preview')
    }
    const preview = createTestHandler({ mayWrite }, PUBLIC_ROUTES)
    expect((await preview.send('/api/x/page', form)).status).toBe(503)
  })

  test('refuses a body with GET, as every endpoint does', async () => {
    const { send } = createTestHandler({}, PUBLIC_ROUTES)
    const response = await send('/api/x/page', { headers: { 'content-length': '2' } })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'bad_request' }])
  })

  test.each([
    ['GET', '/api/x/page/'],
    ['GET', '/api/x/page/more'],
    ['GET', '//api/x/page'],
    ['GET', '/api/x/p%61ge'],
    ['DELETE', '/api/x/page'],
    ['GET', '/api/x/things'],
  ])('does not open what is beside it: %s %s', async (method, path) => {
    const { send } = createTestHandler({}, PUBLIC_ROUTES)
    expect((await send(path, { method })).status).toBe(401)
  })
})

describe('an error at a public path', () => {
  const errorPage = async (error: unknown) =>
    new Response(error instanceof AppError ? error.code : 'internal', {
      status: 418,
      headers: { 'content-type': 'text/html' },
    })
  const page = { path: '/api/x/page', scope: PUBLIC, errorPage }
  const fails = async () => {
    throw new AppError('conflict', 'Cannot do it')
  }
  const PAGES: readonly Route[] = [
    ...ROUTES,
    { method: 'GET', ...page, handle: fails },
    { method: 'POST', ...page, changes: 'always', bodyLimit: 10, handle: fails },
    { method: 'GET', path: '/api/x/bare', scope: PUBLIC, handle: fails },
  ]
  const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
  const rows = [
    ['of the endpoint', 'GET', '/api/x/page', HTML, 418],
    ['of the endpoint, with a query', 'GET', '/api/x/page?x=1&x=2', HTML, 418],
    ['of the body', 'POST', '/api/x/page', HTML, 418],
    ['of another method', 'DELETE', '/api/x/page', HTML, 418],
    ['of a method that nobody has', 'PATCH', '/api/x/page', HTML, 418],
    ['for a program', 'GET', '/api/x/page', '*/*', 409],
    ['for a program that names its type', 'GET', '/api/x/page', 'application/json', 409],
    ['of a path without pages', 'GET', '/api/x/things', HTML, 401],
    ['below a page', 'GET', '/api/x/page/more', HTML, 418],
    ['below a page, for a program', 'GET', '/api/x/page/more', '*/*', 401],
    ['beside a page', 'GET', '/api/x/pages', HTML, 401],
    ['of a public path without an error page', 'GET', '/api/x/bare', HTML, 409],
  ] as const

  test.each(rows)('%s: %s %s is a page only for a browser', async (_name, method, path, accept, want) => {
    const { send, lines } = createTestHandler({}, PAGES)
    const body = method === 'POST' ? 'longer than ten bytes' : null
    const response = await send(path, { method, headers: { accept }, body })
    expect(response.status).toBe(want)
    expect(lines).toMatchObject([{ status: want, code: expect.any(String), error: expect.any(String) }])
    expect(response.headers.get('x-request-id')).toBe('request-1')
    expect(response.headers.get('content-type')).toMatch(want === 418 ? 'text/html' : 'application/json')
  })

  test('names the methods that are allowed', async () => {
    const { send } = createTestHandler({}, PAGES)
    const response = await send('/api/x/page', { method: 'PATCH', headers: { accept: HTML } })
    expect([await response.text(), response.headers.get('allow')]).toEqual([
      'method_not_allowed',
      'GET, POST, DELETE',
    ])
  })

  test('is JSON if the page cannot be made', async () => {
    const broken = { ...page, errorPage: fails }
    const { send } = createTestHandler({}, [{ method: 'GET', ...broken, handle: fails }])
    const response = await send('/api/x/page', { headers: { accept: HTML } })
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict' }),
    ])
  })
})
