import { describe, expect, test } from 'vitest'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { readMove } from '../../../lib/move/moved-site.ts'
import { MOVE_REDIRECTS } from '../../../lib/move/page/redirect-words.ts'
import { MOVE_PAGE } from '../../../lib/move/page/words.ts'
import { type Said, say } from '../../../lib/move/phrase.ts'
import { causeOf } from '../../../lib/move/report/cause-names.ts'
import { type CauseTally, createCauseTally } from '../../../lib/move/report/causes.ts'
import { createFindingReporter } from '../../../lib/move/report/reported-finding.ts'
import { MOVE_SITE } from '../../../lib/move/site/words.ts'
import type { Finding } from '../../../lib/move/verdicts.ts'

const site = readMove('old.example', 'new.example')
const lost = (path: string): Finding => ({
  point: 2,
  verdict: 'failed',
  url: `https://old.example${path}`,
  ...say(MOVE_REDIRECTS.losesPath, { arrival: 'https://new.example/', target: `https://new.example${path}` }),
})
const found = (said: Said, verdict: Finding['verdict'], path = '/'): Finding => ({
  point: 1,
  verdict,
  url: `https://new.example${path}`,
  ...said,
})
const reporter = createFindingReporter([])
const add = (tally: CauseTally, finding: Finding, trails: Parameters<typeof reporter.report>[1]) =>
  tally.add(reporter.report(finding, trails))
const redirect = (url: string, location: string) => [[{ url, status: 308, location }]]

describe('createCauseTally()', () => {
  test('makes one cause of everything that goes to the homepage, with the rules to paste', () => {
    const tally = createCauseTally(site)
    for (let at = 0; at < 4_000; at++) {
      const finding = lost(`/${at % 3 === 0 ? 'news' : 'shop'}/${at}`)
      add(tally, finding, redirect(finding.url, 'https://new.example/'))
    }
    const [cause, ...others] = tally.causes()
    expect(others).toEqual([])
    expect(cause).toMatchObject({
      name: 'homepage',
      verdict: 'failed',
      rule: '308 https://new.example/',
      count: 4_000,
    })
    expect(cause?.folders).toEqual([
      { folder: '/shop/…', count: 2_666 },
      { folder: '/news/…', count: 1_334 },
    ])
    expect(cause?.examples).toHaveLength(3)
    expect(cause?.rules).toEqual([
      {
        source: '/(.*)',
        has: [{ type: 'host', value: 'old.example' }],
        destination: 'https://new.example/$1',
        permanent: true,
      },
    ])
  })

  test('has the rule of every host that a finding is about', () => {
    const tally = createCauseTally(site)
    for (const path of ['/a', '/b', '/c']) add(tally, lost(path), [])
    add(tally, { ...lost('/d'), url: 'https://www.old.example/d' }, [])
    const hosts = tally.causes()[0]?.rules.map(({ has }) => has?.[0]?.value)
    expect(hosts).toEqual(['old.example', 'www.old.example'])
  })

  test('takes examples of different folders', () => {
    const tally = createCauseTally(site)
    for (const path of ['/a/1', '/a/2', '/a/3', '/b/1', '/c/1', '/a/4'])
      add(tally, found(say(MOVE_PAGE.noCanonical), 'failed', path), [])
    const urls = tally.causes()[0]?.examples.map(({ url }) => new URL(url).pathname)
    expect(urls?.toSorted()).toEqual(['/a/1', '/b/1', '/c/1'])
  })

  test('names the redirect that loses the path, not the one to https before it', () => {
    const tally = createCauseTally(site)
    const finding = { ...lost('/a'), url: 'http://old.example/a' }
    const hops = [
      { url: finding.url, status: 308, location: 'https://old.example/a' },
      { url: 'https://old.example/a', status: 301, location: 'https://new.example/' },
      { url: 'https://new.example/', status: 200 },
    ]
    add(tally, finding, [hops])
    expect(tally.causes()).toMatchObject([{ name: 'homepage', rule: '301 https://new.example/' }])
  })

  test('tells apart the rules that the host applied', () => {
    const tally = createCauseTally(site)
    for (const [path, to] of [
      ['/a', 'https://new.example/'],
      ['/b', 'https://new.example/x'],
      ['/c', 'https://other.example/y'],
    ] as const) {
      const finding = lost(path)
      add(tally, finding, redirect(finding.url, to))
    }
    expect(tally.causes().map(({ name, rule }) => `${name} ${rule}`)).toEqual([
      'homepage 308 https://new.example/',
      'path 308 https://new.example',
      'path 308 https://other.example',
    ])
  })

  test('puts the worst first, then the one with the most findings', () => {
    const tally = createCauseTally(site)
    add(tally, found(say(MOVE_PAGE.noindex, { directives: 'noindex' }), 'warning'), [])
    add(tally, found(say(MOVE_PAGE.noCanonical), 'failed'), [])
    for (const path of ['/a', '/b'])
      add(tally, found(say(MOVE_PAGE.showsNotFound, { found: 'gone' }), 'failed', path), [])
    add(tally, found(say(MOVE_PAGE.tooLong), 'unknown'), [])
    const names = tally.causes().map(({ name, verdict, count }) => `${name} ${verdict} ${count}`)
    expect(names).toEqual([
      'notFoundPage failed 2',
      'canonical failed 1',
      'unchecked unknown 1',
      'robots warning 1',
    ])
  })

  test('keeps a limited number of causes, and counts all', () => {
    const tally = createCauseTally(site)
    for (let at = 0; at < 1_000; at++) {
      const finding = lost('/a')
      add(tally, finding, redirect(finding.url, `https://h${at}.example/x`))
    }
    const causes = tally.causes()
    expect(causes.length).toBeLessThan(310)
    expect(causes.reduce((sum, { count }) => sum + count, 0)).toBe(1_000)
  })
})

test('causeOf() looks through a phrase that only says where the fault is', () => {
  const reason = phrase(MOVE_REDIRECTS.staysOld, { status: 200, host: 'new.example' })
  expect(causeOf(phrase(MOVE_REDIRECTS.redirectsToWhich, { href: 'x', reason }))).toBe('notRedirected')
})

test('every message of a finding has a cause of its own', () => {
  /** The messages that are no findings: parts of other messages, and notes. */
  const parts =
    /^(?:note\w+|style|script|picture|everyRobot|otherRobots|sameTitle|otherTitle|redirectsToWhich|longerName)$/
  const messages = [MOVE_PAGE, MOVE_REDIRECTS, MOVE_SITE].flatMap(words => Object.entries(words))
  const without = messages.filter(
    ([name, { id }]) => !parts.test(name) && causeOf({ id, values: {} }) === 'answer',
  )
  expect(without.map(([name]) => name)).toEqual([])
})
