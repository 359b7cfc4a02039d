import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressKey, originKey, pathKey } from '../../../lib/move/visit/address-key.ts'

const BASE = 'https://a.example'
const rows = [
  { name: 'the case of an escape (RFC 3986 6.2.2.1)', one: `${BASE}/%e3%81%82`, other: `${BASE}/%E3%81%82` },
  { name: 'letters in the address bar', one: `${BASE}/あ`, other: `${BASE}/%e3%81%82` },
  { name: 'an escaped unreserved character (6.2.2.2)', one: `${BASE}/%7Etanaka`, other: `${BASE}/~tanaka` },
  { name: 'an escaped letter', one: `${BASE}/%61?q=%62`, other: `${BASE}/a?q=b` },
  { name: 'dot segments (6.2.2.3)', one: `${BASE}/b/../a/.`, other: `${BASE}/a/` },
  { name: 'the case of scheme and host', one: 'HTTPS://A.Example/a', other: `${BASE}/a` },
  { name: 'the usual port (6.2.3)', one: 'https://a.example:443/a', other: `${BASE}/a` },
  { name: 'the usual port of http', one: 'http://a.example:80/', other: 'http://a.example' },
  { name: 'a host with the dot of the root', one: 'https://a.example./a', other: `${BASE}/a` },
  { name: 'a fragment', one: `${BASE}/a#b`, other: `${BASE}/a` },
  { name: 'a fragment after an empty query', one: `${BASE}/a?#b`, other: `${BASE}/a?` },
  { name: 'bare paths', one: '/%7e%e4', other: '/~%E4' },
]
const different = [
  { name: 'an escaped slash', one: `${BASE}/a%2Fb`, other: `${BASE}/a/b` },
  { name: 'an escaped reserved character', one: `${BASE}/a%2Cb`, other: `${BASE}/a,b` },
  { name: 'the case of a path', one: `${BASE}/A`, other: `${BASE}/a` },
  { name: 'a slash at the end', one: `${BASE}/a/`, other: `${BASE}/a` },
  { name: 'another port', one: 'https://a.example:8443/', other: `${BASE}/` },
  { name: 'another scheme', one: 'http://a.example/', other: `${BASE}/` },
  { name: 'a query', one: `${BASE}/a?b`, other: `${BASE}/a` },
  { name: 'an empty query (6.2.3)', one: `${BASE}/?`, other: `${BASE}/` },
  { name: 'an empty query of a bare path', one: '/?', other: '/' },
]

describe('addressKey()', () => {
  test.each(rows)('$name is another spelling', ({ one, other }) => {
    expect(addressKey(one)).toBe(addressKey(other))
    expect(originKey(one)).toBe(originKey(other))
  })
  test.each(different)('$name makes another address', ({ one, other }) => {
    expect(addressKey(one)).not.toBe(addressKey(other))
  })
  test('a text that is no address is its own key', () => {
    expect([addressKey('sitemap.xml'), originKey('sitemap.xml')]).toEqual(['sitemap.xml', ''])
  })
})

test('pathKey() of a key is the key, and the host gets the same path', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const { pathname, search } = new URL(`${BASE}${path.startsWith('/') ? path : `/${path}`}?${query}`)
      const key = pathKey(`${pathname}${search}`)
      expect(pathKey(key)).toBe(key)
      const text = (path: string) => path.replace(/%[0-7][0-9a-f]/gi, unescape)
      expect(text(key)).toBe(text(`${pathname}${search}`))
    }),
  )
})
