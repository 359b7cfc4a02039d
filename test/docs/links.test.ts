/** Each link from a page to another file of the project leads to an existing file and heading. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readMarkdown } from './markdown.ts'
import { frontPages, manualPages, PROJECT } from './pages.ts'

const OTHER_PAGES = ['examples/README.md', 'findings/README.md', 'test/README.md', 'lib/core/store/README.md']
const pages = [...frontPages(), ...manualPages(), ...OTHER_PAGES]
const readPage = (name: string) => readMarkdown(readFileSync(join(PROJECT, name), 'utf8'))

const links = pages.flatMap(page =>
  readPage(page)
    .links.filter(link => !/^[a-z]+:/.test(link))
    .map(link => ({ page, link })),
)

test.each(links)('$page -> $link', ({ page, link }) => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), decodeURIComponent(path))
  expect(existsSync(join(PROJECT, target)), `${target} is there`).toBe(true)
  if (anchor !== undefined) expect([...readPage(target).anchors]).toContain(decodeURIComponent(anchor))
})

test('the front page is short', () => {
  const lines = readFileSync(join(PROJECT, 'README.md'), 'utf8').trimEnd().split('\n')
  expect(lines.length, 'what README.md has no room for goes to a page of docs/').toBeLessThanOrEqual(150)
})
