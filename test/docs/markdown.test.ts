import { describe, expect, test } from 'vitest'
import { anchorOf, readMarkdown } from './markdown.ts'

const PAGE = `# The page
See [another](other.md#part) and [\`code\`](code.md "its title"), not \`[none](none.md)\`.

<!-- not run: needs a deployment -->
\`\`\`sh
kura publish
\`\`\`

## Part
\`\`\`json contact.json
{ "a": "[no link](x.md)" }
\`\`\`
## Part
[defined]: https://kura.example.com
`

describe('readMarkdown()', () => {
  const page = readMarkdown(PAGE)

  test('finds fenced blocks with their language, their name and the remark before them', () => {
    expect(page.blocks).toEqual([
      { line: 5, language: 'sh', name: '', text: 'kura publish', remark: 'not run: needs a deployment' },
      { line: 10, language: 'json', name: 'contact.json', text: '{ "a": "[no link](x.md)" }', remark: '' },
    ])
  })

  test('finds links outside code, and headings with their anchors', () => {
    expect(page.links).toEqual(['other.md#part', 'code.md', 'https://kura.example.com'])
    expect([...page.anchors]).toEqual(['the-page', 'part', 'part-1'])
    expect(page.inlineCode).toEqual(['code', '[none](none.md)'])
  })

  test('refuses a fence that is never closed', () => {
    expect(() => readMarkdown('```sh\nkura publish\n')).toThrow('line 1: the fence is never closed')
  })
})

test.each([
  ['Keys of operators', 'keys-of-operators'],
  ['`kura api`: any request', 'kura-api-any-request'],
  ["The host's cron", 'the-hosts-cron'],
  ['Chat & notices', 'chat--notices'],
  ['1.0.0 - 2026', '100---2026'],
  ['See [the map](x.md)', 'see-the-map'],
])('anchorOf(%j) is %j', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor)
})
