import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { choiceText, readChoice } from '../../../../lib/cli/commands/setup/choices.ts'
import { hostSettings, powerShellLines, shellLines } from '../../../../lib/cli/commands/setup/hand-over.ts'
import { withSettings } from '../../../../lib/cli/commands/setup/progress.ts'
import { STEPS } from '../../../../lib/cli/commands/setup/steps.ts'
import { SERVICE_NAMES, SERVICE_SETTINGS } from '../../../../lib/core/config/services.ts'
import { LANGUAGES } from '../../../../lib/core/language/language.ts'
import { english } from '../../../../lib/core/language/text.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

function stepOf(name: string) {
  const step = STEPS.find(step => step.name === name)
  if (!step) throw new Error(`there is no question ${name}`)
  return step
}

test.each([
  ['https://kura.example', 'https://kura.example/console/authorize, urn:ietf:wg:oauth:2.0:oob'],
  ['http://127.0.0.1:3000', 'urn:ietf:wg:oauth:2.0:oob'],
])('the redirect address of the application for %s is %s', (KURA_URL, want) => {
  expect(linesBefore('ACCOUNTING_CLIENT_ID', { KURA_URL })).toContain(`2. set the redirect address: ${want}`)
})

test.each(SERVICE_NAMES)('every setting that %s needs has a question', service => {
  const asked = new Set(STEPS.map(({ name }) => name))
  const { placeholders } = SERVICE_SETTINGS[service]
  expect(Object.keys(placeholders).filter(name => !asked.has(name))).toEqual([])
})

test.each([
  ['accounting,chat', true],
  ['accounting', false],
  ['none', false],
])('the services "%s" are asked for the server of the chat: %s', (services, asked) => {
  const { when } = STEPS.find(({ name }) => name === 'CHAT_GUILD_ID') ?? {}
  expect(when?.({ SETUP_SERVICES: services })).toBe(asked)
})

test('a fresh checkout names the region that is the usual answer', () => {
  const settings = JSON.parse(readFileSync(new URL('../../../../vercel.json', import.meta.url), 'utf8'))
  expect(settings.regions).toEqual([STEPS.find(({ name }) => name === 'SETUP_REGION')?.usual])
})

/** Returns the lines that are shown before the question `of`, after the answers so far. */
function linesBefore(of: string, answers: Readonly<Record<string, string>>): readonly string[] {
  return (stepOf(of).how?.(answers) ?? []).map(english)
}

test.each([
  [{}, 'in Tokyo as the functions (hnd1)'],
  [{ SETUP_REGION: 'fra1' }, 'in Frankfurt as the functions (fra1)'],
])('the database is created in the region of the functions: %o', (answers, want) => {
  expect(linesBefore('UPSTASH_REDIS_REST_URL', answers)[0]).toContain(want)
})

test.each([
  ['Asia/Tokyo', /^near Asia\/Tokyo: hnd1 \(Tokyo\), kix1 \(Osaka\), icn1/, /fra1|iad1/],
  ['Europe/Berlin', /fra1 \(Frankfurt\)/, /hnd1/],
  ['America/New_York', /iad1 \(Washington, D\.C\.\)/, /hnd1/],
  ['UTC', /hnd1.*fra1.*iad1/, /^$/],
  ['later', /^near Asia\/Tokyo: hnd1/, /fra1/],
])('the regions near %s are named', (zone, named, others) => {
  const [line = ''] = linesBefore('SETUP_REGION', zone === 'later' ? {} : { KURA_TIMEZONE: zone })
  expect(line).toMatch(named)
  expect(line).not.toMatch(others)
})

test('the question for the plan names what each plan allows', () => {
  expect(linesBefore('SETUP_PLAN', {})).toEqual([
    expect.stringMatching(/^free: for non-commercial use only; each cron job runs once a day/),
    expect.stringMatching(/^paid: for a company/),
  ])
})

test.each([
  ['SETUP_SERVICES', 'accounting, registrar, chat', 'accounting,registrar,chat'],
  ['SETUP_SERVICES', 'chat、Accounting', 'accounting,chat'],
  ['SETUP_SERVICES', ' なし ', 'none'],
  ['KURA_URL', 'https://Kura.example/', 'https://kura.example'],
  ['KURA_TIMEZONE', 'asia/tokyo', 'Asia/Tokyo'],
  ['SETUP_REGION', 'fra1 (Frankfurt)', 'fra1'],
  ['SETUP_REGION', 'Tokyo', 'hnd1'],
  ['REGISTRAR_CAP_DAY', '４,０００', '4000'],
  ['CHAT_GUILD_ID', '１２', '12'],
])('%s: the answer "%s" is stored as "%s"', (name, answer, stored) => {
  expect(stepOf(name).read?.(answer)).toBe(stored)
})

