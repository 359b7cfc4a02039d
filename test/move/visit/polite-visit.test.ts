import { describe, expect, test } from 'vitest'
import { say } from '../../../lib/move/phrase.ts'
import { createPoliteVisitor } from '../../../lib/move/visit/polite-visit.ts'
import { createRateLimiter } from '../../../lib/move/visit/rate-limiter.ts'
import type { Visit } from '../../../lib/move/visit/visit.ts'
import { MOVE_VISIT } from '../../../lib/move/visit/words.ts'

interface Answer {
  readonly status?: number
  readonly location?: string
  readonly retry?: string
  readonly text?: string
  readonly silent?: true
}

/**
 * A visitor with an answer for each address; a list holds the answers of an address that answers differently each time.
 */
function visitorOver(answers: Readonly<Record<string, Answer | readonly Answer[]>>) {
  const visited: string[] = []
  const clock = { now: 0 }
  const visit = async (url: string): Promise<Visit> => {
    const known = answers[url] ?? { status: url.endsWith('/robots.txt') ? 404 : 200 }
    const turn = visited.filter(other => other === url).length
    visited.push(url)
    const answer = Array.isArray(known) ? known[Math.min(turn, known.length - 1)] : known
    return visitOf(url, answer)
  }
  const now = () => clock.now
  const sleep = async (milliseconds: number) => {
    clock.now += milliseconds
  }
  const rateLimiter = createRateLimiter(
    { concurrency: 4, rate: Number.POSITIVE_INFINITY },
    { clock: now, sleep },
  )
  const hosts = new Set(['old.example', 'new.example'])
  return { ...createPoliteVisitor({ visitor: { visit }, rateLimiter, now, hosts }), visited, clock }
}

function visitOf(url: string, { status = 200, location, retry, text, silent }: Answer): Visit {
  if (silent)
    return {
      hop: { url, trouble: { verdict: 'unknown', ...say(MOVE_VISIT.timedOut) } },
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

describe('visit()', () => {
  test('fetches the robots file of an origin once, and first', async () => {
    const { visit, visited } = visitorOver({})
    await Promise.all([visit(PAGE), visit('https://new.example/b')])
    expect(visited.filter(url => url === ROBOTS)).toHaveLength(1)
    expect(visited[0]).toBe(ROBOTS)
  })

  test('requests nothing that is forbidden', async () => {
    const { visit, visited } = visitorOver({ [ROBOTS]: { text: 'User-agent: *\nDisallow: /' } })
    const { hop } = await visit(PAGE)
    expect(hop).toEqual({ url: PAGE, trouble: { verdict: 'unknown', ...say(MOVE_VISIT.robotsForbid) } })
    expect(visited).toEqual([ROBOTS])
  })

  test('the robots file itself is never forbidden', async () => {
    const { visit } = visitorOver({ [ROBOTS]: { text: 'User-agent: *\nDisallow: /' } })
    expect((await visit(ROBOTS)).hop.status).toBe(200)
  })

  test.each([{ status: 503 }, { silent: true as const }])(
    'requests nothing if the robots file cannot be read: %o',
    async answer => {
      const { visit, visited } = visitorOver({ [ROBOTS]: answer })
      expect((await visit(PAGE)).hop.trouble?.verdict).toBe('unknown')
      expect(visited).not.toContain(PAGE)
    },
  )

  test('applies a redirected robots file to its origin', async () => {
    const old = 'https://old.example/robots.txt'
    const { visit } = visitorOver({
      [old]: { status: 308, location: ROBOTS },
      [ROBOTS]: { text: 'User-agent: *\nDisallow: /secret' },
    })
    expect((await visit('https://old.example/secret')).hop.trouble?.message).toContain('forbids')
    expect((await visit('https://old.example/open')).hop.status).toBe(200)
  })

  test('does not fetch a robots file from a third party', async () => {
    const { visit, visited } = visitorOver({
      [ROBOTS]: { status: 302, location: 'https://evil.example/robots.txt' },
    })
    expect((await visit(PAGE)).hop.status).toBe(200)
    expect(visited).toEqual([ROBOTS, PAGE])
  })

  test.each(['app://new.example/robots.txt', 'https://new.example:8443/robots.txt'])(
    'does not fetch a robots file from %s',
    async location => {
      const { visit, visited } = visitorOver({ [ROBOTS]: { status: 302, location } })
      expect((await visit(PAGE)).hop.status).toBe(200)
      expect(visited).toEqual([ROBOTS, PAGE])
    },
  )

  test('follows a robots file five times at most', async () => {
    const circle = { status: 302, location: ROBOTS }
    const { visit, visited } = visitorOver({ [ROBOTS]: circle })
    await visit(PAGE)
    expect(visited.filter(url => url === ROBOTS)).toHaveLength(6)
  })

  test('waits as long as Retry-After asks and tries again', async () => {
    const { visit, clock } = visitorOver({ [PAGE]: [{ status: 429, retry: '7' }, { status: 200 }] })
    expect((await visit(PAGE)).hop.status).toBe(200)
    expect(clock.now).toBe(7000)
  })

  test('a 503 without Retry-After is a response', async () => {
    const { visit, visited } = visitorOver({ [PAGE]: { status: 503 } })
    expect((await visit(PAGE)).hop.status).toBe(503)
    expect(visited).toEqual([ROBOTS, PAGE])
  })

  test('returns the response after three tries', async () => {
    const { visit, visited } = visitorOver({ [PAGE]: { status: 429 } })
    expect((await visit(PAGE)).hop.status).toBe(429)
    expect(visited.filter(url => url === PAGE)).toHaveLength(3)
  })

  test('does not visit a host again that asks for a longer wait than the limit', async () => {
    const { visit, visited, clock } = visitorOver({ [PAGE]: { status: 503, retry: '3600' } })
    expect((await visit(PAGE)).hop.status).toBe(503)
    const { hop } = await visit('https://new.example/b')
    expect(hop.trouble?.message).toBe(
      'was not requested: its host asks to wait until 1970-01-01T01:00:00.000Z',
    )
    expect({ visited, now: clock.now }).toEqual({ visited: [ROBOTS, PAGE], now: 0 })
  })

  test('does not visit a host again that refuses page after page', async () => {
    const pages = ['a', 'b', 'c', 'd'].map(name => `https://new.example/${name}`)
    const { visit, visited } = visitorOver(
      Object.fromEntries(pages.map(url => [url, { status: 429, retry: '1' }])),
    )
    for (const url of pages) await visit(url)
    expect(visited.filter(url => url === pages[2])).toHaveLength(3)
    expect(visited).not.toContain(pages[3])
  })

  test('is as slow as the robots file asks', async () => {
    const { visit, clock } = visitorOver({ [ROBOTS]: { text: 'User-agent: *\nCrawl-delay: 3' } })
    for (const name of ['a', 'b', 'c']) await visit(`https://new.example/${name}`)
    expect(clock.now).toBeGreaterThanOrEqual(6000)
  })
})
