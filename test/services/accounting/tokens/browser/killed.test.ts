/** A function is killed at any of its writes: the person loads the page again, and nothing is lost or stored twice. */
import { describe, expect, test } from 'vitest'
import { CREDENTIAL_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import {
  type Answered,
  type Browser,
  COMPANY,
  CONFIRM,
  createBrowser,
  createWorld,
  OTHER,
  pressed,
  recorded,
  type World,
} from './world.ts'

const CALLBACK = '/api/accounting/authorize/callback'

/** Longer than a lease of the exchange. */
const LATER = 66_000

/** Lets the function die at its `count`th write from now on that matches. */
function dieAt(world: World, { count, when, key }: Death): void {
  let left = count
  world.dies = (now, written) => {
    if (now !== when || written.startsWith('activity/')) return
    if (key !== undefined && written !== key) return
    left -= 1
    if (left === 0) throw new Error('killed')
  }
}

interface Death {
  readonly count: number
  readonly when: 'before' | 'after'
  readonly key?: string
}

/** What a person does: loads the page again until it says something. */
async function insist(world: World, step: () => Promise<Answered>): Promise<Answered> {
  for (let attempt = 0; attempt < 4; attempt++) {
    const page = await step()
    if (page.status < 500 && !page.text.includes('<h1>One moment</h1>')) return page
    world.advance(LATER)
  }
  throw new Error('the page never said anything')
}

/** The way of a person who reloads; gives the heading of the last page. */
async function walk(world: World, link: string, browser: Browser = createBrowser()): Promise<string> {
  const back = await insist(world, () => browser.go(link, { until: CALLBACK }))
  if (!back.url.includes(CALLBACK)) return headingOf(back)
  const question = await insist(world, () => browser.go(back.url))
  if (!question.text.includes('<form')) return headingOf(question)
  return headingOf(await insist(world, () => browser.go(question.url, { init: pressed(question, 'keep') })))
}

function headingOf({ text }: Answered): string {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''
}

/** Every write of the way: opening, claim, pair, companies, answer, credential, end. */
const WRITES = 7
const DEATHS = (['before', 'after'] as const).flatMap(when =>
  Array.from({ length: WRITES }, (_, at) => ({ when, count: at + 1 })),
)

describe('a function that is killed', () => {
  test.each(DEATHS)('$when write $count leaves the old pair or the new one, whole', async death => {
    const world = await createWorld({ authorized: true })
    const link = await world.link()
    const died = { count: 0 }
    dieAt(world, death)
    const { dies } = world
    world.dies = (...given) => {
      try {
        dies(...given)
      } catch (error) {
        died.count += 1
        throw error
      }
    }
    const heading = await walk(world, link)
    expect(died.count).toBe(1)
    const kept = heading === 'kura uses these books'
    // only what was lost between the service and the store has to be begun again
    const lost = death.when === 'before' && death.count === 3
    expect(heading).toBe(lost ? 'The authorization did not work' : 'kura uses these books')
    expect(await world.tokens().status()).toMatchObject({ generation: kept ? 2 : 1, company: COMPANY })
    expect(await world.works()).toBe(200)
    if (lost) expect(await walk(world, await world.link())).toBe('kura uses these books')
  })

  test('while it exchanges the code is waited for as long as it could live, and a little longer', async () => {
    const world = await createWorld()
    const browser = createBrowser()
    const { url } = await browser.go(await world.link(), { until: CALLBACK })
    dieAt(world, { count: 2, when: 'before' })
    expect((await browser.go(url)).status).toBeGreaterThanOrEqual(500)
    const shown = async () => headingOf(await browser.go(world.url + CONFIRM))
    world.advance(64_999)
    expect(await shown()).toBe('One moment')
    world.advance(1)
    expect(await shown()).toBe('The authorization did not work')
  })

  test('after the pair was stored does not store it again over its refresh', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    dieAt(world, { count: 1, when: 'after', key: CREDENTIAL_KEY })
    expect((await browser.press(page, 'keep')).status).toBe(500)
    await world.refresh()
    expect(headingOf(await browser.go(page.url))).toBe('kura uses these books')
    expect(await world.tokens().status()).toMatchObject({ generation: 2, company: COMPANY })
    expect(await world.works()).toBe(200)
  })

  test('after a yes does not keep the pair if other books came into use since', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    dieAt(world, { count: 1, when: 'before', key: CREDENTIAL_KEY })
    expect((await browser.press(page, 'keep')).status).toBe(500)
    world.service.sandbox.state.chosen = OTHER.id
    const other = await world.ask()
    await other.browser.press(other.page, 'keep')
    expect(headingOf(await browser.go(page.url))).toBe('Not kept: these are other books')
    expect(await world.tokens().status()).toMatchObject({ generation: 1, company: OTHER })
  })

  test('after the pair was stored does not bring it back over a later authorization', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    dieAt(world, { count: 1, when: 'after', key: CREDENTIAL_KEY })
    expect((await browser.press(page, 'keep')).status).toBe(500)
    await world.refresh()
    const later = await world.ask()
    await later.browser.press(later.page, 'keep')
    expect(headingOf(await browser.go(page.url))).toBe('Not kept: there is a newer one')
    expect((await recorded(world)).at(-1)).toMatchObject({ outcome: 'replaced', company: COMPANY.id })
    expect(await world.tokens().status()).toMatchObject({ generation: 3, company: COMPANY })
    expect(await world.works()).toBe(200)
  })

  test('after a yes keeps the pair, even if a no comes after it', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    dieAt(world, { count: 1, when: 'before', key: CREDENTIAL_KEY })
    expect((await browser.press(page, 'keep')).status).toBe(500)
    expect(headingOf(await browser.press(page, 'drop'))).toBe('kura uses these books')
    expect(await world.works()).toBe(200)
    expect(JSON.stringify(await recorded(world))).not.toContain('declined')
  })
})

test('a refresh of the old pair that is under way does not overwrite the new one', async () => {
  const world = await createWorld({ authorized: true })
  const { browser, page } = await world.ask()
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  world.fetch = async (...given) => {
    const response = await fetch(...given)
    reached.resolve()
    await held.promise
    return response
  }
  const refresh = world.refresh()
  await reached.promise
  world.fetch = fetch
  expect(headingOf(await browser.press(page, 'keep'))).toBe('kura uses these books')
  held.resolve()
  await refresh
  expect(await world.tokens().status()).toMatchObject({ generation: 2, state: 'current' })
  expect(await world.works()).toBe(200)
})

test('a question that is open while the old pair is refreshed is still answered', async () => {
  const world = await createWorld({ authorized: true })
  const { browser, page } = await world.ask()
  await world.refresh()
  await browser.press(page, 'keep')
  expect(await world.tokens().status()).toMatchObject({ generation: 3, company: COMPANY })
  expect(await world.works()).toBe(200)
})

test('a pair that the store does not take is put aside, and stored by the next look', async () => {
  const world = await createWorld()
  const { browser, page } = await world.ask()
  const { store } = world
  const swap = store.swap.bind(store)
  const { promise: broken, resolve } = Promise.withResolvers<void>()
  store.swap = async (...given) => {
    if (given[0] !== CREDENTIAL_KEY) return swap(...given)
    resolve()
    world.advance(5_000)
    throw OUTAGE.error
  }
  const answered = await browser.press(page, 'keep')
  await broken
  expect(answered.status).toBe(503)
  expect(world.lines.filter(({ event }) => event === 'token_unstored')).toHaveLength(1)
  store.swap = swap
  expect(headingOf(await browser.go(page.url))).toBe('kura uses these books')
  expect(await world.works()).toBe(200)
})
