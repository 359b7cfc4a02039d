/**
 * The index as a Markdown reader shows it, whatever text surrounds it: read by CommonMark's reference implementation.
 */
import type { Node } from 'commonmark'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../../lib/core/markdown/blocks.ts'
import { countIndexed, updateIndex } from '../../../lib/device/index/file.ts'
import { childrenOf, outerBlocks, walk } from '../../helpers/markdown/commonmark.ts'
import { markdownTexts } from '../../helpers/markdown/texts.ts'
import { count } from '../../helpers/run/sampled.ts'

const HEADING = '## Shared'
const FILES = [{ path: 'a.md', title: 'A' }, { path: 'b c.md' }, { path: 'd(1).md', title: '`[x' }]
const FORMER = ['gone.md', 'a`b.md']
const LINES = [
  ...[
    '- [A](a.md)',
    '- [b c.md](<b c.md>)',
    '-   [x](a.md)',
    '-     [x](a.md)',
    '- [x](gone.md)',
    '-  [x](a`b.md)',
  ],
  ...[
    '- [x](b c.md)',
    '- [x](b%20c.md)  ',
    '- [x\\]](d(1).md)',
    '- [x](d\\(1\\).md)',
    '- [x](d(1.md)',
    '- [x](a.md) y',
  ],
  ...[
    '- [a < b](a.md)',
    '* [x](a.md)',
    '  - [x](a.md)',
    '   * [x](gone.md)',
    ' - [x](b c.md)',
    '- [x](<a.md>)',
    '  note',
  ],
]
/** Lines that are links or not, depending on the text after them; kura does not count them before it rewrites them. */
const DOUBTFUL = [
  '- [x `y](a.md)',
  '- [<!-- ](a.md)',
  '- [<a title="](a.md)',
  '- [[x] y](a.md)',
  '- [[x](y) z](a.md)',
]
/** Parts of links that a formatter has wrapped over several lines; kura finds each link whose parts are all there. */
const FOLDED = ['- [x', '- [x y\\', 'z](a.md)', '  ] z](a.md)  ', '    z](<b c.md>)', '  z](gone.md)']
const texts = markdownTexts(LINES)
const foldedTexts = markdownTexts([...LINES, ...FOLDED])
const runs = { numRuns: Number(process.env['RUNS'] ?? count({ few: 200, all: 1000 })) }

/** The text for a reader without front matter: the lines of the front matter are blank. */
function body(text: string): string {
  const [first] = blocksOf(text)
  if (first?.kind !== 'front matter') return text
  return text.slice(0, first.end).replace(/[^\r\n]/g, '') + text.slice(first.end)
}

/** The target of an outer list item's first line, if this item has a bullet and is nothing but a link. */
function linkOf(item: Node, line: string): string | undefined {
  if (!/^ {0,3}[-*+] /.test(line)) return undefined
  const first = item.firstChild
  const [link, next] =
    first?.type === 'paragraph' || first?.type === 'heading'
      ? childrenOf(first).filter(({ literal }) => literal !== '')
      : []
  const alone = link?.type === 'link' && (!next || next.type === 'softbreak' || next.type === 'linebreak')
  return alone ? decodeURIComponent(link.destination ?? '') : undefined
}

function shownLinks(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/)
  return outerBlocks(body(text))
    .filter(({ kind }) => kind === 'item')
    .map(({ node, line }) => linkOf(node, lines[line - 1] ?? ''))
    .filter(path => path !== undefined)
}

/** All code and HTML of a text, without the comment that kura writes between lists. */
const codeOf = (text: string) =>
  walk(body(text))
    .filter(({ type }) => type === 'code_block' || type === 'html_block')
    .map(({ literal }) => literal?.trimEnd())
    .filter(literal => literal !== '<!-- -->')

const update = (text: string) => updateIndex(text, { heading: HEADING, files: FILES, former: FORMER })

describe('any Markdown text', () => {
  test('countIndexed() counts the files whose line is shown as a link', () => {
    fc.assert(
      fc.property(texts, text => {
        const shown = new Set(shownLinks(text))
        expect(countIndexed(text, FILES)).toBe(FILES.filter(({ path }) => shown.has(path)).length)
      }),
      runs,
    )
  })

  test('countIndexed() counts no file whose line might not be shown as a link', () => {
    fc.assert(
      fc.property(markdownTexts([...LINES, ...FOLDED, ...DOUBTFUL]), text => {
        const shown = new Set(shownLinks(text))
        const most = FILES.filter(({ path }) => shown.has(path)).length
        expect(countIndexed(text, FILES)).toBeLessThanOrEqual(most)
        expect(countIndexed(update(text), FILES)).toBe(FILES.length)
      }),
      runs,
    )
  })

  test('updateIndex() makes every file shown as a link, once', () => {
    fc.assert(
      fc.property(foldedTexts, text => {
        const after = update(text)
        const paths = FILES.map(({ path }) => path)
        const listed = shownLinks(after).filter(path => [...paths, ...FORMER].includes(path))
        expect(listed.toSorted()).toEqual(paths.toSorted())
        expect(countIndexed(after, FILES)).toBe(FILES.length)
      }),
      runs,
    )
  })

  test('updateIndex() changes nothing the second time', () => {
    fc.assert(
      fc.property(foldedTexts, text => {
        const after = update(text)
        expect(update(after)).toBe(after)
      }),
      runs,
    )
  })

  test('updateIndex() changes no code and no HTML, in or out of a list', () => {
    fc.assert(
      fc.property(foldedTexts, text => {
        expect(codeOf(update(text))).toEqual(codeOf(text))
      }),
      runs,
    )
  })
})

const MEGABYTE = 1_000_000
const rows = (line: string) => line.repeat(MEGABYTE / line.length)

/** If the time grew with the square of the size, each of these would take hours. */
const LARGE = [
  { name: 'empty lines', text: rows('\n') },
  { name: 'paragraphs', text: rows('a\n\n') },
  { name: 'lines to one file', text: rows('- [x](a.md)\n') },
  { name: 'broken escapes', text: rows('- [x](%ff)\n') },
  { name: 'nested lists, then empty lines', text: `${rows('- ')}x\n${rows('\n')}` },
  { name: 'nested lists in a quotation, then empty ones', text: `> ${rows('- ')}x\n${rows('>\n')}` },
  { name: 'nested lists of all kinds', text: `${rows('* - + ')}x` },
  { name: 'nested quotations', text: rows('>') },
  { name: 'comments that nothing closes', text: rows('<!-- \n') },
  { name: 'spaces in a heading', text: `# a${rows(' ')}b` },
  { name: 'signs in a heading', text: `# ${rows('# ')}b` },
  { name: 'an open tag', text: `<a${rows(' b')}` },
  { name: 'fences in one line', text: rows('`') },
  { name: 'front matter that nothing closes', text: `---\n${rows('--- x\n')}` },
  { name: 'brackets', text: `- ${rows('[')}` },
  { name: 'parentheses', text: `- [x](${rows('(')}` },
  { name: 'lists apart from what follows', text: `## Shared\n${rows('\n')}    x` },
]

describe('a large text', () => {
  test.each(LARGE)('of $name is read once', ({ text }) => {
    expect(countIndexed(update(text), FILES)).toBe(FILES.length)
  })
})
