import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOTICE_KINDS } from '../../../../lib/app/notice-kinds.ts'
import { withSentText } from '../../../../lib/services/chat/acts/post.ts'
import { escapeMarkup } from '../../../../lib/services/chat/remote/markup.ts'
import { normaliseText } from '../../../../lib/services/chat/remote/message.ts'
import {
  kindLines,
  type OpenItemFacts,
  openMessage,
  overMessage,
} from '../../../../lib/services/notices/digest.ts'
import { ENGLISH } from '../../../helpers/notice-words.ts'
import { shown } from '../../../helpers/remotes/chat-markup.ts'

const MARKUP: readonly (readonly [name: string, text: string])[] = [
  ['bold', '**a**'],
  ['italics', '*a*'],
  ['italics', '_a_'],
  ['underline', '__a__'],
  ['strike', '~~a~~'],
  ['spoiler', '||a||'],
  ['code', '`a`'],
  ['code', '``a`b``'],
  ['code block', '```js\na```'],
  ['masked link', '[会計サービスに再ログイン](https://evil.example)'],
  ['masked link', '[a](<https://evil.example> "title")'],
  ['address', 'https://evil.example/a_b?c=d#e'],
  ['address', 'http://evil.example'],
  ['mail', '<mailto:a@evil.example>'],
  ['mail', '<a@evil.example>'],
  ['invitation', 'discord.gg/evil'],
  ['mention', '@everyone'],
  ['mention', '@here'],
  ['mention', '<@123456789012345678>'],
  ['mention', '<@!123456789012345678>'],
  ['mention', '<@&123456789012345678>'],
  ['mention', '<#123456789012345678>'],
  ['command', '</pay:123456789012345678>'],
  ['emoji', '<a:b:123456789012345678>'],
  ['emoji', ':tada:'],
  ['time', '<t:1790000000:R>'],
  ['guide', '<id:customize>'],
  ['heading', '# a'],
  ['small', '-# a'],
  ['quote', '> a'],
  ['quote', '>>> a'],
  ['item', '- a'],
  ['item', '+ a'],
  ['number', '1. a'],
]

const PAGE = { kinds: NOTICE_KINDS, locale: { ...ENGLISH, foreign: escapeMarkup }, cap: 2000 }

const problem = (text: string): OpenItemFacts => ({
  kind: 'device_problems',
  facts: { name: 'pc', problems: [text] },
})
const delivery = (name: string): OpenItemFacts => ({
  kind: 'delivery_waiting',
  facts: { name, waiting: 1, of: 2, since: Date.UTC(2026, 5, 15) },
})

describe('text from outside', () => {
  test.each(MARKUP)('%s: %j is markup to the platform, and plain text once it is escaped', (name, text) => {
    expect(shown(text).markup).toContain(name)
    expect(shown(escapeMarkup(text))).toEqual({ text: text.replaceAll('\n', ' '), markup: [] })
  })

  test('any text is shown as it is, in one line', () => {
    const signs = fc.constantFrom(...'\\`*_~|<>[]()#@:/-+.1a \n'.split(''), 'https://', '。')
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 20 }), parts => {
        const text = parts.join('')
        expect(shown(escapeMarkup(text))).toEqual({ text: text.replaceAll(/\s+/gu, ' '), markup: [] })
      }),
    )
  })

  test('in open items, in their commands and in what is over it adds no markup to the message', () => {
    const written = (item: OpenItemFacts) => [
      shown(openMessage([item], false, PAGE).text),
      shown(openMessage([item, item], true, PAGE).text),
      shown(overMessage([item], PAGE)),
      shown(kindLines([item], PAGE).join('\n')),
    ]
    const markupOf = (item: OpenItemFacts) => written(item).map(({ markup }) => markup)
    for (const [, text] of MARKUP) {
      expect(markupOf(problem(text)), text).toEqual(markupOf(problem('x')))
      // a command that could end its own code span is written as text
      const added = markupOf(delivery(text)).flat()
      expect(
        added.filter(name => name !== 'item' && name !== 'code'),
        text,
      ).toEqual([])
      expect(written(problem(text))[0]?.text).toContain(text.replaceAll('\n', ' '))
    }
  })

  test('a name that no shell takes as text leaves its place in the command', () => {
    const { text, markup } = shown(openMessage([delivery('` `` **a**')], false, PAGE).text)
    expect(markup).toEqual(['item', 'code'])
    expect(text).toContain('kura chat deliver NAME --write')
  })
})

describe('a text as it is sent and compared', () => {
  test.each([
    ['line ends are LF', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['a tab stays', 'a\tb', 'a\tb'],
    ['control characters are left out', 'a\u0000b\u0007c\u009fd', 'abcd'],
    ['marks of writing direction are left out', '\u200ea\u202eb\u2066c\u061c', 'abc'],
    ['half a surrogate pair is left out', 'a\ud83db\ude00c', 'abc'],
    ['an emoji stays, and so does its joiner', '👩‍💻', '👩‍💻'],
    ['white space at the ends goes', '　 a b \n\n', 'a b'],
    ['white space before a line end goes', 'a  \nb', 'a\nb'],
    ['an empty line stays', 'a\n\nb', 'a\n\nb'],
    ['full-width characters stay as they were written', 'ＡＢＣ １２３', 'ＡＢＣ １２３'],
  ])('%s', (_name, text, expected) => {
    expect(normaliseText(text)).toBe(expected)
  })

  test('twice is once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const once = normaliseText(text)
        expect(normaliseText(once)).toBe(once)
      }),
    )
  })
})

test.each([
  { name: '2,000 characters outside the basic plane', text: '🗂'.repeat(2000), fits: true },
  { name: '2,001 of them', text: '🗂'.repeat(2001), fits: false },
  { name: '2,000 letters', text: 'あ'.repeat(2000), fits: true },
  { name: '2,001 letters', text: 'あ'.repeat(2001), fits: false },
])('a message of $name is measured as the platform measures it', ({ text, fits }) => {
  const sent = () => withSentText({ text })
  if (fits) expect(sent().text).toBe(text)
  else expect(sent).toThrow('it has 2001 characters')
})
