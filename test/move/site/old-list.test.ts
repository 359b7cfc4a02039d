import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { say } from '../../../lib/move/phrase.ts'
import { readOldList } from '../../../lib/move/site/old-list.ts'
import type { Hop } from '../../../lib/move/visit/hop.ts'
import type { VisitPage } from '../../../lib/move/visit/visit.ts'
import { MOVE_VISIT } from '../../../lib/move/visit/words.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryDirectory()
})

const served: Record<string, { hop: Partial<Hop>; text?: string }> = {
  'https://archive.example/sitemap.xml': {
    hop: { status: 200 },
    text: '<urlset><url><loc>https://old.example/s</loc></url></urlset>',
  },
  'https://old.example/sitemap.xml': { hop: { status: 308, location: 'https://new.example/sitemap.xml' } },
  'https://archive.example/gone.xml': { hop: { status: 404 } },
  'https://archive.example/silent.xml': {
    hop: { trouble: { verdict: 'unknown', ...say(MOVE_VISIT.timedOut) } },
  },
}
const visit: VisitPage = async url => {
  const { hop = {}, text } = served[url] ?? {}
  const body = text === undefined ? undefined : { bytes: new TextEncoder().encode(text), complete: true }
  return { hop: { url, ...hop }, headers: {}, body }
}

test('readOldList() reads lists, sitemaps, compressed ones, and the files next to a saved index', async () => {
  const index = [
    'https://old.example/sitemap-1.xml.gz',
    'https://old.example/maps/sitemap-2.xml',
    'https://old.example/lost.xml',
  ]
  await mkdir(join(folder, 'saved'))
  await writeFile(
    join(folder, 'saved/index.xml'),
    `<sitemapindex>${index.map(url => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`,
  )
  await writeFile(
    join(folder, 'saved/sitemap-1.xml.gz'),
    gzipSync('<urlset><url><loc>https://old.example/a</loc></url></urlset>'),
  )
  await writeFile(
    join(folder, 'saved/sitemap-2.xml'),
    '<urlset><url><loc>https://old.example/b</loc></url></urlset>',
  )
  await writeFile(join(folder, 'urls.txt'), '/c\n/a\n')
  const list = await readOldList(
    [join(folder, 'saved/index.xml'), join(folder, 'urls.txt'), 'https://archive.example/sitemap.xml'],
    { most: 100 },
    { visit },
  )
  expect([...list.addresses].sort()).toEqual([
    '/a',
    '/c',
    'https://old.example/a',
    'https://old.example/b',
    'https://old.example/s',
  ])
  expect(list.problems.map(({ message }) => message)).toEqual([
    `${join(folder, 'saved/lost.xml')} was not saved next to its index`,
  ])
})

const rows = [
  {
    source: 'https://old.example/sitemap.xml',
    want: 'redirects; give the copy that was saved before the move',
  },
  { source: 'https://archive.example/gone.xml', want: 'answers 404, expected 200' },
  { source: 'https://archive.example/silent.xml', want: 'did not answer in time' },
]
test.each(rows)('readOldList() says that $source $want', async ({ source, want }) => {
  const { problems } = await readOldList([source], { most: 100 }, { visit })
  expect(problems.map(({ message }) => message)).toEqual([`${source} ${want}`])
})

test('readOldList() says how many pages it leaves out', async () => {
  await writeFile(join(folder, 'urls.txt'), '/a\n/b\n/c\n')
  const list = await readOldList([join(folder, 'urls.txt')], { most: 2 }, { visit })
  expect(list.addresses).toEqual(['/a', '/b'])
  expect(list.problems.map(({ message }) => message)).toEqual([
    'lists 1 pages more than the 2 that are checked (--max-pages)',
  ])
})

test('readOldList() refuses a named file that is not there', async () => {
  await expect(readOldList([join(folder, 'none.txt')], { most: 2 }, { visit })).rejects.toMatchObject({
    code: 'usage',
  })
})

test('readOldList() says that a file with a broken name was not saved, and reads the others', async () => {
  await writeFile(
    join(folder, 'index.xml'),
    '<sitemapindex><sitemap><loc>https://old.example/%E0%A4%A.xml</loc></sitemap></sitemapindex>',
  )
  const list = await readOldList([join(folder, 'index.xml')], { most: 2 }, { visit })
  expect(list.problems.map(({ message }) => message)).toEqual([
    `${join(folder, '%E0%A4%A.xml')} was not saved next to its index`,
  ])
})
