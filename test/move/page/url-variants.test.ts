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
    {
      name: 'the root has no other slash',
      path: '/',
      forms: { '/': 'as listed', '/?kura-move-check=1': 'with a query' },
    },
    {
      name: 'a path has both slash forms',
      path: '/a',
      forms: { '/a': 'as listed', '/a?kura-move-check=1': 'with a query', '/a/': 'other slash' },
    },
    {
      name: 'a file has no other slash',
      path: '/a.html',
      forms: { '/a.html': 'as listed', '/a.html?kura-move-check=1': 'with a query' },
    },
    {
      name: 'a query is also left out',
      path: '/a?q=1',
      forms: { '/a?q=1': 'as listed', '/a': 'without its query', '/a/?q=1': 'other slash' },
    },
    {
      name: 'a question mark inside a query stays',
      path: '/a.html?q=?',
      forms: { '/a.html?q=?': 'as listed', '/a.html': 'without its query' },
    },
  ]
  test.each(rows)('$name, on each host over http and https', ({ path, forms }) => {
    expect(urlVariants(path, site)).toEqual(
      origins.flatMap(origin =>
        Object.entries(forms).map(([form, pathForm]) => ({
          url: `${origin}${form}`,
          origin,
          pathForm,
          listed: pathForm === 'as listed',
          target: `https://new.example${form}`,
        })),
      ),
    )
  })
})
