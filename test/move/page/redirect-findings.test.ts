import { describe, expect, test } from 'vitest'
import { redirectFindings, sameAddress } from '../../../lib/move/page/redirect-findings.ts'
import type { UrlVariant } from '../../../lib/move/page/url-variants.ts'
import { say } from '../../../lib/move/phrase.ts'
import type { Trail } from '../../../lib/move/visit/follow.ts'
import type { Hop } from '../../../lib/move/visit/hop.ts'

type Step = readonly [url: string, status: number, location?: string]

function trailOf(steps: readonly Step[], end: Trail['end'] = 'answered', silent?: Hop['trouble']): Trail {
  const hops: Hop[] = steps.map(([url, status, location]) => ({ url, status, ...(location && { location }) }))
  if (silent) hops.push({ url: steps.at(-1)?.[2] ?? 'https://old.example/a', trouble: silent })
  return { hops, end, last: { hop: hops.at(-1)!, headers: {}, body: undefined } }
}

const OLD = 'https://old.example'
const NEW = 'https://new.example'
const unknown = { verdict: 'unknown', ...say('timedOut') } as const

interface Row {
  readonly name: string
  readonly path?: string
  readonly listed?: boolean
  readonly trail: Trail
  /** `verdict beginning-of-message`. */
  readonly want: string[]
}

const rows: Row[] = [
  {
    name: '301 to the same path passes',
    trail: trailOf([
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: [],
  },
  {
    name: '308 passes',
    trail: trailOf([
      [`${OLD}/a`, 308, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: [],
  },
  {
    name: 'three redirects pass',
    trail: trailOf([
      ['http://old.example/a', 308, `${OLD}/a`],
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 308, `${NEW}/a/`],
      [`${NEW}/a/`, 200],
    ]),
    want: [],
  },
  {
    name: 'four are too many',
    trail: trailOf([
      ['http://old.example/a', 308, `${OLD}/a`],
      [`${OLD}/a`, 301, 'http://new.example/a'],
      ['http://new.example/a', 308, `${NEW}/a`],
      [`${NEW}/a`, 308, `${NEW}/a/`],
      [`${NEW}/a/`, 200],
    ]),
    want: ['failed takes 4 redirects, expected at most 3'],
  },
  {
    name: '302 fails',
    trail: trailOf([
      [`${OLD}/a`, 302, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: ['failed answers 302 at https://old.example/a, expected 301 or 308'],
  },
  {
    name: 'a temporary step behind a permanent one fails',
    trail: trailOf([
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 307, `${NEW}/a/`],
      [`${NEW}/a/`, 200],
    ]),
    want: ['failed answers 307 at https://new.example/a, expected 301 or 308'],
  },
  {
    name: 'no redirect fails',
    trail: trailOf([[`${OLD}/a`, 200]]),
    want: ['failed answers 200 and does not redirect to new.example'],
  },
  {
    name: 'not found fails',
    trail: trailOf([[`${OLD}/a`, 404]]),
    want: ['failed answers 404 and does not redirect to new.example'],
  },
  {
    name: 'a redirect without Location fails',
    trail: trailOf([[`${OLD}/a`, 301]]),
    want: ['failed answers 301 without a Location'],
  },
  {
    name: '403 is unknown',
    trail: trailOf([[`${OLD}/a`, 403]]),
    want: ['unknown answers 403 to this check'],
  },
  {
    name: '429 is unknown',
    trail: trailOf([[`${OLD}/a`, 429]]),
    want: ['unknown answers 429 to this check'],
  },
  {
    name: '403 on the way is unknown',
    trail: trailOf([
      ['http://old.example/a', 308, `${OLD}/a`],
      [`${OLD}/a`, 403],
    ]),
    want: ['unknown redirects to https://old.example/a, which answers 403 to this check'],
  },
  {
    name: '403 at the end is unknown',
    trail: trailOf([
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 403],
    ]),
    want: ['unknown ends at https://new.example/a, which answers 403 to this check'],
  },
  {
    name: 'silence is unknown',
    trail: trailOf([], 'silent', unknown),
    want: ['unknown did not answer in time'],
  },
  {
    name: 'silence at the end is unknown',
    trail: trailOf([[`${OLD}/a`, 301, `${NEW}/a`]], 'silent', unknown),
    want: ['unknown redirects to https://new.example/a, which did not answer in time'],
  },
  {
    name: 'a name that does not resolve fails',
    trail: trailOf([], 'silent', { verdict: 'failed', ...say('unresolved') }),
    want: ['failed does not resolve'],
  },
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
    want: ['failed ends at http://new.example/a, expected an address that begins with https://new.example/'],
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

const variantOf = (variant: Pick<UrlVariant, 'url' | 'target' | 'listed'>): UrlVariant => ({
  ...variant,
  origin: OLD,
  pathForm: 'as listed',
})

describe('redirectFindings()', () => {
  test.each(rows)('$name', ({ path = '/a', listed = true, trail, want }) => {
    const variant = variantOf({ url: trail.hops[0]?.url ?? '', target: `${NEW}${path}`, listed })
    const findings = redirectFindings(variant, trail, { point: 2, newHost: 'new.example', mostHops: 3 })
    const found = findings.map(({ verdict, message }) => `${verdict} ${message}`)
    expect(found).toHaveLength(want.length)
    for (const [index, text] of want.entries()) expect(found[index]).toContain(text)
    expect(findings.every(({ point, url }) => point === 2 && url === variant.url)).toBe(true)
  })

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
