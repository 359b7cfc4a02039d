import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withSentText } from '../../../../lib/services/chat/acts/post.ts'
import { normaliseText } from '../../../../lib/services/chat/remote/message.ts'

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
