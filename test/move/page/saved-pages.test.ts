import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { createDomainFinder } from '../../../lib/move/facts/old-domain-strings.ts'
import { countSavedPages } from '../../../lib/move/page/saved-pages.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryDirectory()
})

const find = createDomainFinder({ domain: 'old.example', except: 'new.example' })
const counting = (paths: string[], signal = new AbortController().signal) =>
  countSavedPages(paths, { find, signal })

test('countSavedPages() searches every text file below a folder, by place', async () => {
  await mkdir(join(folder, 'site/deep'), { recursive: true })
  const files: Record<string, string | Uint8Array> = {
    'site/index.html': '<link rel=canonical href=https://old.example/><p>old.example</p>',
    'site/deep/page.htm': '<script type="application/ld+json">"https:\\/\\/old.example"</script>',
    'site/robots.txt': 'Sitemap: https://old.example/sitemap.xml',
    'site/sitemap.xml.gz': gzipSync('<loc>https://old.example/</loc>'),
    'site/app.js': "fetch('https://old.example')",
    'site/style.css': 'url(https://old.example/a.png)',
    'site/data.json': '"https://old.example"',
    'site/old.example.png': 'old.example',
    'single.txt': 'old.example',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const tally = await counting([join(folder, 'site'), join(folder, 'single.txt')])
  expect(tally.count().rows.map(({ place, form, count }) => `${place} ${form} ${count}`)).toEqual([
    'canonical raw 1',
    'sitemap raw 1',
    'robots raw 1',
    'structured-data escaped 1',
    'script raw 1',
    'style raw 1',
    'text raw 3',
  ])
})

test('countSavedPages() searches the pages that wget 1.21.3 saves under the names of their addresses', async () => {
  const page = '<!doctype html>\n<link rel=canonical href=https://old.example/>'
  const files: Record<string, string> = {
    about: page,
    'v1.2': page,
    'page.php?id=3': page,
    'index.html?p=12': page,
    'index.html@p=12': page,
    'style.css?v=3': 'url(https://old.example/a.png)',
    'lib.min@2.js': "fetch('https://old.example')",
    'logo@2x.png': 'old.example',
    'archive.zip': 'old.example',
    LICENSE: 'old.example',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await writeFile(join(folder, 'wide'), `\ufeff${page}`, 'utf16le')
  const tally = await counting([folder])
  expect(tally.count().rows.map(({ place, form, count }) => `${place} ${form} ${count}`)).toEqual([
    'canonical raw 6',
    'script raw 1',
    'style raw 1',
  ])
})

test('countSavedPages() refuses a path that is not there', async () => {
  await expect(counting([join(folder, 'none')])).rejects.toMatchObject({ code: 'usage' })
})

test('countSavedPages() refuses a file whose compression is broken, by name', async () => {
  await writeFile(join(folder, 'sitemap.xml.gz'), 'not gzip')
  await expect(counting([folder])).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(join(folder, 'sitemap.xml.gz')),
  })
})

test('countSavedPages() stops when its signal is aborted', async () => {
  await writeFile(join(folder, 'a.txt'), 'old.example')
  await expect(counting([folder], AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
})
