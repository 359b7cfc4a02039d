import { describe, expect, test } from 'vitest'
import { AUTHORIZATION } from '../../../lib/core/language/catalogue/authorization.ts'
import { DEVICE_PROBLEMS } from '../../../lib/core/language/catalogue/reasons/devices.ts'
import { japanese, SENTENCES } from '../../../lib/core/language/catalogue/reasons/japanese.ts'
import type { Locale } from '../../../lib/core/language/language.ts'
import { textOf } from '../../../lib/core/language/message.ts'
import { english, japaneseOf, sentence } from '../../../lib/core/language/sentence.ts'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** A value for each hole; the value of a reason is somebody else's words. */
const holesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, hole = '']) => hole)
const filling = (hole: string) => (hole === 'reason' ? 'Some words of theirs' : `${hole}-1`)
const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, hole: string) => filling(hole))

describe('a sentence', () => {
  const greeting = sentence('{host} answered {status}: {reason}', '{host}が{status}を返しました（{reason}）')
  const late = sentence('it is late', '遅れています')
  const say = japaneseOf([greeting, late])

  test('is stored in English', () => {
    expect(english(greeting, { host: 'a.example', status: 500, reason: english(late) })).toBe(
      'a.example answered 500: it is late',
    )
  })

  const rows = [
    ['it is late', '遅れています'],
    ['a.example answered 500: it is late', 'a.exampleが500を返しました（遅れています）'],
    ['a.example answered 500: oh no', 'a.exampleが500を返しました（「oh no」）'],
    ['it is late; oh no', '遅れています、「oh no」'],
    ['it is later', '「it is later」'],
    ['it is late answered 500: it is late', 'it is lateが500を返しました（遅れています）'],
  ] as const
  test.each(rows)('"%s" reads %s', (text, ja) => expect(say(text)).toBe(ja))
})

test.each(SENTENCES.map(({ en, ja }) => [en, ja]))('"%s" has its Japanese text', (en, ja) => {
  const said = japanese(filled(en))
  expect(said).not.toBe(`「${filled(en)}」`)
  for (const hole of holesOf(ja)) expect(said).toContain(filling(hole))
  const [own] = [holesOf(en).reduce((text, hole) => text.replaceAll(filling(hole), ''), said)]
  expect(own.replaceAll(/「[^」]*」|[（）：、]/g, '').trim()).toMatch(
    own.includes('HTTP') ? /HTTP/ : JAPANESE,
  )
})

test('no two sentences are the same in English', () => {
  const texts = SENTENCES.map(({ en }) => en)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
})

test.each([
  { span: '5 min', ja: '端末の時計が5分遅れています。正しい時刻に合わせてください' },
  { span: '2 h 0 min', ja: '端末の時計が2時間0分遅れています。正しい時刻に合わせてください' },
])('a span of time is read in Japanese: $span', ({ span, ja }) => {
  expect(japanese(english(DEVICE_PROBLEMS.clockBehind, { span }))).toBe(ja)
})

const JA: Locale = { language: 'ja', timezone: 'Asia/Tokyo' }
const USED = textOf(AUTHORIZATION.usesOther, 'ABC (2)', JA)
test.each([
  {
    opened: 'ABC (1)',
    ja: '許可されたのは「ABC (1)」の帳簿ですが、kura が使っているのは「ABC (2)」の帳簿です。',
  },
  {
    opened: undefined,
    ja: '許可されたのは複数の事業所のいずれかの帳簿ですが、kura が使っているのは「ABC (2)」の帳簿です。',
  },
])('foreign books of $opened read as one sentence', ({ opened, ja }) => {
  expect(textOf(AUTHORIZATION.foreignText, { opened, used: USED }, JA)).toContain(ja)
})
