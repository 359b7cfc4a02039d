/** The question whose books are kept, and its answer. */
import { describe, expect, test } from 'vitest'
import {
  type Answered,
  CALLBACK,
  CONFIRM,
  createBrowser,
  createWorld,
  heading,
  MINUTE,
  pressed,
  recorded,
  storedText,
} from './world.ts'

describe('the question', () => {
  test('is answered only with the token of the page, from the same site, by the same browser', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const good = pressed(page, 'keep')
    const elsewhere = { ...good, headers: { 'sec-fetch-site': 'cross-site' } }
    const wrong = { ...good, body: new URLSearchParams({ token: 'wrong', answer: 'keep' }) }
    const none = { ...good, body: new URLSearchParams({ answer: 'keep' }) }
    const neither = pressed(page, 'perhaps')
    for (const init of [elsewhere, wrong, none, neither]) {
      const refused = await browser.go(world.url + CONFIRM, { init })
      expect([refused.status, heading(refused)]).toEqual([400, 'Look at it again'])
    }
    expect((await createBrowser().go(world.url + CONFIRM, { init: good })).status).toBe(400)
    const stranger = await world.ask()
    expect((await stranger.browser.go(world.url + CONFIRM, { init: good })).status).toBe(400)
    expect((await world.tokens().status()).state).toBe('unauthorized')
    await browser.press(page, 'keep')
    expect((await world.tokens().status()).state).toBe('current')
  })

  test('is shown to nobody else, and nobody else answers it', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const other = createBrowser()
    for (const [name, pair] of browser.cookies) other.cookies.set(name, pair.replace(/.$/, '_'))
    const shown = await other.go(page.url)
    expect([shown.status, heading(shown)]).toEqual([400, 'Opened in another browser'])
    expect((await other.send(page.url, pressed(page, 'keep'))).status).toBe(400)
    expect((await world.tokens().status()).state).toBe('unauthorized')
  })

  test.each([
    { name: 'no books', authorized: false, generation: 1 },
    { name: 'the same books', authorized: true, generation: 2 },
  ])('over $name is another one once an authorization was kept', async ({ authorized, generation }) => {
    const world = await createWorld({ authorized })
    const { browser, page } = await world.ask()
    const other = await world.ask()
    await other.browser.press(other.page, 'keep')
    const stale = await browser.press(page, 'keep')
    expect([stale.status, heading(stale)]).toEqual([400, 'Look at it again'])
    expect((await world.tokens().status()).generation).toBe(generation)
    await browser.press(await browser.go(page.url), 'keep')
    expect((await world.tokens().status()).generation).toBe(generation + 1)
  })

  test('answered twice, or by two tabs at once, stores one pair', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const pages = await Promise.all([browser.press(page, 'keep'), browser.press(page, 'keep')])
    pages.push(await browser.press(page, 'keep'), await browser.go(page.url))
    expect(pages.map(heading)).toEqual(Array(4).fill('kura uses these books'))
    expect(await world.tokens().status()).toMatchObject({ generation: 1 })
  })

  test('is answered by an older browser too, which does not say from which site', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const { method, body } = pressed(page, 'keep')
    const init = { ...(method && { method }), ...(body && { body }) }
    expect(heading(await browser.go(page.url, { init }))).toBe('kura uses these books')
  })

  test('answered with yes and with no in two tabs has one outcome, which all pages show', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    await Promise.all([browser.press(page, 'keep'), browser.press(page, 'drop')])
    const shown = heading(await browser.go(page.url))
    const { state } = await world.tokens().status()
    expect([
      ['kura uses these books', 'current'],
      ['Not kept', 'unauthorized'],
    ]).toContainEqual([shown, state])
  })

  test('answered with a no that comes too late is recorded as kept', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const swap = world.store.swap.bind(world.store)
    world.store.swap = async (...given) => {
      if (JSON.stringify(given[2]).includes('declined')) {
        world.store.swap = swap
        await browser.press(page, 'keep')
      }
      return swap(...given)
    }
    expect(heading(await browser.press(page, 'drop'))).toBe('kura uses these books')
    const outcomes = (await recorded(world)).map(entry => ('outcome' in entry ? entry.outcome : ''))
    expect(outcomes).toEqual(['opened', 'received', 'kept'])
  })

  test('answered with yes while another request stores the pair is recorded once', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const swap = world.store.swap.bind(world.store)
    world.store.swap = async (...given) => {
      if (JSON.stringify(given[2]).includes('kept')) {
        world.store.swap = swap
        expect(heading(await browser.go(page.url))).toBe('kura uses these books')
      }
      return swap(...given)
    }
    expect(heading(await browser.press(page, 'keep'))).toBe('kura uses these books')
    const outcomes = (await recorded(world)).map(entry => ('outcome' in entry ? entry.outcome : ''))
    expect(outcomes.filter(outcome => outcome === 'kept')).toHaveLength(1)
  })

  test('lasts ten minutes, and then the pair is gone', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    expect(await storedText(world)).toContain('"grant":"seal1.')
    world.advance(10 * MINUTE)
    expect(await storedText(world)).toBe('')
    expect(heading(await browser.press(page, 'keep'))).toBe('This link does not work')
    expect((await world.tokens().status()).state).toBe('unauthorized')
  })

  test('answered late does not bring back a pair that was refreshed since', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    await browser.press(page, 'keep')
    world.advance(5 * MINUTE)
    const { oauth } = world.service.sandbox
    await world.refresh()
    const before = await world.tokens().status()
    expect(before.generation).toBe(2)
    await browser.press(page, 'keep')
    expect(await world.tokens().status()).toEqual(before)
    expect(oauth.counts.invalidGrants).toBe(0)
  })

  test('waits, and loads itself again, while another request exchanges the code', async () => {
    const world = await createWorld()
    const browser = createBrowser()
    const { url } = await browser.go(await world.link(), { until: CALLBACK })
    const held = Promise.withResolvers<void>()
    world.fetch = async (...given) => {
      await held.promise
      return fetch(...given)
    }
    const back = browser.go(url)
    let page: Answered
    do page = await browser.go(world.url + CONFIRM)
    while (heading(page) === 'Continue at the accounting service')
    expect([heading(page), page.headers.get('refresh')]).toEqual(['One moment', '3'])
    held.resolve()
    expect(heading(await back)).toBe('Let kura use these books?')
  })
})
