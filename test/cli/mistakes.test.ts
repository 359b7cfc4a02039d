/**
 * Sixty mistakes that people make when they begin, and in their daily work. No mistake leads to a stack trace. Each
 * error says what is wrong, and the program can parse each command in a hint.
 */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nameFault } from '../docs/documented-commands.ts'
import { runKuraIn } from '../helpers/processes/run-kura.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const SECRET = `1:${'A'.repeat(43)}`
const KEY = { url: 'http://127.0.0.1:65533', keyid: 'mei:admin:1', secret: 'A'.repeat(43) }
const FILES = {
  'key.json': JSON.stringify(KEY),
  'broken.json': '{',
  'other.json': '{"url": "https://kura.example"}',
  'kura/operator.json': JSON.stringify({ ...KEY, url: 'https://books.example' }),
  'april.xlsx': 'PK\u0003\u0004',
  'empty.csv': '',
  'odd.csv': 'a,b\n1,2\n',
  'vercel.json': '{',
  'folder/a.md': 'a',
}
const DEPLOYED = { KURA_URL: 'https://kura.example.com', KURA_SECRETS: SECRET }

interface Mistake {
  readonly words: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Matches the text of the error. */
  readonly says: RegExp
}

const typed = (line: string) => line.split(' ').map(word => word.replaceAll('_', ' '))
const mistake = (line: string, says: RegExp, env?: Record<string, string>): Mistake => ({
  words: typed(line),
  says,
  ...(env && { env }),
})

const MISTAKES: readonly Mistake[] = [
  // words that are, or are almost, commands in other programs
  mistake('import april.csv', /did you mean "npx --no kura accounting import"\?/),
  mistake('deals', /did you mean "npx --no kura accounting list deals"\?/),
  mistake('partners', /did you mean "npx --no kura accounting list partners"\?/),
  mistake('companies', /did you mean "npx --no kura accounting list companies"\?/),
  mistake('authorize', /did you mean "npx --no kura accounting authorize"\?/),
  mistake('journal', /did you mean "npx --no kura accounting journal"\?/),
  mistake('buy example.com', /did you mean "npx --no kura registrar buy"\?/),
  mistake('deliver', /did you mean "npx --no kura chat deliver"\?/),
  mistake('accounting cases', /did you mean "npx --no kura accounting list cases"\?/),
  mistake('accouting import', /did you mean "npx --no kura accounting"\?/),
  mistake('setpu', /did you mean "npx --no kura setup"\?/),
  mistake('balance', /kura has no command "balance"/),
  mistake('key isue mei', /did you mean "npx --no kura key issue"\?/),
  mistake('key --json', /key needs a command/),
  // options
  mistake('today --josn', /has no option "--josn".*did you mean --json\?/s),
  mistake('start --port abc', /--port "abc"/),
  mistake('publish --days many', /--days "many"/),
  mistake('accounting import april.csv --writ', /did you mean --write\?/),
  mistake('key issue mei', /needs --scope/),
  mistake('key revoke', /needs <keyid>/),
  mistake('probe', /needs <url>/),
  mistake('setup now', /takes no argument, not "now"/),
  mistake('accounting list nonsense', /"nonsense".*expected one of/s),
  mistake('probe https://kura.example --concurrency 1000', /from 1 to 64/),
  // addresses
  mistake('today', /KURA_URL.*scheme/s, { KURA_URL: 'kura.example.com' }),
  mistake('devices', /KURA_URL.*scheme/s, { KURA_URL: 'localhost:3000' }),
  mistake('doctor', /KURA_URL.*scheme/s, { KURA_URL: 'kura.example.com' }),
  mistake('accounting token', /KURA_URL.*starts with https/s, { KURA_URL: 'ftp://kura.example.com' }),
  mistake('key issue mei --scope admin', /KURA_URL.*scheme/s, { ...DEPLOYED, KURA_URL: 'kura.example.com' }),
  mistake('doctor kura.example.com', /kura doctor https:\/\/kura\.example\.com$/m),
  mistake('probe kura.example.com', /kura probe https:\/\/kura\.example\.com$/m),
  mistake('probe https://kura.example/api', /kura probe https:\/\/kura\.example$/m),
  mistake('today', /your key is for "books\.example"/, DEPLOYED),
  mistake('devices', /npm start runs the local host/, { KEY: 'key.json' }),
  mistake('doctor http://127.0.0.1:65533', /settings here.*\n.*store here|settings here/, {
    UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:65533',
    UPSTASH_REDIS_REST_TOKEN: 'token',
  }),
  // names and scopes
  mistake("enrol Taro's_PC", /for example: taros-pc/, DEPLOYED),
  mistake('key issue Mei_Tanaka --scope admin', /for example: mei-tanaka/, DEPLOYED),
  mistake('key issue 太郎 --scope admin', /expected lower-case letters/, DEPLOYED),
  mistake('key issue mei --scope admn', /scope "admn"/, DEPLOYED),
  mistake('key issue mei --scope admin', /KURA_SECRETS/, { KURA_URL: 'https://kura.example.com' }),
  // days
  mistake('log --since 2026-05-02 --until 2026-04-01', /from "2026-05-02"/, { KEY: 'key.json' }),
  mistake('log --since yesterday', /--since "yesterday"/, { KEY: 'key.json' }),
  mistake(
    'accounting journal --from 2026-05-01 --until 2026-04-01 --out j.csv',
    /first day is after the last/,
    { KEY: 'key.json' },
  ),
  mistake('accounting list deals --from 2026-05-01 --until 2026-04-01', /first day is after the last/, {
    KEY: 'key.json',
  }),
  mistake('accounting list deals --from 2026-13-01', /--from: "2026-13-01" does not exist/, {
    KEY: 'key.json',
  }),
  mistake('accounting journal --from 2026-04-01', /needs --until/),
  // settings
  mistake('key issue mei --scope admin', /KURA_SECRETS/, { ...DEPLOYED, KURA_SECRETS: 'secret' }),
  mistake('doctor http://127.0.0.1:65533', /KURA_LANGUAGE: expected "en" or "ja"/, { KURA_LANGUAGE: 'fr' }),
  mistake('today --local', /KURA_SEAL_KEYS|KURA_SECRETS/, { KURA_URL: KEY.url }),
  // files
  mistake('today --key nowhere.json', /there is no such file/),
  mistake('today --key folder', /folder/),
  mistake('today --key broken.json', /not a JSON object/),
  mistake('today --key other.json', /its member "keyid" is not valid/),
  mistake('accounting import nowhere.csv', /nowhere\.csv/, { KEY: 'key.json' }),
  mistake('accounting import april.xlsx', /CSV/, { KEY: 'key.json' }),
  mistake('accounting import empty.csv', /empty\.csv/, { KEY: 'key.json' }),
  mistake('accounting deal nowhere.json', /nowhere\.json/, { KEY: 'key.json' }),
  mistake('registrar quote example.com --auto-renew on --contact nowhere.json', /nowhere\.json/, {
    KEY: 'key.json',
  }),
  mistake('move lint vercel.json', /vercel\.json/),
  mistake('log verify nowhere', /nowhere/),
  mistake('publish nowhere --release release', /name a folder that exists/),
  mistake('sync --dir nowhere', /nowhere/),
  mistake('setup --yes --answers nowhere.env', /nowhere\.env/),
  mistake('setup', /there is no terminal/),
]

