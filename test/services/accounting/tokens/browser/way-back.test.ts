/** The way back from the accounting service to the deployment. */
import { describe, expect, test } from 'vitest'
import {
  type Answered,
  CALLBACK,
  CONFIRM,
  createBrowser,
  createWorld,
  heading,
  recorded,
  type World,
} from './world.ts'

describe('the way back', () => {
  /** A browser at the service, and the address to which that sends it back. */
  async function atService(world: World) {
    const browser = createBrowser()
    const { url } = await browser.go(await world.link(), { until: CALLBACK })
    return { browser, back: url }
  }

  test('needs the browser that opened the link', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    const stranger = await createBrowser().go(back)
    expect([stranger.status, heading(stranger)]).toEqual([400, 'Opened in another browser'])
    const attacker = await atService(world)
    const forced = await attacker.browser.go(back)
    expect([forced.status, heading(forced)]).toEqual([400, 'This link does not work'])
    expect(world.service.sandbox.oauth.counts.exchanges).toBe(0)
    expect(heading(await browser.go(back))).toBe('Let kura use these books?')
  })

  test('with another state exchanges nothing', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    const changed = new URL(back)
    changed.searchParams.set('state', 'other')
    expect((await browser.go(changed.href)).status).toBe(400)
    expect(world.service.sandbox.oauth.counts.exchanges).toBe(0)
  })

  test('without a code and with another state, or in another browser, is refused', async () => {
    const world = await createWorld()
    const { browser } = await atService(world)
    const stranger = createBrowser()
    for (const [name, pair] of browser.cookies) stranger.cookies.set(name, pair.replace(/.$/, '_'))
    const denied = `${world.url}${CALLBACK}?error=access_denied&state=other`
    const pages = [await browser.go(denied), await stranger.go(denied)]
    expect(pages.map(page => [page.status, heading(page)])).toEqual([
      [400, 'This link does not work'],
      [400, 'Opened in another browser'],
    ])
  })

  test('does not work if the key of the link is revoked in the meantime', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    await world.revoke()
    const page = await browser.go(back)
    expect([page.status, heading(page)]).toEqual([400, 'This link does not work'])
    expect(world.service.sandbox.oauth.counts.exchanges).toBe(0)
  })

  test('twice, reloaded or in two tabs, exchanges the code once', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    const pages = await Promise.all([browser.go(back), browser.go(back), browser.go(back)])
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(heading(await browser.go(back))).toBe('Let kura use these books?')
    expect(world.service.sandbox.oauth.counts).toMatchObject({ exchanges: 1, invalidGrants: 0 })
  })

  const naps = [
    { slept: 'as long as a call still fits', seconds: 34, exchanges: 1, shown: 'Let kura use these books?' },
    { slept: 'until no call fits', seconds: 36, exchanges: 0, shown: 'One moment' },
    {
      slept: 'until anybody may exchange it',
      seconds: 66,
      exchanges: 0,
      shown: 'The authorization did not work',
    },
  ]
  test.each(naps)(
    'of a request that slept $slept sends $exchanges',
    async ({ seconds, exchanges, shown }) => {
      const world = await createWorld()
      const { browser, back } = await atService(world)
      world.dies = (when, key) => {
        if (when !== 'after' || !key.startsWith('tokens/accounting/link/')) return
        world.dies = () => undefined
        world.advance(seconds * 1_000)
      }
      expect(heading(await browser.go(back))).toBe(shown)
      expect(world.service.sandbox.oauth.counts.exchanges).toBe(exchanges)
      world.advance(66_000)
      expect(heading(await browser.go(back))).toBe('Let kura use these books?')
      expect(world.service.sandbox.oauth.counts).toMatchObject({ exchanges: 1, invalidGrants: 0 })
    },
  )

  test('of a request that slept while another one exchanges the code sends nothing', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    const sending = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    world.fetch = async (...given) => {
      sending.resolve()
      await answer.promise
      return fetch(...given)
    }
    const others: Promise<Answered>[] = []
    world.dies = async (when, key) => {
      if (when !== 'after' || !key.startsWith('tokens/accounting/link/')) return
      world.dies = () => undefined
      world.advance(66_000)
      others.push(browser.go(back))
      await sending.promise
      world.fetch = fetch
    }
    expect(heading(await browser.go(back))).toBe('One moment')
    expect(world.service.sandbox.oauth.counts.exchanges).toBe(0)
    answer.resolve()
    expect((await Promise.all(others)).map(heading)).toEqual(['Let kura use these books?'])
    expect(world.service.sandbox.oauth.counts).toMatchObject({ exchanges: 1, invalidGrants: 0 })
  })

  test('without a code says that access was not granted', async () => {
    const world = await createWorld({ authorized: true })
    const { browser, back } = await atService(world)
    const denied = new URL(back)
    denied.searchParams.delete('code')
    denied.searchParams.set('error', 'access_denied')
    for (const url of [denied.href, denied.href, back])
      expect(heading(await browser.go(url))).toBe('Not authorized')
    expect((await world.tokens().status()).generation).toBe(1)
    const key = 'hana:admin:1'
    const denials = (await recorded(world)).filter(entry => 'outcome' in entry && entry.outcome === 'denied')
    expect(denials).toEqual([{ act: 'receiveCode', key, outcome: 'denied' }])
  })

  test('with a code that the service refuses says so', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    const wrong = new URL(back)
    wrong.searchParams.set('code', 'wrong')
    const page = await browser.go(wrong.href)
    expect(heading(page)).toBe('The authorization did not work')
    expect(page.text).toContain('(invalid_grant)')
    expect((await recorded(world)).at(-1)).toMatchObject({ act: 'receiveCode', outcome: 'invalid_grant' })
  })

  test('works again if the service could not be reached', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    world.fetch = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
    const page = await browser.go(back)
    expect([page.status, heading(page)]).toEqual([504, 'That did not work'])
    world.fetch = fetch
    expect(heading(await browser.go(back))).toBe('Let kura use these books?')
  })

  test('before it the question says where to go on', async () => {
    const world = await createWorld()
    const { browser } = await atService(world)
    expect(heading(await browser.go(world.url + CONFIRM))).toBe('Continue at the accounting service')
  })

  test('leads to an address without a code, and no code, token or secret is in the log', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    await browser.press(page, 'keep')
    expect(page.url).toBe(world.url + CONFIRM)
    const codes = browser.visited
      .map(url => new URL(url).searchParams.get('code'))
      .filter(code => code !== null)
    const secrets = [...codes, await world.tokens().accessToken(), [...browser.cookies.values()].join()]
    const texts = JSON.stringify([
      world.lines,
      (await world.activity().page({ limit: 100 })).entries,
      page.text,
    ])
    expect(codes).toHaveLength(1)
    for (const secret of secrets) expect(texts).not.toContain(secret)
  })
})
