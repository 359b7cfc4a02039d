/**
 * Each command of the books in both languages, and what it refuses: what it shows and asks has no letter of the
 * other language, apart from the names in the books and what a person types.
 */
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { registerAccounting } from '../../../../lib/cli/commands/accounting/index.ts'
import type { RegisterCommand } from '../../../../lib/cli/context.ts'
import { errorLines } from '../../../../lib/cli/terminal/output.ts'
import { AppError } from '../../../../lib/core/errors.ts'
import { lostRequest } from '../../../../sandbox/faults.ts'
import { everyCommand } from '../../../docs/documented-commands.ts'
import { keyText } from '../../../helpers/functions.ts'
import { englishWords } from '../../../helpers/notice-words.ts'
import { type CommandOutcome, runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'
import { COMPANY, KEYID, startHost } from '../../../services/accounting/tokens/host.ts'
import { shownCode } from '../../../services/accounting/tokens/world.ts'
import { type Books, serveBooks } from './books.ts'
import { ALL_STEPS, FILES, OF_OPERATOR } from './language-steps.ts'

/** Milliseconds for all commands on a busy machine. */
const PATIENCE = 180_000

interface Said {
  readonly words: readonly string[]
  readonly text: string
}

/** Runs the steps, and returns what each says. */
async function sayAll(KURA_LANGUAGE: string): Promise<{ said: Said[]; names: string[] }> {
  const books = await serveBooks()
  const cwd = await temporaryDirectory(FILES)
  await mkdir(join(cwd, 'empty'))
  const folder = await temporaryDirectory({ '2026-06-15_700_x.pdf': '%PDF x', 'note.txt': '' })
  const said: Said[] = []
  for (const { words, answers, lost } of ALL_STEPS) {
    if (lost) books.served.service.sandbox.faults.arm('POST /api/1/deals', lostRequest())
    const [deal] = [...books.served.service.company.deals.keys()].slice(-1)
    const given = words.map(word => (word === 'DEAL' ? String(deal) : word === 'folder' ? folder : word))
    said.push({ words, text: await textOf(given, { books, cwd, KURA_LANGUAGE, answers }) })
  }
  return { said, names: namesIn(books) }
}

const SCOPES = 'read write default_read'

/** Runs the commands about the credential, and returns what each says. */
async function sayOfOperator(KURA_LANGUAGE: string): Promise<{ said: Said[]; names: string[] }> {
  const host = await startHost()
  const cwd = await temporaryDirectory({ 'key.json': keyText(host.url, KEYID) })
  const accountingTokens = async () => host.tokens()
  const register: RegisterCommand = (command, context) =>
    registerAccounting(command, { ...context, accountingTokens })
  const said: Said[] = []
  for (const { words, answers } of OF_OPERATOR) {
    let shown = ''
    const key = words[0] === 'authorize' ? ['--key', join(cwd, 'key.json')] : []
    const text = await saidBy(KURA_LANGUAGE, wrote =>
      runCommand(register, ['accounting', ...words, ...key], {
        env: { KURA_LANGUAGE, KURA_TIMEZONE: 'Asia/Tokyo' },
        now: host.time.now,
        wrote(given) {
          shown += given
          wrote(given)
        },
        ...(answers && { answers: [() => shownCode(/^http.*$/m.exec(shown)?.[0] ?? '')] }),
      }),
    )
    said.push({ words, text })
  }
  const texts = said.map(({ words, text }) => ({
    words,
    text: text.replaceAll(/https?:\/\/\S+|\([0-9a-f]{8}\)/g, ''),
  }))
  return { said: texts, names: [COMPANY.name, SCOPES, `authorization on ${hostname()}`] }
}

interface Run {
  readonly books: Books
  readonly cwd: string
  readonly KURA_LANGUAGE: string
  readonly answers: readonly string[] | undefined
}

async function textOf(
  words: readonly string[],
  { books, cwd, KURA_LANGUAGE, answers }: Run,
): Promise<string> {
  return saidBy(KURA_LANGUAGE, wrote =>
    books.kura(words, { env: { KURA_LANGUAGE }, cwd, columns: 200, ...(answers && { answers }), wrote }),
  )
}

/** Returns what a command writes and asks, or its error. */
async function saidBy(
  KURA_LANGUAGE: string,
  run: (wrote: (text: string) => void) => Promise<CommandOutcome>,
): Promise<string> {
  const language = KURA_LANGUAGE === 'ja' ? 'ja' : 'en'
  let written = ''
  try {
    const { out, err, asked } = await run(text => {
      written += text
    })
    return [out, err, ...asked].join('\n')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [written, ...errorLines(error, { language, timezone: 'Asia/Tokyo' })].join('\n')
  }
}

/** What an English text quotes in Japanese: a date, columns, a menu, and the service's words. */
const EXAMPLES = [
  '令和8年4月30日',
  '合計',
  '税込税抜',
  '書類',
  '名前を付けて保存',
  'コンマ区切り',
  '不正なリクエストです',
  'は使用できません',
]

/** The names in the company's books, which stay as they are. */
function namesIn({ served }: Books): string[] {
  const texts = JSON.stringify(served.service.sandbox.state.companies, (_, value: unknown) =>
    value instanceof Map ? [...value.values()] : value,
  )
  const names = [...texts.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name)
  // the table of the import leaves out how the categories of purchases begin
  const ends = names.map(name => name.replace(/^課対仕入/, ''))
  return [
    ...new Set([
      ...names,
      ...ends,
      ...Object.values(FILES).flatMap(text => text.split(/[\n,]/)),
      ...EXAMPLES,
      ...ALL_STEPS.flatMap(({ words }) => words),
    ]),
  ]
    .filter(name => name.length > 1)
    .toSorted((one, other) => other.length - one.length)
}

const COMMAND = /(?:npx --no )?kura [a-z-]+(?: [a-z-]+)*/g
/** The bodies that are sent, ids that kura makes, and the paths of this machine's files. */
const BODY =
  /^\{[\s\S]*?^\}|--doubles [0-9a-f]{8}|first-deal-\d+|[0-9a-f]{8}-[0-9a-f-]{27}|kura-[0-9a-f]{20}|\/[\w/.-]+/gm

const without = (text: string, names: readonly string[]) =>
  names.reduce((left, name) => left.replaceAll(name, ' '), text.replaceAll(BODY, ''))

test('each command of the books is a step', () => {
  const own = [...ALL_STEPS, ...OF_OPERATOR].map(({ words }) => words.join(' '))
  const commands = everyCommand().flatMap(name => /^accounting (?<own>.+)$/.exec(name)?.groups?.['own'] ?? [])
  expect(commands.filter(name => !own.some(words => `${words} `.startsWith(`${name} `)))).toEqual([])
})

const COMMANDS = [
  { of: 'the books', say: sayAll },
  { of: 'the credential', say: sayOfOperator },
]
const cases = [
  { language: '', of: 'the credential', say: sayOfOperator },
  ...['en', 'ja'].flatMap(language => COMMANDS.map(commands => ({ language, ...commands }))),
]
test.each(cases)(
  'with KURA_LANGUAGE="$language" no text about $of has a letter of the other language',
  { timeout: PATIENCE },
  async ({ language, say }) => {
    const { said, names } = await say(language)
    const foreign = said.map(({ words, text }) => {
      const plain = without(text, names)
      const found =
        language === 'ja'
          ? englishWords(plain.replaceAll(COMMAND, ''), [
              'ID',
              'JSON',
              'UTC',
              'Mei',
              'read_only',
              'self_only',
              'invalid_grant',
              'ACCOUNTING_WRITES',
              'CSV UTF-8',
              'receipt',
              'csv',
              'admin',
            ])
          : plain.match(JAPANESE)
      return { words: words.join(' '), found: found ?? [], isEmpty: text.trim() === '' }
    })
    expect(foreign.filter(({ found, isEmpty }) => isEmpty || found.length > 0)).toEqual([])
  },
)

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
