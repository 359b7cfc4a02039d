import { describe, expect, test } from 'vitest'
import { searchFindings } from '../../../lib/move/site/search-findings.ts'
import { foldersOf } from '../../../lib/move/site/unknown-paths.ts'

describe('search-findings', () => {
  const FILE = { url: 'https://new.example/robots.txt', point: 4 } as const
  const PATHS = { pages: ['/', '/news/1', '/news/2'], files: ['/assets/site.css'] }
  const after = 'User-agent: *\nDisallow: /news/\nDisallow: /assets/\n'

  describe('searchFindings()', () => {
    test.each([
      {
        name: 'what the old site allowed',
        before: 'User-agent: *\nAllow: /\n',
        want: [
          'failed forbids every search engine 2 pages that the old site allowed, by "Disallow: /news/" in line 2: /news/1, /news/2',
          'failed forbids every search engine a file that pages need to be shown (styles, scripts), by "Disallow: /assets/" in line 3: /assets/site.css',
        ],
      },
      { name: 'nothing that the old site forbade too', before: after, want: [] },
      {
        name: 'what the old site forbade to one robot alone',
        before: 'User-agent: Googlebot\nDisallow: /\n',
        want: [
          'failed forbids Bingbot and other search engines 2 pages that the old site allowed, by "Disallow: /news/" in line 2: /news/1, /news/2',
          'failed forbids Bingbot and other search engines a file that pages need to be shown (styles, scripts), by "Disallow: /assets/" in line 3: /assets/site.css',
        ],
      },
      {
        name: 'without the old file, what the sitemap lists; files are a warning',
        before: undefined,
        want: [
          'failed forbids every search engine 2 pages of the site, by "Disallow: /news/" in line 2: /news/1, /news/2',
          'warning forbids every search engine a file that pages need to be shown (styles, scripts), by "Disallow: /assets/" in line 3: /assets/site.css',
        ],
      },
    ])('finds $name', ({ before, want }) => {
      const found = searchFindings(FILE, { after, before }, PATHS)
      expect(found.map(({ verdict, message }) => `${verdict} ${message}`)).toEqual(want)
    })
  })
})

describe('unknown-paths', () => {
  test('foldersOf() has one folder for each depth, at most six', () => {
    const paths = ['/', '/a', '/b/c?d=/e/f/', '/b2/c', '/b/c/d/', '/1/2/3/4/5/6/7/8']
    expect(foldersOf(paths.map(path => ({ path, old: true, listed: true })))).toEqual(['/', '/b/', '/b/c/d/'])
  })
})
