/** A link: what opens it, how often, and until when. */
import { describe, expect, test } from 'vitest'
import { CALLBACK, CONFIRM, createBrowser, createWorld, heading, MINUTE } from './world.ts'

describe('a link', () => {
  const rows: readonly [string, string, (link: string) => string][] = [
    [
      'with another secret',
      'This link does not work',
      link => link.replace(/link=.*/, `link=${'x'.repeat(43)}`),
    ],
    ['without a secret', 'This link does not work', link => link.replace(/\?.*/, '')],
  ]
  test.each(rows)('%s is refused with a page', async (_name, want, change) => {
    const world = await createWorld()
    const page = await createBrowser().go(change(await world.link()))
    expect([page.status, heading(page)]).toEqual([400, want])
  })

  test.each([
    [10 * MINUTE - 1, 302],
    [10 * MINUTE, 400],
  ])('after %i ms: %i', async (age, want) => {
    const world = await createWorld()
    const link = await world.link()
    world.advance(age)
    expect((await createBrowser().send(link)).status).toBe(want)
  })

  test('works in the browser that opened it first, and in no other', async () => {
    const world = await createWorld()
    const link = await world.link()
    const [first, second] = [createBrowser(), createBrowser()]
    const there = await first.go(link, { until: 'public_api' })
    const refused = await second.go(link)
    expect([refused.status, heading(refused)]).toEqual([400, 'Opened in another browser'])
    expect(second.cookies.size).toBe(0)
    const again = await first.go(link, { until: 'public_api' })
    expect(again.url).toBe(there.url)
    expect(heading(await first.go(again.url))).toBe('Let kura use these books?')
  })

  test('leads to the question once the person is back', async () => {
    const world = await createWorld()
    const link = await world.link()
    const browser = createBrowser()
    await browser.go(link)
    const again = await browser.go(link, { until: CONFIRM })
    expect([again.status, again.url]).toEqual([303, world.url + CONFIRM])
  })

  test('does not work with a cookie of another browser', async () => {
    const world = await createWorld()
    const link = await world.link()
    const [first, second] = [createBrowser(), createBrowser()]
    await first.go(link, { until: 'public_api' })
    for (const [name, pair] of first.cookies) second.cookies.set(name, pair.replace(/.$/, '_'))
    const refused = await second.go(link)
    expect([refused.status, heading(refused)]).toEqual([400, 'Opened in another browser'])
  })

  test('is not made by a preview', async () => {
    const world = await createWorld({ env: { VERCEL_ENV: 'preview' } })
    const response = await world.call('/api/accounting/authorize', {
      method: 'POST',
      scopes: ['admin'],
      body: '{}',
    })
    expect(await response.json()).toMatchObject({ code: 'not_in_preview' })
  })

  test('is not used up by a program that looks at it and keeps no cookie', async () => {
    const world = await createWorld()
    const link = await world.link()
    const first = await createBrowser().send(link)
    const [cookie = ''] = first.headers.getSetCookie()
    expect(cookie).toMatch(
      /^kura-authorize=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    )
    const again = new URL(first.headers.get('location') ?? '', link).href
    const refused = await createBrowser().go(again)
    expect([refused.status, heading(refused)]).toEqual([400, 'This browser keeps no cookies'])
    expect(heading(await createBrowser().go(link))).toBe('Let kura use these books?')
  })

  test('of a key that is revoked since does not work, at any step', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const unopened = await world.link()
    await world.revoke()
    expect((await createBrowser().send(unopened)).status).toBe(400)
    expect(heading(await browser.press(page, 'keep'))).toBe('This link does not work')
    expect((await world.tokens().status()).state).toBe('unauthorized')
  })

  test.each([
    ['no scope admin', ['accounting.write'], 403],
    ['no scope but approve', ['approve'], 403],
    ['the scope admin', ['admin'], 200],
  ] as const)('is given to a key with %s: %s %i', async (_name, scopes, want) => {
    const world = await createWorld()
    const response = await world.call('/api/accounting/authorize', { method: 'POST', scopes, body: '{}' })
    expect(response.status).toBe(want)
  })

  test('leads to the redirect address of the settings, whatever host a request names', async () => {
    const world = await createWorld()
    const there = await createBrowser().go((await world.link()).replace('127.0.0.1', 'localhost'), {
      until: 'public_api',
    })
    const { searchParams } = new URL(there.url)
    expect(searchParams.get('redirect_uri')).toBe(world.url + CALLBACK)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
  })
})
