import { describe, expect, test } from 'vitest'
import { otherSlashForm, urlVariants } from '../../../lib/move/page/url-variants.ts'

describe('otherSlashForm()', () => {
  const rows = [
    { input: '/', want: undefined },
    { input: '/a', want: '/a/' },
    { input: '/a/', want: '/a' },
    { input: '/a.html', want: undefined },
    { input: '/v1.2/notes', want: '/v1.2/notes/' },
    { input: '/a.b/', want: '/a.b' },
    { input: '/日本', want: '/日本/' },
  ]
  test.each(rows)('$input', ({ input, want }) => {
    expect(otherSlashForm(input)).toBe(want)
  })
})

describe('urlVariants()', () => {
  const site = { oldHosts: ['old.example', 'www.old.example'], newHost: 'new.example' }
  const origins = [
    'https://old.example',
    'http://old.example',
    'https://www.old.example',
    'http://www.old.example',
  ]
  const rows = [
    { name: 'the root has one form', path: '/', forms: ['/'] },
    { name: 'a path has both slash forms', path: '/a', forms: ['/a', '/a/'] },
    { name: 'a file has one form', path: '/a.html', forms: ['/a.html'] },
    { name: 'a query is also left out', path: '/a?q=1', forms: ['/a?q=1', '/a', '/a/?q=1'] },
    { name: 'a question mark inside a query stays', path: '/a.html?q=?', forms: ['/a.html?q=?', '/a.html'] },
    { name: 'a probe is a form of its own', path: '/', probeQuery: 'x=1', forms: ['/', '/?x=1'] },
    {
      name: 'a probe is left out if there is a query',
      path: '/a.html?q=1',
      probeQuery: 'x=1',
      forms: ['/a.html?q=1', '/a.html'],
    },
  ]
  test.each(rows)('$name, on each host over http and https', ({ path, forms, probeQuery }) => {
    expect(urlVariants(path, { ...site, probeQuery })).toEqual(
      origins.flatMap(origin =>
        forms.map(form => ({
          url: `${origin}${form}`,
          listed: form === path,
          target: `https://new.example${form}`,
        })),
      ),
    )
  })
})
