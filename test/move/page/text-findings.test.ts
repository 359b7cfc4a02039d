import { describe, expect, test } from 'vitest'
import { findFrame, withoutFrame } from '../../../lib/move/baseline/read.ts'
import { readPage } from '../../../lib/move/facts/page-facts.ts'
import { lettersOf } from '../../../lib/move/facts/page-text.ts'
import { sketchOf } from '../../../lib/move/facts/text-sketch.ts'
import type { TextBefore } from '../../../lib/move/page/before-move.ts'
import { notFoundPart } from '../../../lib/move/page/not-found-text.ts'
import { textFindings } from '../../../lib/move/page/text-findings.ts'

const words = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ')
const page = (text: string, title = 'Lamps') => `<title>${title}</title><main>${text}</main>`

function textBefore(text: string, more: Partial<TextBefore> = {}): TextBefore {
  const letters = lettersOf(text)
  const sketch = sketchOf(text)
  return {
    title: 'Lamps',
    description: '',
    letters,
    content: letters,
    sketch,
    garbled: false,
    notFound: false,
    ...more,
  }
}

describe('textFindings()', () => {
  const long = words('lamp', 200)
  const rows = [
    { name: 'the same text', html: page(long), want: [] },
    { name: 'more text', html: page(`${words('new', 400)} ${long}`), want: [] },
    {
      name: 'half of the text, and as much new',
      html: page(`${words('lamp', 140)} ${words('new', 60)}`),
      want: [],
    },
    { name: 'the text in another frame', html: `<title>x</title><aside>${long}</aside>`, want: [] },
    { name: 'nothing', html: page(''), want: [/^failed is blank; before the move it had \d+ letters/] },
    { name: 'nothing but a picture', html: page('<img src=a.png>'), want: [/^failed is blank/] },
    {
      name: 'a fifth of the text',
      html: page(words('lamp', 40)),
      want: [/^failed has lost most of its text: .*; it begins with "lamp0 lamp1/],
    },
    {
      name: 'another text',
      html: page(words('chair', 200)),
      want: [/^failed says something else .*, its title is still "Lamps", and it begins with "chair0/],
    },
    {
      name: 'no title',
      html: page(long, ''),
      want: [/^failed has no title; before the move it was "Lamps"/],
    },
    {
      name: 'no description',
      text: textBefore(long, { description: 'All lamps' }),
      html: page(long),
      want: [/^warning has no description .* "All lamps"/],
    },
    {
      name: 'a short text written anew',
      text: textBefore('A few lamps for you'),
      html: page('Some chairs for me'),
      want: [],
    },
    {
      name: 'a short text of another page',
      text: textBefore('A few good lamps for you today'),
      html: page('Some good chairs for me tomorrow', 'Chairs'),
      want: [/^failed says something else .*, its title "Lamps" became "Chairs", and it begins/],
    },
    { name: 'a text that was blank before', text: textBefore(''), html: page(''), want: [] },
    {
      name: 'a text that said so before',
      text: textBefore(long, { notFound: true }),
      html: page(long, 'Not found'),
      want: [],
    },
    { name: 'mojibake', html: page(`${long} ã‚ãƒ³ãƒ—ãƒ©`), want: [/^failed is in the wrong character set/] },
    {
      name: 'mojibake of before',
      text: textBefore(long, { garbled: true }),
      html: page(`${long} ã‚ãƒ³ãƒ—ãƒ©`),
      want: [],
    },
    { name: 'a page that leads elsewhere', html: `<meta http-equiv=refresh content="0;url=/b">`, want: [] },
    {
      name: 'blank, without a baseline',
      text: undefined,
      html: page(''),
      want: [/^failed is blank: it has a title/],
    },
    { name: 'a picture alone, without a baseline', text: undefined, html: page('<img src=a.png>'), want: [] },
    {
      name: 'a script alone, without a baseline',
      text: undefined,
      html: page('<script src=a.js></script>'),
      want: [],
    },
    {
      name: 'not found, without a baseline',
      text: undefined,
      html: page('ページが見つかりませんでした'),
      want: [/^failed answers 200 and says that there is no such page: "ページが/],
    },
  ]
  test.each(rows)('$name', row => {
    const text = 'text' in row ? row.text : textBefore(long)
    const found = textFindings(readPage(row.html, {}), text).map(
      ([verdict, { message }]) => `${verdict} ${message}`,
    )
    expect(found).toEqual(row.want.map(line => expect.stringMatching(line)))
  })
})

describe('notFoundPart()', () => {
  const says = (html: string) => {
    const { text } = readPage(html, {})
    return text && notFoundPart(text) !== undefined
  }
  test.each([
    '<title>404 Not Found</title>',
    '<title>Page not found - Lamps Ltd.</title>',
    '<title>エラー | Lamps</title><h1>お探しのページは見つかりませんでした</h1>',
    '<title>404エラー｜ランプ</title>',
    '<title>Lamps</title><h1>Oops! This page could not be found.</h1>',
    '<title>Lamps</title><h1>Sorry, the page you requested was not found</h1>',
    '<title>Lamps</title><p>指定されたページは存在しません。</p>',
  ])('%s', html => expect(says(html)).toBe(true))

  test.each([
    '<title>Lamps</title><p>Light</p>',
    '<title>Room 404 - a novel</title>',
    '<title>The not-found handler</title><p>Lamps that are not found elsewhere</p>',
    `<title>Errors</title><p>${'The server answers 404 Not Found. '.repeat(20)}</p>`,
    `<title>よくある質問</title><p>${'商品が見つかりませんでしたときは、お問い合わせください。'.repeat(10)}</p>`,
    '<title>Lost and found</title>',
  ])('not %s', html => expect(says(html)).toBe(false))
})

describe('the frame of a site', () => {
  const nav = words('nav', 60)
  const sketches = Array.from({ length: 12 }, (_, at) => sketchOf(`${nav} ${words(`page${at}x`, 30)}`))

  test('is what several pages have, and the rest is what a page says itself', () => {
    const frame = findFrame(sketches)
    const own = withoutFrame(sketches[3] ?? sketchOf(''), frame)
    expect(own.length).toBeGreaterThan(5)
    const ofNav = [...own].filter(hash => sketchOf(nav).includes(hash))
    expect(ofNav.length).toBeLessThan(own.length / 4)
  })

  test('is found among few pages too, and is not what one page says alone', () => {
    expect(findFrame(sketches.slice(0, 2)).size).toBeGreaterThan(10)
    expect(findFrame(sketches.slice(0, 1)).size).toBe(0)
  })
})