test.each([
  ['SETUP_SERVICES', 'accounting books'],
  ['SETUP_SERVICES', 'none, chat'],
  ['KURA_URL', 'kura.example.com'],
  ['KURA_URL', 'https://kura.example/app'],
  ['SETUP_REGION', 'mars1'],
])('%s: the answer "%s" is wrong', (name, answer) => {
  expect(() => stepOf(name).read?.(answer)).toThrow()
})

test('every choice is read as the prompt shows it in each language, in any width and case', () => {
  for (const { name, oneOf = [] } of STEPS)
    for (const [value, language] of oneOf.flatMap(one => LANGUAGES.map(spoken => [one, spoken] as const))) {
      const shown = choiceText(value, language)
      expect([name, shown, readChoice(` ${shown.toUpperCase()} `, oneOf)]).toEqual([name, shown, value])
    }
})

test.each([
  ['y', ['yes', 'no'], 'yes'],
  ['はい', ['yes', 'no'], 'yes'],
  ['ｙ', ['on', 'off'], 'on'],
  ['no', ['on', 'off'], 'off'],
  ['maybe', ['on', 'off'], undefined],
  ['はい', ['free', 'paid'], undefined],
])('"%s" of %o is %s', (text, values, expected) => {
  expect(readChoice(text, values)).toBe(expected)
})

test('the tax schedule has no usual answer; both tables, the third way and whom to ask are said', () => {
  expect(stepOf('ACCOUNTING_SCHEDULE')).not.toHaveProperty('usual')
  expect(linesBefore('ACCOUNTING_SCHEDULE', {})).toEqual([
    expect.stringMatching(/^document-1: 80 %.* 50 %/),
    expect.stringMatching(/^amended: 80 %.* 70 %.* 50 %.* 30 %/),
    expect.stringMatching(/^unset: .* waits for a person.*tax accountant/),
    expect.stringMatching(/^what follows: .* 500 yen, amended 700 yen; with unset, kura asks/),
    expect.stringMatching(/^who can decide: the tax accountant/),
  ])
})

test('hostSettings() leaves out what belongs to a machine of a person, and what is no setting', () => {
  const own = [
    'KURA_PASSPHRASE',
    'KURA_KEY_DIR',
    'KURA_RELEASE_DIR',
    'KURA_STORE_FILE',
    'KURA_PROTECTION_BYPASS',
  ]
  const names = ['KURA_SECRETS', ...own, 'SETUP_PLAN', 'CRON_SECRET', 'PATH']
  const answers = { ...Object.fromEntries(names.map(name => [name, 'x'])), ACCOUNTING_SCHEDULE: 'unset' }
  expect(hostSettings(answers)).toEqual(['KURA_SECRETS', 'CRON_SECRET'])
})

test('shellLines() hand the values of .env over on standard input, without a line break', async () => {
  const cwd = await temporaryDirectory()
  await writeFile(join(cwd, '.env'), "CRON_SECRET=abc\nKURA_SEAL_KEYS='1:a b$c'\n")
  await writeFile(join(cwd, 'npx'), '#!/bin/sh\nprintf "%s <- " "$*"\ncat\necho\n', { mode: 0o755 })
  const lines = shellLines(['CRON_SECRET', 'KURA_SEAL_KEYS']).join('\n')
  const env = { PATH: `${cwd}:${process.env['PATH']}` }
  expect(execFileSync('sh', ['-c', lines], { cwd, env, encoding: 'utf8' })).toBe(
    [
      'vercel env add CRON_SECRET production --sensitive <- abc\n',
      'vercel env add KURA_SEAL_KEYS production --sensitive <- 1:a b$c\n',
    ].join(''),
  )
})

test('powerShellLines() read each value with Node, and contain none', () => {
  expect(powerShellLines(['CRON_SECRET', 'KURA_URL'])).toEqual([
    "foreach ($name in 'CRON_SECRET', 'KURA_URL') {",
    '  cmd /c "node --env-file=.env -e ""process.stdout.write(process.env.$name)"" | npx vercel env add $name production --sensitive"',
    '}',
  ])
})

test('withSettings() replaces, adds and removes, and keeps the other lines', () => {
  const text = '# own words\nA=1\nB=2\nC=3\n\n'
  expect(withSettings(text, { B: 'two', C: undefined, D: 'new' })).toBe('# own words\nA=1\nB=two\nD=new\n')
})

test('withSettings() on an empty file', () => {
  expect(withSettings('', { A: '1' })).toBe('A=1\n')
})

test.each(['plain', 'a b', '$HOME `id` "x" #y', '&;|()<>', 'https://x.example/?a=b&c', '日本'])(
  'Node and a shell read %o as it is',
  value => {
    const text = withSettings('', { A: value })
    expect(parseEnv(text)).toEqual({ A: value })
    expect(execFileSync('sh', ['-c', `${text}printf %s "$A"`], { encoding: 'utf8' })).toBe(value)
  },
)

test.each(["it's", 'a\nB=2'])('a value that a line cannot hold is refused and not quoted: %o', value => {
  expect(() => withSettings('', { A: value })).toThrow(
    /^Cannot write A to \.env: it has a line break or the character '$/,
  )
})
