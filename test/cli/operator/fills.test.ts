import { Command } from '@commander-js/extra-typings'
import { describe, expect, test } from 'vitest'
import { filling, inTypedWords } from '../../../lib/cli/operator/fills.ts'
import { AppError } from '../../../lib/core/errors.ts'
import { inWords } from '../../../lib/core/language/typed-words.ts'
import type { AccountingContract } from '../../../lib/services/accounting/contract.ts'

const fills = filling<AccountingContract>()

/** Returns a command that has parsed `words`. */
async function commandWith(words: readonly string[]) {
  const command = new Command('deal')
    .addArgument(fills.argument('[file]', 'the deal', ''))
    .addOption(fills.option('--case <case>', 'the case', 'case'))
    .addOption(fills.option('--rate <rate>', 'the rate', 'details.rate'))
    .addOption(fills.option('--partner <name>', 'the partner', 'partner'))
    .addOption(fills.option('--partner-file <file>', 'the partner', 'partner'))
    .action(() => undefined)
  await command.parseAsync([...words], { from: 'user' })
  return command
}

const refusal = (member: string, hint: string) =>
  new AppError('bad_request', `Cannot read the body: ${member} is not valid`, {
    hint,
    details: { member, status: 400 },
  })

describe('an error of the host', () => {
  const rows = [
    { typed: [], member: 'details.0.rate', hint: 'expected 8', want: 'Cannot use --rate: expected 8' },
    { typed: [], member: '', hint: 'expected `case`', want: 'Cannot use what was typed: expected --case' },
    {
      typed: ['--partner-file', 'p.json'],
      member: 'partner',
      hint: 'x',
      want: 'Cannot use --partner-file: x',
    },
    {
      typed: ['deal.json'],
      member: 'details.0.rate',
      hint: 'expected 8',
      want: 'Cannot use "details.0.rate" of "deal.json": expected 8',
    },
    {
      typed: ['-', '--case', 'one'],
      member: '',
      hint: 'expected `case`',
      want: 'Cannot use standard input: expected --case',
    },
    {
      typed: [],
      member: 'strange',
      hint: 'there is no such member',
      want: 'Cannot call the host: it does not take "strange" as this program gives it: there is no such member',
    },
  ]
  test.each(rows)(
    'after "$typed", $member is named as it was typed',
    async ({ typed, member, hint, want }) => {
      const error = refusal(member, hint)
      expect(inTypedWords(error, await commandWith(typed))).toMatchObject({
        message: want,
        code: 'bad_request',
        details: { member, status: 400 },
        cause: error,
      })
    },
  )

  test('words its message, hint and problems, and keeps the rest', async () => {
    const error = new AppError('conflict', 'Cannot use `case` 5', {
      hint: 'change `details.0.rate`',
      status: 409,
      details: { case: '`case`', problems: ['`case` is 5'], status: 409 },
    })
    expect(inTypedWords(error, await commandWith([]))).toMatchObject({
      message: 'Cannot use --case 5',
      hint: 'change --rate',
      status: 409,
      details: { case: '`case`', problems: ['--case is 5'] },
    })
  })

  test('is no error of this program', async () => {
    const own = new AppError('usage', 'Cannot use `case`')
    expect(inTypedWords(own, await commandWith([]))).toBe(own)
  })
})

const WORDS = new Map([
  ['amount', '--amount'],
  ['lines.rate', '--rate'],
  ['codes', '--codes'],
  ['contact', '--contact'],
])

test.each([
  { text: 'a case called "amount" stays', want: 'a case called "amount" stays' },
  { text: '`lines.0.rate` and `lines.2.rate`', want: '--rate and --rate' },
  { text: '`rate` of a line', want: '--rate of a line' },
  { text: '`codes.7`', want: '--codes' },
  { text: '`contact.zip` is missing', want: '"zip" of --contact is missing' },
  { text: '`unknown` and `npx --no kura notices` stay', want: '`unknown` and `npx --no kura notices` stay' },
])('of $text is $want', ({ text, want }) => {
  expect(inWords(text, WORDS)).toBe(want)
})
