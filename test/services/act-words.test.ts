/** Every kind of act says the same sentences, with its own noun and verb. */
import { expect, test } from 'vitest'
import { english, textOf } from '../../lib/core/language/text.ts'
import { cannotRelease, dealTexts } from '../../lib/services/accounting/deals/cases/words.ts'
import { partnerTexts } from '../../lib/services/accounting/partners/words.ts'
import { receiptTexts } from '../../lib/services/accounting/receipts/case-words.ts'
import { buying } from '../../lib/services/registrar/purchase/words.ts'
import { JAPANESE } from '../helpers/notice-words.ts'

const KINDS = [
  {
    kind: 'a deal',
    texts: dealTexts('x'),
    en: 'Cannot register the case "x"; nothing was registered; Cannot tell whether the case "x" was registered',
    ja: '「x」を登録できません; 何も登録していません; 「x」が登録されたかどうか分かりません',
  },
  {
    kind: 'a file',
    texts: receiptTexts({ file: 'a.pdf', name: '1-a' }),
    en: 'Cannot upload "a.pdf"; nothing was uploaded; Cannot tell whether "a.pdf" was uploaded',
    ja: '「a.pdf」を送信できません; 何も送信していません; 「a.pdf」が送信されたかどうか分かりません',
  },
  {
    kind: 'a partner',
    texts: partnerTexts('x'),
    en: 'Cannot create the partner "x"; nothing was created; Cannot tell whether the partner "x" was created',
    ja: '取引先「x」を登録できません; 何も登録していません; 取引先「x」が登録されたかどうか分かりません',
  },
  {
    kind: 'a purchase',
    texts: buying('x.com'),
    en: 'Cannot buy "x.com"; nothing was bought; Cannot tell whether "x.com" was bought',
    ja: '「x.com」を購入できません; 何も購入していません; 「x.com」が購入されたかどうか分かりません',
  },
]

test.each(KINDS)('$kind that was not sent, or may have been', ({ texts, en, ja }) => {
  const said = [texts.cannot, texts.nothing, texts.doubt.message]
  expect(said.map(english).join('; ')).toBe(en)
  expect(said.map(text => textOf(text, JAPANESE)).join('; ')).toBe(ja)
})

test.each(KINDS)('$kind that another call is doing, or whose outcome is unknown', ({ texts }) => {
  const { in_progress, unknown } = texts.refusals
  const claim = { until: 0, reason: 'no answer' } as never
  expect(english(in_progress(claim).why)).toBe(
    'another call is doing it, until 1970-01-01T00:00:00.000Z at the latest',
  )
  expect(english(unknown(claim).why)).toMatch(/^it may have been \w+: no answer$/)
  expect(textOf(unknown(claim).why, JAPANESE)).toMatch(/^すでに[^a-z]+された可能性があります：/)
})

test('a release that is refused says why after what cannot be done', () => {
  const message = cannotRelease('x', dealTexts('x').nothing)
  expect(english(message)).toBe('Cannot release the case "x": nothing was registered')
  expect(textOf(message, JAPANESE)).toBe('「x」を承認できません：何も登録していません')
})
