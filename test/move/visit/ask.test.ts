import { describe, expect, test } from 'vitest'
import { createAsker } from '../../../lib/move/visit/ask.ts'
import { createPoliteness } from '../../../lib/move/visit/politeness.ts'
import type { Visit } from '../../../lib/move/visit/visit.ts'

interface Answer {
  readonly status?: number
  readonly location?: string
  readonly retry?: string
  readonly text?: string
  readonly silent?: true
}

/** An asker over answers by address; an address that answers otherwise each time has a list. */
function createAskerOver(answers: Readonly<Record<string, Answer | readonly Answer[]>>) {
  const asked: string[] = []
  const clock = { now: 0 }
  const visit = async (url: string): Promise<Visit> => {
    const known = answers[url] ?? { status: url.endsWith('/robots.txt') ? 404 : 200 }
    const turn = asked.filter(other => other === url).length
    asked.push(url)
    const answer = Array.isArray(known) ? known[Math.min(turn, known.length - 1)] : known
    return visitOf(url, answer)
  }
  const now = () => clock.now
  const sleep = async (milliseconds: number) => {
    clock.now += milliseconds
  }
  const politeness = createPoliteness({ concurrency: 4, rate: Number.POSITIVE_INFINITY, clock: now, sleep })
  const hosts = new Set(['old.example', 'new.example'])
  return { ...createAsker({ visitor: { visit }, politeness, now, hosts }), asked, clock }
}

function visitOf(url: string, { status = 200, location, retry, text, silent }: Answer): Visit {
  if (silent)
    return {
      hop: { url, trouble: { verdict: 'unknown', reason: 'is silent' } },
      headers: {},
      body: undefined,
    }
  return {
    hop: { url, status, ...(location && { location }) },
    headers: retry === undefined ? {} : { 'retry-after': retry },
    body: text === undefined ? undefined : { bytes: new TextEncoder().encode(text), complete: true },
  }
}

const PAGE = 'https://new.example/a'
const ROBOTS = 'https://new.example/robots.txt'

describe('ask()', () => {
  test('asks for the robots file of an origin once, and first', async () => {
    const { ask, asked } = createAskerOver({})
    await Promise.all([ask(PAGE), ask('https://new.example/b')])
    expect(asked.filter(url => url === ROBOTS)).toHaveLength(1)
    expect(asked[0]).toBe(ROBOTS)
  })

  test('does not ask for what is forbidden', async () => {
    const { ask, asked } = createAskerOver({ [ROBOTS]: { text: 'User-agent: *\nDisallow: /' } })
    const { hop } = await ask(PAGE)
    expect(hop).toEqual({
      url: PAGE,
      trouble: { verdict: 'unknown', reason: 'was not asked: robots.txt forbids it' },
    })
    expect(asked).toEqual([ROBOTS])
  })

  test('the robots file itself is never forbidden', async () => {
    const { ask } = createAskerOver({ [ROBOTS]: { text: 'User-agent: *\nDisallow: /' } })
    expect((await ask(ROBOTS)).hop.status).toBe(200)
  })

  test.each([{ status: 503 }, { silent: true as const }])(
    'asks nothing where the robots file cannot be had: %o',
    async answer => {
      const { ask, asked } = createAskerOver({ [ROBOTS]: answer })
      expect((await ask(PAGE)).hop.trouble?.verdict).toBe('unknown')
      expect(asked).not.toContain(PAGE)
    },
  )

  test('takes a redirected robots file as that of its origin', async () => {
    const old = 'https://old.example/robots.txt'
    const { ask } = createAskerOver({
      [old]: { status: 308, location: ROBOTS },
      [ROBOTS]: { text: 'User-agent: *\nDisallow: /secret' },
    })
    expect((await ask('https://old.example/secret')).hop.trouble?.reason).toContain('forbids')
    expect((await ask('https://old.example/open')).hop.status).toBe(200)
  })

  test('does not fetch a robots file from a third party', async () => {
    const { ask, asked } = createAskerOver({
      [ROBOTS]: { status: 302, location: 'https://evil.example/robots.txt' },
    })
    expect((await ask(PAGE)).hop.status).toBe(200)
    expect(asked).toEqual([ROBOTS, PAGE])
  })

  test.each(['app://new.example/robots.txt', 'https://new.example:8443/robots.txt'])(
    'does not fetch a robots file from %s',
    async location => {
      const { ask, asked } = createAskerOver({ [ROBOTS]: { status: 302, location } })
      expect((await ask(PAGE)).hop.status).toBe(200)
      expect(asked).toEqual([ROBOTS, PAGE])
    },
  )

  test('follows a robots file five times at most', async () => {
    const circle = { status: 302, location: ROBOTS }
    const { ask, asked } = createAskerOver({ [ROBOTS]: circle })
    await ask(PAGE)
    expect(asked.filter(url => url === ROBOTS)).toHaveLength(6)
  })

  test('waits as long as Retry-After asks and tries again', async () => {
    const { ask, clock } = createAskerOver({ [PAGE]: [{ status: 429, retry: '7' }, { status: 200 }] })
    expect((await ask(PAGE)).hop.status).toBe(200)
    expect(clock.now).toBe(7000)
  })

  test('a 503 without Retry-After is an answer', async () => {
    const { ask, asked } = createAskerOver({ [PAGE]: { status: 503 } })
    expect((await ask(PAGE)).hop.status).toBe(503)
    expect(asked).toEqual([ROBOTS, PAGE])
  })

  test('gives an answer back after three tries', async () => {
    const { ask, asked } = createAskerOver({ [PAGE]: { status: 429 } })
    expect((await ask(PAGE)).hop.status).toBe(429)
    expect(asked.filter(url => url === PAGE)).toHaveLength(3)
  })

  test('leaves a host alone that asks for more patience than there is', async () => {
    const { ask, asked, clock } = createAskerOver({ [PAGE]: { status: 503, retry: '3600' } })
    expect((await ask(PAGE)).hop.status).toBe(503)
    const { hop } = await ask('https://new.example/b')
    expect(hop.trouble?.reason).toBe(
      'was not asked: its host asks for patience until 1970-01-01T01:00:00.000Z',
    )
    expect({ asked, now: clock.now }).toEqual({ asked: [ROBOTS, PAGE], now: 0 })
  })

  test('leaves a host alone that refuses page after page', async () => {
    const pages = ['a', 'b', 'c', 'd'].map(name => `https://new.example/${name}`)
    const { ask, asked } = createAskerOver(
      Object.fromEntries(pages.map(url => [url, { status: 429, retry: '1' }])),
    )
    for (const url of pages) await ask(url)
    expect(asked.filter(url => url === pages[2])).toHaveLength(3)
    expect(asked).not.toContain(pages[3])
  })

  test('goes as slowly as the robots file asks', async () => {
    const { ask, clock } = createAskerOver({ [ROBOTS]: { text: 'User-agent: *\nCrawl-delay: 3' } })
    for (const name of ['a', 'b', 'c']) await ask(`https://new.example/${name}`)
    expect(clock.now).toBeGreaterThanOrEqual(6000)
  })
})
