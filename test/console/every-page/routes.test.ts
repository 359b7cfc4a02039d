/** Rules for every page of the console: who may open it, which forms it accepts, and the headers of its response. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { routesOfConsole } from '../../../lib/app/functions/console.ts'
import { PASSKEY_SCRIPT } from '../../../lib/console/frame/script.ts'
import { consoleContract } from '../../../lib/console/pages/contract.ts'
import { changePerson, personKey } from '../../../lib/console/people/people.ts'
import { beginSession, THIS_MACHINE } from '../../../lib/console/sessions.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { SEAL_KEYS } from '../../helpers/publishing/vouched.ts'
import { personOf } from '../known-people.ts'

const PAGES = Object.values(consoleContract.endpoints)
const OPEN = ['/console/sign-in', '/console/enrol']

async function console(env: Record<string, string> = {}) {
  const { url, lines, own } = await serveFunction(routesOfConsole, {
    env: { KURA_LANGUAGE: 'en', KURA_SEAL_KEYS: SEAL_KEYS, ...env },
  })
  const open = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(`${url}${path}`, { redirect: 'manual', ...init, headers: { accept: 'text/html', ...headers } })
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    open(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { url, lines, own, open, post }
}

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

describe.each(PAGES.filter(({ method }) => method === 'GET'))('GET $path', ({ path, ...endpoint }) => {
  const query = {
    '/console/item': '?kind=deal&name=a',
    '/console/receipts/file': '?file=a',
    '/console/receipts/row': '?row=a',
    '/console/history/approval': `?digest=${'a'.repeat(64)}`,
    '/console/history/month': '?month=2026-10',
    '/console/devices/device': '?name=a',
    '/console/deals/deal': '?id=1',
    '/console/deals/file': '?company=1&id=1',
    '/console/deals/journal/file': '?company=1&report=1',
  }
  const address = path + (query[path as keyof typeof query] ?? '')

  test('is shown without a session only if the contract says so', async () => {
    const { open } = await console()
    const answer = await open(address)
    expect(answer.status).toBe(OPEN.includes(path) ? 200 : 401)
    expect(endpoint.statuses.some(status => status === 401)).toBe(!OPEN.includes(path))
  })

  test('loads nothing from elsewhere, and is never kept or framed', async () => {
    const { open } = await console()
    const answer = await open(address)
    const { headers } = answer
    const [, style = ''] = /<style>(.+)<\/style>/.exec(await answer.text()) ?? []
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/html; charset=utf-8',
    })
    const policy = headers.get('content-security-policy')?.split('; ') ?? []
    expect(policy.filter(part => !part.startsWith('script-src'))).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "img-src 'self' data: blob:",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
  })
})

describe('a form', () => {
  const FOREIGN = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a program', {}],
  ] as const
  test.each(FOREIGN)('from %s changes nothing', async (_, headers) => {
    const { post } = await console()
    for (const { path } of PAGES.filter(({ method }) => method === 'POST')) {
      const answer = await post(path, {}, headers)
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('The form came from another page')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('from an old browser is taken by its Origin', async () => {
    const { url, post } = await console()
    const answer = await post('/console/language', { language: 'ja', to: '/console' }, { origin: url })
    expect(answer.status).toBe(303)
  })
})

describe('the language', () => {
  test('is the one of the company', async () => {
    const { open } = await console({ KURA_LANGUAGE: 'ja' })
    expect(await (await open('/console')).text()).toContain('<html lang="ja">')
  })

  test('is kept by the browser, which returns to the page', async () => {
    const { open, post } = await console({ KURA_LANGUAGE: 'ja' })
    const answer = await post('/console/language', { language: 'en', to: '/console/sign-in' }, SAME_ORIGIN)
    expect(answer.headers.get('location')).toBe('/console/sign-in')
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-kura-language=en; Path=\/; Max-Age=31536000; Secure; HttpOnly; SameSite=Lax$/,
    )
    const page = await open('/console', { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(await page.text()).toContain('<html lang="en">')
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/console//evil',
    '/console/../api',
    '/console/%2e%2e/api',
    '/console/%2E./api',
    '/console/./item',
    '/api/admin',
    '/console\\a',
    '/consolex',
    '',
  ])('does not lead to %j', async to => {
    const { post } = await console()
    const answer = await post('/console/language', { language: 'en', to }, SAME_ORIGIN)
    expect(answer.headers.get('location')).toBe('/console')
  })

  test('that kura does not speak changes nothing', async () => {
    const { post } = await console()
    const answer = await post('/console/language', { language: 'xx', to: '/console' }, SAME_ORIGIN)
    expect(answer.headers.getSetCookie()).toEqual([])
  })
})

test('a link on another site opens the page again, so that the session is sent', async () => {
  const { open } = await console()
  const address = '/console/item?kind=deal&name=%E3%81%82'
  const answer = await open(address, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect([answer.status, answer.headers.get('refresh')]).toEqual([200, `0; url=${address}`])
  expect(await answer.text()).toContain(`href="${address.replace('&', '&amp;')}"`)
  expect((await open(address, { headers: SAME_ORIGIN })).status).toBe(401)
  const odd = await open('/console/item?kind=deal&name=\\', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect([odd.status, odd.headers.get('refresh')]).toEqual([200, '0; url=/console/item?kind=deal&name=%5C'])
})

describe('an error is a page with a button', () => {
  test.each([
    ['an address that is not one of the console', '/console/item', 400],
    ['an unknown parameter', '/console?a=1', 400],
    ['a backslash', '/console?a=\\', 400],
  ])('%s', async (_, path, status) => {
    const { open, lines } = await console({ KURA_LANGUAGE: 'ja' })
    const answer = await open(path)
    const text = await answer.text()
    expect(answer.status).toBe(status)
    expect(text).toContain('<a class="button first" href="/console">「要対応」を開く</a>')
    expect(text).not.toMatch(/kura [a-z]+ |Cannot|docs\//)
    expect(lines.at(-1)).toMatchObject({ code: 'bad_request', status })
  })

  test.each(['/console/', '/console/no-such-page'])('an address below the pages: %s', async path => {
    const { open } = await console()
    const answer = await open(path)
    const text = await answer.text()
    expect([answer.status, text.includes('This address does not lead anywhere')]).toEqual([401, true])
    expect(text).toContain('<a class="button first" href="/console">')
  })

  test.each(['/console/', '/console/no-such-page'])(
    'for who has signed in, there is none: %s',
    async path => {
      const { open, own } = await console()
      const key = personKey('Mei')
      const person = personOf({ name: 'Mei', scopes: ['today.read'] })
      await changePerson(key, () => ({ write: person, result: undefined }), own)
      const id = await beginSession({ person: key, credential: THIS_MACHINE }, own)
      const answer = await open(path, { headers: { cookie: `__Host-kura-session=${id}` } })
      const text = await answer.text()
      expect([answer.status, text.includes('This address does not lead anywhere')]).toEqual([404, true])
    },
  )

  test.each([
    { accept: '*/*', path: '/console/no-such-page', type: 'text/html' },
    { accept: '', path: '/console/deals/no/such/page', type: 'text/html' },
    { accept: 'image/avif,*/*', path: '/console/no.png', type: 'text/html' },
    { accept: 'application/json', path: '/console/no-such-page', type: 'application/json' },
  ])(
    'an address below the pages is a page unless JSON is asked for: "$accept"',
    async ({ accept, path, type }) => {
      const { open } = await console()
      const answer = await open(path, { headers: { accept } })
      expect(answer.headers.get('content-type')).toContain(type)
    },
  )

  test('a body that is too large leads back to its page', async () => {
    const { open } = await console()
    const body = new Uint8Array(5_000_000)
    const answer = await open('/console/receipts', { method: 'POST', body, headers: SAME_ORIGIN })
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain('<a class="button" href="/console/receipts">Try again</a>')
  })

  test('a method that no page has', async () => {
    const { open } = await console()
    const answer = await open('/console', { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect(await answer.text()).toContain('Open “To do”')
  })
})

test('the script is small, and is one that browsers read', () => {
  expect(PASSKEY_SCRIPT.length).toBeLessThan(2_700)
  expect(() => new Function(PASSKEY_SCRIPT)).not.toThrow()
  expect(PASSKEY_SCRIPT).not.toMatch(/innerHTML|eval|fetch\(/)
})
