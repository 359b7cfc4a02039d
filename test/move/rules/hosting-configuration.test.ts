import { describe, expect, test } from 'vitest'
import { readHostingConfiguration } from '../../../lib/move/rules/hosting-configuration.ts'

describe('readHostingConfiguration()', () => {
  test('reads what decides redirects and lets everything else pass', () => {
    const text = JSON.stringify({
      $schema: 'x',
      crons: [],
      trailingSlash: false,
      redirects: [{ source: '/a', destination: '/b', env: ['X'] }],
    })
    expect(readHostingConfiguration(text, 'vercel.json')).toMatchObject({
      trailingSlash: false,
      redirects: [{ source: '/a', destination: '/b' }],
    })
  })

  test('a file without redirects has none', () => {
    expect(readHostingConfiguration('{}', 'vercel.json').redirects).toEqual([])
  })

  const refused = [
    { name: 'what is not JSON', text: '{', says: 'Cannot read "vercel.json": it is not JSON' },
    { name: 'what is not an object', text: '[]', says: 'Cannot read "vercel.json": ' },
    {
      name: 'a rule without a destination',
      text: '{"redirects":[{"source":"/a"}]}',
      says: 'redirects[0].destination',
    },
    {
      name: 'an unknown condition',
      text: '{"redirects":[{"source":"/a","destination":"/b","has":[{"type":"moon"}]}]}',
      says: 'redirects[0].has[0]',
    },
  ]
  test.each(refused)('refuses $name', ({ text, says }) => {
    expect(() => readHostingConfiguration(text, 'vercel.json')).toThrow(says)
  })
})
