/** The host's own compiler decides: what it refuses is refused here, and every redirect that it accepts is the same. */
import { getTransformedRoutes } from '@vercel/routing-utils'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compileRedirect } from '../../../lib/move/rules/compile-source.ts'
import type { RedirectRule } from '../../../lib/move/rules/hosting-configuration.ts'

// it reports patterns that its next version compiles otherwise
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterAll(() => void vi.restoreAllMocks())

interface Compiled {
  readonly source: string
  readonly status: number
  readonly location: string
}

function compiledByHost(rule: RedirectRule): Compiled | 'refused' {
  try {
    const { routes, error } = getTransformedRoutes({ redirects: [structuredClone(rule) as never] })
    const [route] = routes ?? []
    if (error || !route || !('src' in route)) return 'refused'
    const {
      src = '',
      status = 0,
      headers = {},
    } = route as { src?: string; status?: number; headers?: object }
    return { source: src, status, location: addressOf((headers as { Location: string }).Location) }
  } catch {
    return 'refused'
  }
}

function compiledHere(rule: RedirectRule): Compiled | 'refused' {
  try {
    const { compiled, status, location } = compileRedirect(rule)
    return { source: compiled, status, location: addressOf(location) }
  } catch {
    return 'refused'
  }
}

/** What the location means to a browser. */
function addressOf(location: string): string {
  const filled = location.replace(/\$(\d+|[A-Za-z_]\w*)/g, (_, name: string) => `x${name}x`)
  return new URL(filled, 'https://host.example/').href
}

const names = fc.constantFrom('path', 'a', 'b', 'id')
const segments = fc.oneof(
  { weight: 3, arbitrary: names.map(name => `:${name}`) },
  names.map(name => `:${name}*`),
  names.map(name => `:${name}(\\d+)`),
  fc.constantFrom('(.*)', '(\\d{4})', 'news', 'a.html', '{:a-}?x', 'a:b'),
)
const sources = fc
  .tuple(fc.constantFrom('/', '/', '/', ''), fc.array(segments, { maxLength: 3 }))
  .map(([start, parts]) => `${start}${parts.join('/')}`)
const pieces = fc.oneof(
  { weight: 3, arbitrary: names.map(name => `:${name}`) },
  names.map(name => `:${name}*`),
  names.map(name => `\\:${name}`),
  fc.constantFrom('$1', '$2', 'news', 'a.html', 'host', ':host', 'x\\:y', '8:30'),
)
const destinations = fc
  .tuple(
    fc.constantFrom('/', 'https://new.example/', 'https://new.example:8443/', 'https://:a.new.example/'),
    fc.array(pieces, { maxLength: 3 }),
    fc.array(pieces, { maxLength: 2 }),
    fc.option(pieces, { nil: undefined }),
  )
  .map(([start, path, query, hash]) => {
    const search = query.map((value, at) => `q${at}=${value}`).join('&')
    return `${start}${path.join('/')}${search && `?${search}`}${hash === undefined ? '' : `#${hash}`}`
  })
const conditions = fc.constantFrom<RedirectRule['has'][]>(
  undefined,
  [{ type: 'host' as const, value: 'old.example' }],
  [{ type: 'host' as const, value: '(?<a>.*)\\.old\\.example' }],
  [{ type: 'host' as const, value: '(www\\.)?old\\.example' }],
  [{ type: 'query' as const, key: 'id' }],
  [{ type: 'query' as const, key: 'q', value: '(?<path>.*)' }],
)
const statuses = fc.constantFrom({}, { permanent: true }, { permanent: false }, { statusCode: 301 })

const rules = fc.tuple(sources, destinations, conditions, statuses).map(
  ([source, destination, has, status]): RedirectRule => ({
    source,
    destination,
    ...(has && { has }),
    ...status,
  }),
)

test('every generated rule compiles as the host compiles it, or is refused by both', () => {
  let accepted = 0
  fc.assert(
    fc.property(rules, rule => {
      const host = compiledByHost(rule)
      if (host !== 'refused') accepted += 1
      expect(compiledHere(rule)).toEqual(host)
    }),
    { numRuns: 3000, ignoreEqualValues: true },
  )
  expect(accepted).toBeGreaterThan(300)
})

const rows = [
  {
    name: 'a name in both source and condition is the condition',
    rule: {
      source: '/:path',
      destination: 'https://new.example/:path',
      has: [{ type: 'host' as const, value: '(?<path>.*)\\.old\\.example' }],
    },
    location: 'https://new.example/$path',
  },
  {
    name: 'an escaped colon in the path is a slash and a name',
    rule: { source: '/:a', destination: '/x\\:a' },
    location: '/x/$1',
  },
  {
    name: 'an escaped colon in the query is a colon',
    rule: { source: '/:a', destination: '/x?y=\\:a&z=:a' },
    location: '/x?y=%3Aa&z=$1',
  },
]
test.each(rows)('$name', ({ rule, location }) => {
  expect(compileRedirect(rule).location).toBe(location)
  expect(compiledHere(rule)).toEqual(compiledByHost(rule))
})
