import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { registerAccounting } from '../../../../lib/cli/commands/accounting/index.ts'
import type { CliContext } from '../../../../lib/cli/context.ts'
import { serveBooks } from './books.ts'

/** Returns the commands without subcommands. */
function leaves(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
}

test('every command of kura accounting takes --json', () => {
  const program = new Command()
  registerAccounting(program.command('accounting'), {} as CliContext)
  const commands = leaves(program)
  expect(commands.length).toBeGreaterThan(10)
  const lacking = commands.filter(({ options }) => !options.some(({ long }) => long === '--json'))
  expect(lacking.map(command => command.name())).toEqual([])
})

test('kura accounting partners create shows the partner, creates it once, and finds it then', async () => {
  const { served, kura, confirmFirst } = await serveBooks()
  await confirmFirst()
  const { partners } = served.service.company
  const before = partners.size
  const words = ['partners', 'create', '新しい商店', '--registration-number', 'Ｔ8-7001-1000-5901']
  expect((await kura(words)).out).toMatch(/nothing was written.*\n\{(?:.*\n)*.*"T8700110005901"/)
  expect(partners.size).toBe(before)
  expect((await kura([...words, '--write'])).out).toMatch(/^created the partner "新しい商店" \(\d+\)\n$/)
  expect((await kura([...words, '--write'])).out).toMatch(/^the company has the partner "新しい商店"/)
  expect([...partners.values()].slice(before)).toMatchObject([
    { name: '新しい商店', others: { qualified_invoice_issuer: true } },
  ])
})

test.each([
  { number: 'T870011', why: 'expected T and 13 digits' },
  { number: 'T8700110005902', why: 'its check digit is wrong' },
])('kura accounting partners create refuses the number $number', async ({ number, why }) => {
  const { kura } = await serveBooks()
  await expect(kura(['partners', 'create', 'x', '--registration-number', number])).rejects.toThrow(why)
})
