import { describe, expect, test } from 'vitest'
import { say } from '../../../lib/move/phrase.ts'
import { readRobots } from '../../../lib/move/visit/robots.ts'
import { MOVE_VISIT } from '../../../lib/move/visit/words.ts'

const ORIGIN = 'https://new.example'
const file = (status: number, text = '') =>
  readRobots(ORIGIN, {
    hop: { url: `${ORIGIN}/robots.txt`, status },
    body: { bytes: new TextEncoder().encode(text), complete: true },
  })

describe('readRobots()', () => {
  const rows = [
    { name: 'no file allows everything', robots: file(404), want: true },
    { name: 'a refusal is no file', robots: file(403), want: true },
    { name: 'a server error forbids everything', robots: file(503), want: false },
    { name: 'an empty file allows everything', robots: file(200), want: true },
    {
      name: 'what is forbidden to all is forbidden',
      robots: file(200, 'User-agent: *\nDisallow: /a'),
      want: false,
    },
    {
      name: 'what is forbidden to another is not',
      robots: file(200, 'User-agent: otherbot\nDisallow: /a'),
      want: true,
    },
    {
      name: 'a group by name counts before the one for all',
      robots: file(200, 'User-agent: *\nDisallow: /\n\nUser-agent: kura-move-check\nAllow: /'),
      want: true,
    },
    { name: 'the longer rule wins', robots: file(200, 'User-agent: *\nDisallow: /\nAllow: /a'), want: true },
  ]
  test.each(rows)('$name', ({ robots, want }) => {
    expect(robots.allows(`${ORIGIN}/a`)).toBe(want)
  })

  test('silence forbids everything, a name that does not resolve nothing', () => {
    const silent = (verdict: 'failed' | 'unknown') =>
      readRobots(ORIGIN, {
        hop: { url: ORIGIN, trouble: { verdict, ...say(MOVE_VISIT.timedOut) } },
        body: undefined,
      })
    expect([silent('unknown').allows(`${ORIGIN}/a`), silent('failed').allows(`${ORIGIN}/a`)]).toEqual([
      false,
      true,
    ])
  })

  test('names sitemaps and the pace', () => {
    const robots = file(
      200,
      'Sitemap: https://new.example/a.xml\nUser-agent: *\nCrawl-delay: 1.5\n\nSitemap: /b.xml',
    )
    expect(robots).toMatchObject({ sitemaps: ['https://new.example/a.xml', '/b.xml'], interval: 1500 })
  })

  test.each(['-1', 'soon', '1e999'])('a pace of %s is none', delay => {
    expect(file(200, `User-agent: *\nCrawl-delay: ${delay}`).interval).toBe(0)
  })
})
