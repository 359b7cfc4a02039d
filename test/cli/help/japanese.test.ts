/** The texts for bookkeepers and for setting up, with KURA_LANGUAGE=ja: the help, and errors about typed words. */
import { beforeEach, describe, expect, test } from 'vitest'
import { displayWidth } from '../../../lib/cli/terminal/fitting.ts'
import { everyBadValue, everyCommand, everyGroup, helpOf, typedWith } from '../../docs/documented-commands.ts'
import { englishWords } from '../../helpers/notice-words.ts'
import { runKuraIn } from '../../helpers/processes/run-kura.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const COLUMNS = 60
const isOfThem = (path: string) => /^(?:accounting|settle|today|setup)(?: |$)/.test(path)
const commands = everyCommand().filter(isOfThem)
const groups = everyGroup().filter(({ path }) => path === '' || isOfThem(path))
const wordsOf = (path: string) => path.split(' ').filter(word => word !== '')

/** Matches words that a person types: a command with its arguments, options and their values, and names of settings. */
const TYPED =
  /(?:npx --no )?kura(?: [\w.<>[\]-]+)*|--?[a-z-]+(?: [<[][^\s]+)?|[<[][a-z|.-]+[>\]]|\b[A-Z]+(?:_[A-Z]+)+\b/g
/** Matches the list of values that an option accepts. */
const CHOICES = /(?<=次のどれかで指定してください：).*$/gm
/** The names in the first column of a list: `  import [options] [source]`. */
const NAME = /^ {2}[a-z-]+(?= |$)/gm

const english = (text: string) =>
  englishWords(
    [/^ {2}npx --no kura .*$/gm, CHOICES, NAME, TYPED].reduce(
      (left, typed) => left.replaceAll(typed, ' '),
      text,
    ),
  )

let cwd: string
beforeEach(async () => {
  cwd = await temporaryDirectory()
})

/** Returns the lines that a person reads about words that cannot be parsed. */
async function refused(words: readonly string[]): Promise<string> {
  const { out, err, status } = await runKuraIn(words, { cwd, env: { KURA_LANGUAGE: 'ja' } })
  expect({ out, status }).toEqual({ out: '', status: 2 })
  return err
}

test('every command of a bookkeeper is here', () => {
  expect(commands).toEqual(expect.arrayContaining(['accounting partners create', 'settle', 'today', 'setup']))
})

describe('the help', () => {
  test.each([...commands, ...groups.map(({ path }) => path), 'help exit-codes'])('of kura %s', async path => {
    const help = await helpOf(path, COLUMNS, 'ja')
    expect(english(help)).toEqual([])
    const isLong = (line: string) => displayWidth(line) > COLUMNS && !line.startsWith('  npx --no kura ')
    expect(help.split('\n').filter(isLong)).toEqual([])
  })

  test('of the same command in English is in English', async () => {
    expect(await helpOf('accounting import', COLUMNS)).not.toMatch(/[ぁ-ん]/)
  })
})

describe('without what the command needs:', () => {
  test.each([
    { name: 'a key', words: ['today'], says: '操作用の鍵が見つかりません' },
    { name: 'a key file', words: ['today', '--key', 'nowhere.json'], says: 'がありません' },
    { name: 'a setting', words: ['accounting', 'token'], says: '設定が足りません' },
    {
      name: 'a scheme',
      words: ['today'],
      env: { KURA_URL: 'kura.example.com' },
      says: 'https:// から始まる',
    },
    { name: 'its answers', words: ['setup', '--yes', '--answers', 'nowhere.env'], says: 'がありません' },
  ])('$name', async ({ words, env, says }) => {
    const { err } = await runKuraIn(words, { cwd, env: { ...env, KURA_LANGUAGE: 'ja' } })
    expect(err).toContain(says)
    expect(english(err.replaceAll(/「npm start」|--scope admin/g, ''))).toEqual([])
  })

  test('a command: the first screen', async () => {
    const { out } = await runKuraIn([], { cwd, env: { KURA_LANGUAGE: 'ja' } })
    expect(out).toContain('最初の設定をする：')
    expect(english(out.replace(/^kura.*Node \S+/, '').replaceAll(/npm start|COMMAND/g, ''))).toEqual([])
  })
})

describe('words that cannot be read:', () => {
  test.each(commands)('a wrong option of kura %s', async path => {
    const said = await refused([...wordsOf(path), '--no-such-option'])
    expect(said).toMatch(/^kura: コマンドを読み取れません：.*\n {2}対処：使い方：npx --no kura /)
    expect(english(said)).toEqual([])
  })

  test.each(commands.filter(path => typedWith(path).some(word => word.startsWith('<'))))(
    'a missing argument of kura %s',
    async path => expect(english(await refused(wordsOf(path)))).toEqual([]),
  )

  test.each(everyBadValue().filter(({ path }) => isOfThem(path)))(
    'a bad value of kura $path $words',
    async ({ path, words }) => expect(english(await refused([...wordsOf(path), ...words]))).toEqual([]),
  )

  test.each(groups)('a misspelt command of kura $path', async ({ path, commands: [first = ''] }) => {
    const said = await refused([...wordsOf(path), `${first}x`])
    expect(said).toContain('もしかして：')
    expect(english(said.replace(/コマンド：.*/s, ''))).toEqual([])
  })

  test.each([
    { words: ['accounting', 'deal', 'a', 'b'], says: '余分な引数：「b」' },
    { words: ['today', 'x'], says: '「npx --no kura today」の引数はありません' },
    { words: ['settle', '--by'], says: '値が必要です：--by <name>' },
    {
      words: ['accounting', 'journal', '--from', '4/1', '--until', '4/2', '--raw', '--format', 'csv'],
      says: '同時に指定できません：--raw、--format <format>',
    },
  ])('$words', async ({ words, says }) => {
    const said = await refused(words)
    expect(said).toContain(says)
    expect(english(said)).toEqual([])
  })
})
