import { describe, expect, test } from 'vitest'
import {
  createTable,
  firstMatch,
  followRules,
  ownRows,
  writtenRow,
} from '../../../lib/move/rules/follow-rules.ts'
import type { Condition, HostingConfiguration } from '../../../lib/move/rules/hosting-configuration.ts'

const host = (value: Extract<Condition, { type: 'host' }>['value']): Condition => ({ type: 'host', value })

describe('firstMatch()', () => {
  const rows = [
    {
      name: 'a host condition holds for that host',
      has: [host('old.example')],
      url: 'https://old.example/a',
      want: 'https://n.example/a',
    },
    { name: 'and for no other', has: [host('old.example')], url: 'https://www.old.example/a' },
    { name: 'nor for a longer one', has: [host('old.example')], url: 'https://old.example.com/a' },
    {
      name: 'a host expression captures',
      has: [host('(?<sub>\\w+)\\.old\\.example')],
      destination: 'https://:sub.n.example/$1',
      url: 'https://shop.old.example/a',
      want: 'https://shop.n.example/a',
    },
    {
      name: 'an operation: eq',
      has: [host({ eq: 'old.example' })],
      url: 'https://old.example/a',
      want: 'https://n.example/a',
    },
    { name: 'an operation: neq', has: [host({ neq: 'old.example' })], url: 'https://old.example/a' },
    {
      name: 'an operation: inc',
      has: [host({ inc: ['x', 'old.example'] })],
      url: 'https://old.example/a',
      want: 'https://n.example/a',
    },
    { name: 'an operation: ninc', has: [host({ ninc: ['old.example'] })], url: 'https://old.example/a' },
    {
      name: 'an operation: pre and suf',
      has: [host({ pre: 'old', suf: '.com' })],
      url: 'https://old.example/a',
    },
    {
      name: 'an operation: re',
      has: [host({ re: 'old\\..*' })],
      url: 'https://old.example/a',
      want: 'https://n.example/a',
    },
    {
      name: 'a query condition without a value captures its key',
      has: [{ type: 'query', key: 'q' } as const],
      destination: 'https://n.example/:q',
      url: 'https://old.example/a?q=lamp',
      want: 'https://n.example/lamp?q=lamp',
    },
    {
      name: 'a query condition that does not hold',
      has: [{ type: 'query', key: 'q', value: 'x' } as const],
      url: 'https://old.example/a?q=y',
    },
    {
      name: 'a header condition never holds for a plain request',
      has: [{ type: 'header', key: 'x' } as const],
      url: 'https://old.example/a',
    },
    {
      name: 'a missing condition that holds keeps the rule off',
      missing: [host('old.example')],
      url: 'https://old.example/a',
    },
    { name: 'the query is kept', url: 'https://old.example/a?x=1', want: 'https://n.example/a?x=1' },
    {
      name: "the rule's own query stays before the request's",
      destination: 'https://n.example/$1?x=2',
      url: 'https://old.example/a?x=1&y=3',
      want: 'https://n.example/a?x=2&y=3',
    },
    {
      name: 'a path is resolved on the same host',
      destination: '/b',
      url: 'https://old.example/a',
      want: 'https://old.example/b',
    },
    {
      name: 'two slashes make no other host',
      destination: '//evil.example/',
      url: 'https://old.example/a',
      want: 'https://old.example/evil.example/',
    },
  ]
  test.each(rows)('$name', ({ has, missing, destination = 'https://n.example/$1', url, want }) => {
    const rule = { source: '/(.*)', destination, ...(has && { has }), ...(missing && { missing }) }
    expect(firstMatch(createTable([writtenRow(rule, 0)]), new URL(url))?.location).toBe(want)
  })

  test.each([
    { p: '100', value: { gt: 99, lt: 101 }, holds: true },
    { p: '100', value: { gte: 100, lte: 100 }, holds: true },
    { p: '100', value: { gt: 100 }, holds: false },
    { p: '99', value: { gte: 100 }, holds: false },
    { p: '100', value: { lt: 100 }, holds: false },
    { p: '101', value: { lte: 100 }, holds: false },
    { p: 'x', value: { gt: 0 }, holds: false },
    { p: '', value: { lt: 1 }, holds: false },
  ])('a query of "$p" and a condition of numbers: $value', ({ p, value, holds }) => {
    const has: Condition[] = [{ type: 'query', key: 'p', value }]
    const rule = { source: '/(.*)', destination: 'https://n.example/', has }
    const match = firstMatch(createTable([writtenRow(rule, 0)]), new URL(`https://old.example/?p=${p}`))
    expect(match !== undefined).toBe(holds)
  })
})