/** Returns the commands that a hint names. */
function commandsIn(text: string): string[] {
  const hints = [...text.matchAll(/^ {2}hint: (.*)$/gm)].map(([, hint = '']) => hint)
  return hints
    .flatMap(hint => hint.match(/npx --no kura [^;:,"?]*/g) ?? [])
    .map(command => command.replace(/ (?:explains|makes|lists|then|once|again)\b.*/, '').trim())
}

describe('mistakes', () => {
  test('are sixty or more', () => expect(MISTAKES.length).toBeGreaterThanOrEqual(60))

  test.each(MISTAKES.map(({ words, ...row }) => ({ line: words.join(' '), words, ...row })))(
    'kura $line',
    async ({ words, env = {}, says }) => {
      const cwd = await temporaryDirectory(FILES)
      const { KEY: key, ...settings } = env
      const given = key ? [...words, '--key', join(cwd, key)] : words
      const paths = given.map(word => (word in FILES || word === 'folder' ? join(cwd, word) : word))
      const { out, err, status } = await runKuraIn(paths, { cwd, env: settings })
      const shown = `${out}${err}`
      expect({ shown, status }).toMatchObject({
        shown: expect.stringMatching(says),
        status: expect.any(Number),
      })
      expect(status).toBeGreaterThan(0)
      expect(shown).not.toMatch(/^ +at |unexpected fault|TypeError|node:internal/m)
      expect(commandsIn(shown).flatMap(command => nameFault(command) ?? [])).toEqual([])
    },
  )
})
