import { describe, expect, test } from 'vitest'
import {
  errorInOwnWords,
  FILLED,
  inOwnWords,
  type OwnWords,
} from '../../../../lib/cli/operator/words/own-words.ts'
import { AppError } from '../../../../lib/core/errors.ts'

const WORDS: OwnWords = {
  amount: '--amount',
  'lines.rate': '--rate',
  lines: 'the options',
  codes: '--codes',
  step: FILLED,
  contact: '--contact',
}
const FILE: OwnWords = { '': '"deal.json"', case: '--case' }

describe('inOwnWords()', () => {
  const texts = [
    { text: 'expected `amount`', want: 'expected --amount' },
    { text: 'a case called "amount" stays', want: 'a case called "amount" stays' },
    { text: '`lines.0.rate` and `lines.2.rate`', want: '--rate and --rate' },
    { text: '`codes.7`', want: '--codes' },
    { text: '`contact.zip` is missing', want: '"zip" of --contact is missing' },
    { text: '`step` and `npx kura notices` stay', want: '`step` and `npx kura notices` stay' },
    { text: '`unknown`', want: '`unknown`' },
  ]
  test.each(texts)('of $text is $want', ({ text, want }) => {
    expect(inOwnWords(text, WORDS)).toBe(want)
  })

  test.each([
    { text: '`lines.0.rate` "x"', want: '"lines.0.rate" of "deal.json" "x"' },
    { text: '`case`', want: '--case' },
  ])('of a file, $text is $want', ({ text, want }) => {
    expect(inOwnWords(text, FILE)).toBe(want)
  })
})

describe('errorInOwnWords()', () => {
  const refusal = (member: string, hint: string) =>
    new AppError('bad_request', `Cannot read the body: ${member} is not valid`, {
      hint,
      details: { member, status: 400 },
    })

  const refusals = [
    { member: 'amount', hint: 'expected 1', want: 'Cannot use --amount: expected 1' },
    { member: '', hint: 'expected `amount`', want: 'Cannot use what was typed: expected --amount' },
    {
      member: 'step',
      hint: 'expected a text',
      want: 'Cannot call the host: it does not take "step" as this program gives it: expected a text',
    },
    {
      member: 'strange',
      hint: 'there is no such member',
      want: 'Cannot call the host: it does not take "strange" as this program gives it: there is no such member',
    },
  ]
  test.each(refusals)('of the member "$member" says what was typed', ({ member, hint, want }) => {
    const error = refusal(member, hint)
    expect(errorInOwnWords(error, WORDS)).toMatchObject({
      message: want,
      code: 'bad_request',
      details: { member, status: 400 },
      cause: error,
    })
  })

  test('of a file names the file', () => {
    expect(errorInOwnWords(refusal('', 'expected an object'), FILE).message).toBe(
      'Cannot use "deal.json": expected an object',
    )
    expect(errorInOwnWords(refusal('lines.0.rate', 'expected 8'), FILE).message).toBe(
      'Cannot use "lines.0.rate" of "deal.json": expected 8',
    )
  })

  test('of a service words its message, hint and problems, and keeps the rest', () => {
    const error = new AppError('conflict', 'Cannot use `amount` 5', {
      hint: 'change `lines.0.rate`',
      status: 409,
      details: { case: '`amount`', problems: ['`amount` is 5'] },
    })
    expect(errorInOwnWords(error, WORDS)).toMatchObject({
      message: 'Cannot use --amount 5',
      hint: 'change --rate',
      status: 409,
      details: { case: '`amount`', problems: ['--amount is 5'] },
    })
  })
})
