/** The findings about the end of a chain of redirects. */
import { describe, expect, test } from 'vitest'
import { redirectFindings, sameAddress } from '../../../lib/move/page/redirect-findings.ts'
import { expectFindings, NEW, OLD, type Row, type Step, trailOf, variantOf } from './redirect-trails.ts'

const rows: Row[] = [
  {
    name: 'another path fails',
    trail: trailOf([
      [`${OLD}/a`, 301, `${NEW}/`],
      [`${NEW}/`, 200],
    ]),
    want: [
      'failed redirects to https://new.example/: the path is not the same',
      'failed ends at https://new.example/, another page',
    ],
  },
  {
    name: 'another page after arriving fails',
    trail: trailOf([
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 301, `${NEW}/`],
      [`${NEW}/`, 200],
    ]),
    want: ['failed ends at https://new.example/, another page'],
  },
  {
    name: 'a lost query fails',
    path: '/a?q=1',
    trail: trailOf([
      [`${OLD}/a?q=1`, 301, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: ['failed redirects to https://new.example/a: the query is not the same'],
  },
  {
    name: 'a changed query fails',
    path: '/a?q=1',
    trail: trailOf([
      [`${OLD}/a?q=1`, 301, `${NEW}/a?q=1&path=a`],
      [`${NEW}/a?q=1&path=a`, 200],
    ]),
    want: ['failed redirects to https://new.example/a?q=1&path=a: the query is not the same'],
  },
  {
    name: 'a lost slash fails',
    path: '/a/',
    trail: trailOf([
      [`${OLD}/a/`, 301, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: ['failed redirects to https://new.example/a: the path is not the same'],
  },
  {
    name: 'percent-encoding written otherwise passes',
    path: '/%E6%97%A5',
    trail: trailOf([
      [`${OLD}/%E6%97%A5`, 301, `${NEW}/%e6%97%a5`],
      [`${NEW}/%e6%97%a5`, 200],
    ]),
    want: [],
  },
  {
    name: 'the new site may settle on its own form',
    path: '/a.html',
    trail: trailOf([
      [`${OLD}/a.html`, 308, `${NEW}/a.html`],
      [`${NEW}/a.html`, 308, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: [],
  },
  {
    name: 'not found at the end fails',
    trail: trailOf([
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 404],
    ]),
    want: ['failed ends at https://new.example/a, which answers 404'],
  },
  {
    name: 'not found for a form that is not listed is a warning',
    path: '/a/',
    listed: false,
    trail: trailOf([
      [`${OLD}/a/`, 301, `${NEW}/a/`],
      [`${NEW}/a/`, 404],
    ]),
    want: ['warning ends at https://new.example/a/, which answers 404; the list does not name this form'],
  },
  {
    name: 'a form that is not listed must redirect too',
    path: '/a/',
    listed: false,
    trail: trailOf([[`${OLD}/a/`, 404]]),
    want: ['failed answers 404 and does not redirect to new.example'],
  },
  {
    name: 'a loop fails',
    trail: trailOf(
      [
        [`${OLD}/a`, 301, `${NEW}/a`],
        [`${NEW}/a`, 301, `${OLD}/a`],
      ],
      'loop',
    ),
    want: ['failed redirects in a loop, back to https://old.example/a'],
  },
  {
    name: 'a third party fails',
    trail: trailOf([[`${OLD}/a`, 301, 'https://evil.example/a']], 'left'),
    want: ['failed redirects to https://evil.example/a, which is not part of this move'],
  },
  {
    name: 'another scheme fails',
    trail: trailOf([[`${OLD}/a`, 301, 'app://new.example/a']], 'left'),
    want: ['failed redirects to app://new.example/a, which is not part of this move'],
  },
  {
    name: 'another port fails',
    trail: trailOf([[`${OLD}/a`, 301, `${NEW}:8443/a`]], 'left'),
    want: ['failed redirects to https://new.example:8443/a, which is not part of this move'],
  },
  {
    name: 'an end over http fails',
    trail: trailOf([
      [`${OLD}/a`, 301, 'http://new.example/a'],
      ['http://new.example/a', 200],
    ]),
    want: [
      'failed redirects to http://new.example/a on its way, over http, expected https',
      'failed ends at http://new.example/a, expected an address that begins with https://new.example/',
    ],
  },
  {
    name: 'an end at the www name fails',
    trail: trailOf([
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 301, 'https://www.new.example/a'],
      ['https://www.new.example/a', 200],
    ]),
    want: ['failed ends at https://www.new.example/a, expected an address that begins with'],
  },
  {
    name: 'a query lost after arriving fails',
    path: '/a?q=1',
    trail: trailOf([
      [`${OLD}/a?q=1`, 301, `${NEW}/a?q=1`],
      [`${NEW}/a?q=1`, 301, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: ['failed ends at https://new.example/a, without the query of the request'],
  },
  {
    name: 'a query that is not listed may be dropped by the new site',
    path: '/a?q=1',
    listed: false,
    trail: trailOf([
      [`${OLD}/a?q=1`, 301, `${NEW}/a?q=1`],
      [`${NEW}/a?q=1`, 301, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: [],
  },
  {
    name: 'a chain without end fails',
    trail: trailOf(
      Array.from({ length: 10 }, (_, at): Step => [`${OLD}/${at}`, 301, `${OLD}/${at + 1}`]),
      'too many',
    ),
    want: ['failed is still redirected after 10 redirects', 'failed takes 10 redirects, expected at most 3'],
  },
  {
    name: 'the old homepage with 308 passes with a warning',
    path: '/',
    trail: trailOf([
      [`${OLD}/`, 308, `${NEW}/`],
      [`${NEW}/`, 200],
    ]),
    want: ['warning is the old homepage and answers 308'],
  },
  {
    name: 'the old homepage with 301 passes',
    path: '/',
    trail: trailOf([
      [`${OLD}/`, 301, `${NEW}/`],
      [`${NEW}/`, 200],
    ]),
    want: [],
  },
  {
    name: 'the 308 from http to https is the host own and no warning',
    path: '/',
    trail: trailOf([
      ['http://old.example/', 308, `${OLD}/`],
      [`${OLD}/`, 301, `${NEW}/`],
      [`${NEW}/`, 200],
    ]),
    want: [],
  },
]

describe('redirectFindings()', () => {
  test.each(rows)('$name', expectFindings)

  test('the new www homepage may answer 308 without a warning', () => {
    const trail = trailOf([
      ['https://www.new.example/', 308, `${NEW}/`],
      [`${NEW}/`, 200],
    ])
    const variant = variantOf({ url: 'https://www.new.example/', target: `${NEW}/`, listed: true })
    expect(redirectFindings(variant, trail, { point: 3, newHost: 'new.example', mostHops: 3 })).toEqual([])
  })
})

describe('sameAddress()', () => {
  const rows = [
    { one: 'https://h.example/a', other: 'https://H.example:443/a#b', want: true },
    { one: 'https://h.example/%7Ea', other: 'https://h.example/~a', want: true },
    { one: 'https://h.example/%2f', other: 'https://h.example/%2F', want: true },
    { one: 'https://h.example/%2F', other: 'https://h.example//', want: false },
    { one: 'https://h.example/a', other: 'https://h.example/A', want: false },
    { one: 'https://h.example/a', other: 'http://h.example/a', want: false },
    { one: 'https://h.example/a', other: 'https://h.example/a/', want: false },
  ]
  test.each(rows)('$one and $other: $want', ({ one, other, want }) => {
    expect(sameAddress(one, other)).toBe(want)
  })
})
