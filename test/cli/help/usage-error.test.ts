/**
 * Every command reports words that it cannot parse in the same way: with the fault and the usage; with `--json`, as
 * JSON.
 */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  everyBadValue,
  everyCommand,
  everyGroup,
  NO_VALUE,
  typedWith,
} from '../../docs/documented-commands.ts'
import { runKuraIn } from '../../helpers/processes/run-kura.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

let cwd: string
beforeEach(async () => {
  cwd = await temporaryDirectory()
})

/** Runs words in an empty folder without settings: once with `--json`, and once for people. */
async function typed(words: readonly string[]) {
  const shown = await runKuraIn(words, { cwd })
  const { out, err, status } = await runKuraIn([...words, '--json'], { cwd })
  return { people: shown, json: { status, err, ...JSON.parse(out) } }
}

/** Returns a word that is not a command, and whose nearest command is `name`. */
const misspelt = (name: string) => `${name.slice(0, 2)}${name.slice(1)}`

const wordsOf = (path: string) => path.split(' ').filter(word => word !== '')
const named = (path: string) => ['npx --no kura', ...wordsOf(path)].join(' ')

const groups = everyGroup()

test('there are groups of every kind', () => {
  expect(groups.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['', 'accounting', 'key', 'log', 'move']),
  )
})

describe('a misspelt command', () => {
  test.each(groups.flatMap(({ path, commands }) => commands.map(name => ({ path, name, commands }))))(
    'of kura $path for $name',
    async ({ path, name, commands }) => {
      const { people, json } = await typed([...wordsOf(path), misspelt(name)])
      const error = `Cannot read the command line: ${['kura', ...wordsOf(path)].join(' ')} has no command "${misspelt(name)}"`
      const list = `the commands of ${path === '' ? 'kura' : named(path)}: ${commands.join(', ')}`
      const hint = `did you mean "${named(path)} ${name}"? ${list}`
      expect(json).toEqual({ status: 2, err: '', code: 'usage', error, hint })
      expect(people).toMatchObject({ status: 2, out: '' })
      expect(people.err).toContain(`has no command "${misspelt(name)}"\n  hint: ${hint}\n`)
    },
  )

  test.each(groups)('of kura $path that is like none', async ({ path, commands }) => {
    const { json } = await typed([...wordsOf(path), 'qqqqqqqqqq', '--write'])
    expect(json.error).toMatch(/ has no command "qqqqqqqqqq"$/)
    expect(json.hint).toMatch(new RegExp(`^the commands of .*: ${commands.join(', ')}$`))
  })

  test.each([
    { words: ['help', 'acounting'], near: 'npx --no kura accounting' },
    { words: ['help', 'key', 'revok'], near: 'npx --no kura key revoke' },
    { words: ['key', 'help', 'revok'], near: 'npx --no kura key revoke' },
    { words: ['log', 'verfy', 'folder', '--head', 'x', '--no-store'], near: 'npx --no kura log verify' },
  ])('in kura $words', async ({ words, near }) => {
    expect((await typed(words)).json.hint).toContain(`did you mean "${near}"?`)
  })
})

test.each([
  ['kura help key revoke', ['help', 'key', 'revoke']],
  ['kura key help revoke', ['key', 'help', 'revoke']],
])('%s shows the help of that command', async (_name, words) => {
  const shown = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => shown.mockRestore())
  expect((await runKuraIn(words, { cwd })).status).toBe(0)
  expect(shown.mock.calls.join('')).toMatch(/^Usage: npx --no kura key revoke /)
})

describe('the usage is the hint', () => {
  const commands = everyCommand()
  const usage = (path: string) =>
    new RegExp(`usage: npx --no kura ${path} .*; npx --no kura ${path} --help explains it$`)

  test.each(commands)('of a wrong option: kura %s', async path => {
    const { people, json } = await typed([...wordsOf(path), '--no-such-option'])
    expect(json).toEqual({
      status: 2,
      err: '',
      code: 'usage',
      error: expect.stringMatching(
        /^Cannot read the command line: kura .* (?:has no option "--no-such-option"|needs --)/,
      ),
      hint: expect.stringMatching(usage(path)),
    })
    expect(people.err).toContain(`\n  hint: ${json.hint}\n`)
  })

  test.each(commands.filter(path => typedWith(path).some(word => word.startsWith('<'))))(
    'of a missing argument: kura %s',
    async path => {
      const { json } = await typed(wordsOf(path))
      expect(json).toMatchObject({ status: 2, err: '', code: 'usage' })
      expect(json.error).toMatch(/^Cannot read the command line: kura .* needs (?:<|--)/)
      expect(json.hint).toMatch(usage(path))
    },
  )

  test.each([
    {
      name: 'an argument too many',
      words: ['notices', 'x'],
      error: 'kura notices takes no argument, not "x"',
    },
    {
      name: 'a second argument',
      words: ['accounting', 'deal', 'a', 'b'],
      error: 'kura accounting deal takes one argument, not "b"',
    },
    {
      name: 'options that exclude each other',
      words: [
        'accounting',
        'journal',
        '--from',
        '2026-01-01',
        '--until',
        '2026-01-02',
        '--raw',
        '--format',
        'csv',
      ],
      error: '--raw excludes --format <format>',
    },
    { name: 'a group without a command', words: ['accounting'], error: 'kura accounting needs a command' },
  ])('$name', async ({ words, error }) => {
    const { json } = await typed(words)
    expect(json).toMatchObject({ status: 2, err: '', error: `Cannot read the command line: ${error}` })
    expect(json.hint).toMatch(/^(?:usage|the commands of)/)
  })

  test('an option without its value', async () => {
    const { err, status } = await runKuraIn(['notices', '--by'], { cwd })
    expect(status).toBe(2)
    expect(err).toBe(
      `kura: Cannot read the command line: --by <name> needs a value
  hint: usage: npx --no kura notices [options]; npx --no kura notices --help explains it
`,
    )
  })

  test.each(everyBadValue())('of a bad value: kura $path $words', async ({ path, words }) => {
    const { json } = await typed([...wordsOf(path), ...words])
    expect(json).toMatchObject({ status: 2, err: '', code: 'usage' })
    expect(json.error).toMatch(new RegExp(`^Cannot (?:use|read) .*"${NO_VALUE}"`))
    expect(json.hint).toBeTruthy()
  })

  test('a near option is named', async () => {
    const { json } = await typed(['notices', '--dne', 'x'])
    expect(json.hint).toMatch(/^did you mean --done\? usage: /)
  })
})
