import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { say } from '../../../lib/move/phrase.ts'
import type { SitemapFile } from '../../../lib/move/site/findings.ts'
import { loadSitemaps } from '../../../lib/move/site/load-sitemaps.ts'
import { MOVE_SITE } from '../../../lib/move/site/words.ts'

const urlset = (...urls: string[]) =>
  `<urlset>${urls.map(url => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map(url => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`

async function load(files: Readonly<Record<string, string>>, most = 100, start = 'start') {
  const seen: SitemapFile[] = []
  const loaded = await loadSitemaps(
    [start],
    { most },
    {
      onFile: file => seen.push(file),
      childOf: (_parent, location) => location,
      load: async address => {
        const text = files[address]
        if (text === undefined) return { hop: { url: address, status: 404 }, body: undefined }
        return { hop: { url: address, status: 200 }, body: { bytes: gzipSync(text), complete: true } }
      },
    },
  )
  return { ...loaded, seen }
}

describe('loadSitemaps()', () => {
  test('loads what an index lists, each page once', async () => {
    const { pages, seen } = await load({
      start: index('one', 'two'),
      one: urlset('/a', '/b'),
      two: urlset('/b', '/c'),
    })
    expect(pages).toEqual(['/a', '/b', '/c'])
    expect(seen.map(({ hop }) => hop.url)).toEqual(['start', 'one', 'two'])
  })

  test('a missing child is reported and the others are read', async () => {
    const { pages, seen } = await load({ start: index('one', 'two'), two: urlset('/c') })
    expect(pages).toEqual(['/c'])
    expect(seen.map(({ hop }) => hop.status)).toEqual([200, 404, 200])
  })

  test('an index that lists itself ends', async () => {
    const { seen } = await load({ start: index('start', 'one'), one: index('start') })
    expect(seen).toHaveLength(2)
  })

  test('an index in an index in an index is reported and not read', async () => {
    const { seen } = await load({ start: index('1'), 1: index('2'), 2: index('3'), 3: urlset('/a') })
    expect(seen.at(-1)).toMatchObject({
      hop: { url: '2' },
      problems: [say(MOVE_SITE.unreadSitemaps, { count: 1 })],
    })
  })

  test('a thousand files are enough', async () => {
    const names = Array.from({ length: 1500 }, (_, at) => `${at}`)
    const { seen } = await load({ start: index(...names) })
    expect(seen).toHaveLength(1000)
    expect(seen[0]?.problems.map(({ message }) => message)).toEqual([
      'lists 501 sitemaps that were not read: too deep or too many',
    ])
  })

  test('pages beyond the most are counted', async () => {
    const { pages, leftOut } = await load({ start: urlset('/a', '/b', '/c', '/a') }, 2)
    expect({ pages, leftOut }).toEqual({ pages: ['/a', '/b'], leftOut: 1 })
  })

  test('a file that is too large is a problem', async () => {
    const seen: SitemapFile[] = []
    await loadSitemaps(
      ['start'],
      { most: 10 },
      {
        onFile: file => seen.push(file),
        childOf: () => undefined,
        load: async url => ({
          hop: { url, status: 200 },
          body: { bytes: new Uint8Array(3), complete: false },
        }),
      },
    )
    expect(seen[0]?.problems.map(({ message }) => message)).toEqual(['is too large'])
  })
})
