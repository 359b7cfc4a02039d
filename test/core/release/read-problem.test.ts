import { expect, test } from 'vitest'
import { catalogue, phrase } from '../../../lib/core/language/catalogue.ts'
import type { Locale } from '../../../lib/core/language/language.ts'
import { joined, outside } from '../../../lib/core/language/outside.ts'
import { english, textOf } from '../../../lib/core/language/text.ts'
import { DEVICE_PROBLEMS } from '../../../lib/core/release/problems.ts'
import { readProblem } from '../../../lib/core/release/read-problem.ts'

const JA: Locale = { language: 'ja', timezone: 'Asia/Tokyo' }

const { kept, repaired, undone } = DEVICE_PROBLEMS

const rows = [
  {
    name: 'a problem',
    text: '"a.md" was missing or changed on this device and was repaired',
    ja: '「a.md」が端末で削除または変更されていたため、元に戻しました',
  },
  {
    name: 'a span in it',
    text: "this device's clock is 5 min behind the host's: set it",
    ja: '端末の時計が5分遅れています。正しい時刻に合わせてください',
  },
  {
    name: 'a span of hours in it',
    text: "this device's clock is 2 h 0 min behind the host's: set it",
    ja: '端末の時計が2時間0分遅れています。正しい時刻に合わせてください',
  },
  {
    name: 'a problem as the reason of another',
    text: 'Cannot install release 4: release 4 expired on 2026-06-30: publish a new one',
    ja: 'リリース 4を導入できません：リリース 4の有効期限が切れています（2026-06-30）。新しいリリースを発行してください',
  },
  {
    name: 'a reason from the system',
    text: 'this program was not replaced: EACCES',
    ja: 'プログラムを更新できませんでした：「EACCES」',
  },
  {
    name: 'a problem whose text has a semicolon',
    text: 'host is behind: "a.example" hands out release 3, this device has release 4; deploy the newer one',
    ja: 'ホスト「a.example」のリリース 3が、端末のリリース 4より古くなっています。新しいリリースをデプロイしてください',
  },
  { name: 'a text that only ends as a span does', text: 'no reply in 5 min', ja: '「no reply in 5 min」' },
  {
    name: 'several, one of them of another version',
    text: 'words of an older program; this program was not replaced: EACCES',
    ja: '「words of an older program」、プログラムを更新できませんでした：「EACCES」',
  },
]
test.each(rows)('reads $name in Japanese, and the same in English', ({ text, ja }) => {
  expect(textOf(joined(readProblem(text)), JA)).toBe(ja)
  expect(english(joined(readProblem(text)))).toBe(text)
})

test.each([
  phrase(repaired, { path: 'a.md' }),
  phrase(kept, { path: 'a; b.md' }),
  phrase(undone, { reason: { items: [outside('EACCES')], by: 'semicolon' } }),
])('finds the phrase by its English words: %o', problem => {
  expect(readProblem(english(problem))).toEqual([problem])
})

test.each(Object.values(DEVICE_PROBLEMS))('the text of $id is that of no other problem', ({ id, en }) => {
  const text = en.replaceAll(/\{(\w+)\}/g, (_, hole) => (['hours', 'minutes'].includes(hole) ? '5' : 'a'))
  expect(readProblem(text)).toMatchObject([{ id }])
})

test('a message that is loaded after the first problem was read is found too', () => {
  readProblem('any text')
  catalogue('failure.later', { full: { en: 'the shelf is full', ja: '棚がいっぱいです' } })
  expect(readProblem('the shelf is full')).toEqual([{ id: 'failure.later.full', values: {} }])
})
