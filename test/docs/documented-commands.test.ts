import { describe, expect, test } from 'vitest'
import { commandOf, kuraWords, nameFault, parseFault } from './documented-commands.ts'

describe('kuraWords()', () => {
  test.each([
    ['kura publish --check', ['publish', '--check']],
    ['npm run kura -- publish', ['publish']],
    ['npm run -s kura -- publish', ['publish']],
    ['KURA_URL=https://a.example npm run kura -- publish', ['publish']],
    ['npm start', ['start']],
    ['npm start -- --once', ['start', '--once']],
    ['npm run build', undefined],
    ['npm ci', undefined],
    ['curl kura', undefined],
  ])('of "%s"', (command, words) => {
    expect(kuraWords(command.split(' '), { build: 'tsc', kura: 'node lib/cli/main.ts' })).toEqual(words)
  })

  test.each(['npm run bild', 'npm tset', 'npm run'])('refuses "%s"', command => {
    expect(() => kuraWords(command.split(' '), { build: 'tsc' })).toThrow('the project has no npm command')
  })
})

describe('parseFault()', () => {
  test.each([
    ['a command that is not there', 'publsh', 'kura has no command "publsh"'],
    ['a subcommand that is not there', 'accounting dael', 'kura accounting has no command "dael"'],
    ['an option that is not there', 'publish --chek', 'kura publish has no option "--chek"'],
    ['an argument that is missing', 'enrol', 'kura enrol needs <name>'],
    ['an argument too many', 'notices now', 'kura notices takes no argument, not "now"'],
    ['an option that is missing', 'key issue mei', 'kura key issue needs --scope <scopes>'],
    ['a value that cannot be', 'publish --days soon', 'Cannot use --days "soon"'],
    ['a name that is no domain', 'registrar quote example', 'example'],
  ])('names %s', async (_name, words, fault) => {
    expect(await parseFault(words.split(' '))).toContain(fault)
  })

  test.each(['--help', 'publish --help', 'enrol laptop', 'accounting first-deal deal.json'])(
    'lets "%s" pass, and runs nothing',
    async words => {
      expect(await parseFault(words.split(' '))).toBeUndefined()
    },
  )
})

describe('nameFault()', () => {
  test.each(['kura --help', 'kura accounting …', 'kura settle CASE --message ID', 'kura publish'])(
    'lets "%s" pass',
    text => {
      expect(nameFault(text)).toBeUndefined()
    },
  )

  test.each([
    ['kura publsh', 'there is no command "publsh"'],
    ['npm run kura -- chat resolv CASE', 'there is no command "resolv"'],
    ['kura settle CASE --mesage ID', 'there is no option "--mesage"'],
  ])('refuses "%s"', (text, fault) => {
    expect(nameFault(text)).toContain(fault)
  })
})

test('commandOf() names the command without its arguments', () => {
  expect(commandOf(['accounting', 'first-deal', 'deal.json'])).toBe('accounting first-deal')
})