describe('ownRows()', () => {
  const rows: { name: string; configuration: Partial<HostingConfiguration>; path: string; want?: string }[] =
    [
      { name: 'nothing set', configuration: {}, path: '/a/' },
      { name: 'no trailing slashes', configuration: { trailingSlash: false }, path: '/a/', want: '/a' },
      { name: 'no trailing slashes: the root stays', configuration: { trailingSlash: false }, path: '/a' },
      { name: 'trailing slashes', configuration: { trailingSlash: true }, path: '/a/b', want: '/a/b/' },
      {
        name: 'trailing slashes: a file',
        configuration: { trailingSlash: true },
        path: '/a.css/',
        want: '/a.css',
      },
      {
        name: 'trailing slashes: .well-known',
        configuration: { trailingSlash: true },
        path: '/.well-known/a',
      },
      { name: 'clean addresses', configuration: { cleanUrls: true }, path: '/a.html', want: '/a' },
      {
        name: 'clean addresses: an index',
        configuration: { cleanUrls: true },
        path: '/a/index.html',
        want: '/a',
      },
      {
        name: 'clean addresses with slashes',
        configuration: { cleanUrls: true, trailingSlash: true },
        path: '/a.html',
        want: '/a/',
      },
    ]
  test.each(rows)('$name', ({ configuration, path, want }) => {
    const match = firstMatch(
      createTable(ownRows({ redirects: [], ...configuration })),
      new URL(path, 'https://h.example'),
    )
    expect(match && new URL(match.location).pathname).toBe(want)
  })

  test('the root is never redirected to itself', () => {
    for (const trailingSlash of [true, false]) {
      const trail = followRules(
        createTable(ownRows({ redirects: [], cleanUrls: true, trailingSlash })),
        new URL('https://h.example/'),
      )
      expect(trail).toMatchObject({ steps: [], end: { kind: 'answered' } })
    }
  })
})

describe('followRules()', () => {
  /** `/a` redirects to `/1`, `/1` to `/2`, up to `/length`. */
  const chain = (length: number) =>
    Array.from({ length }, (_, at) => [at === 0 ? '/a' : `/${at}`, `/${at + 1}`])
  const rows = [
    {
      name: 'ends at the address that nothing matches',
      rules: [
        ['/a', '/b'],
        ['/b', '/c'],
      ],
      end: 'answered',
      steps: 2,
    },
    {
      name: 'ends when an address repeats',
      rules: [
        ['/a', '/b'],
        ['/b', '/a'],
      ],
      end: 'loop',
      steps: 2,
    },
    { name: 'ends at an address that redirects to itself', rules: [['/a', '/a']], end: 'loop', steps: 1 },
    { name: 'ends when addresses only grow', rules: [['/a(.*)', '/a/a$1']], end: 'loop', steps: 21 },
    { name: 'ends after 20 redirects, as a browser does', rules: chain(20), end: 'answered', steps: 20 },
    { name: 'gives up after 21 redirects', rules: chain(21), end: 'loop', steps: 21 },
    { name: 'ends at an address over 8 kB', rules: [['/a(.*)', '/a$1$1x']], end: 'loop', steps: 13 },
    {
      name: 'ends at a destination without a scheme, which grows faster each time',
      rules: [['/(.*)', 'new.example/$1']],
      end: 'loop',
      steps: 10,
    },
  ]
  test.each(rows)('$name', ({ rules, end, steps }) => {
    const table = rules.map(([source = '', destination = ''], index) =>
      writtenRow({ source, destination }, index),
    )
    const trail = followRules(createTable(table), new URL('https://h.example/a'))
    expect({ end: trail.end.kind, steps: trail.steps.length }).toEqual({ end, steps })
  })
})
