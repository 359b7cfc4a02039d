import { execFile, execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ensureDevelopmentSettings, withDevelopmentSettings } from '../../lib/cli/development.ts'
import { displayWidth } from '../../lib/cli/terminal/fitting.ts'
import { everyCommand, everyGroup, helpOf } from '../docs/documented-commands.ts'
import { runKuraIn } from '../helpers/processes/run-kura.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Code that prints, at the end of the process, which modules were loaded. */
const WATCH = `
  import { registerHooks } from 'node:module'
  import { writeSync } from 'node:fs'
  const loaded = []
  registerHooks({ load: (url, context, load) => (loaded.push(url), load(url, context)) })
  process.on('exit', () => writeSync(2, JSON.stringify(loaded)))`

/** Runs the command line in a process of its own. */
async function loadedFor(words: readonly string[]): Promise<{ shown: string; loaded: string[] }> {
  const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`
  const program = ['--import', watch, 'lib/cli/main.ts', ...words]
  const env = { ...process.env, KURA_LANGUAGE: 'en' }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, program, { cwd: ROOT, env })
  return { shown: stdout, loaded: JSON.parse(stderr) }
}

test('kura --help loads no command, and names all of them', async () => {
  const { shown, loaded } = await loadedFor(['--help'])
  expect(loaded.filter(url => /\/lib\/cli\/(?:commands|operator)\//.test(url))).toEqual([])
  expect(loaded.filter(url => url.includes('/node_modules/cli-progress/'))).toEqual([])
  for (const name of ['start', 'publish', 'sync', 'accounting']) expect(shown).toContain(`  ${name} `)
})

test.each([
  ['status', '--help'],
  ['help', 'status'],
])('kura %s %s loads that command alone', async (...words) => {
  const { shown, loaded } = await loadedFor(words)
  expect(shown).toContain('Usage: npx --no kura status')
  expect(
    loaded.filter(url => /\/cli\/commands\/(?:accounting|registrar|chat|move|start)\//.test(url)),
  ).toEqual([])
})

test.each([
  ['--help'],
  ['sync', '--help'],
  ['accounting', '--help'],
  ['registrar', '--help'],
  ['key', '--help'],
])('kura %s … loads no package that only a development machine has', async (...words) => {
  const { loaded } = await loadedFor(words)
  expect(loaded.filter(url => /node_modules\/(?:@hono|iconv-lite)/.test(url))).toEqual([])
})

describe('in a terminal of 60 columns', () => {
  const COLUMNS = 60
  /**
   * Whether a line of the help may be longer than the terminal: a command to copy, or a word that is longer than a
   * line, such as an address.
   */
  const mayBeLonger = (line: string) => /^ {2}npx --no kura /.test(line) || !line.trim().includes(' ')

  test.each([...everyCommand(), ...everyGroup().map(({ path }) => path), 'help exit-codes'])(
    'the help of kura %s fits',
    async path => {
      const lines = (await helpOf(path, COLUMNS)).split('\n')
      expect(lines[0]).toMatch(path === 'help exit-codes' ? /^status/ : /^Usage: npx --no kura/)
      expect(lines.length).toBeGreaterThan(3)
      expect(lines.filter(line => displayWidth(line) > COLUMNS && !mayBeLonger(line))).toEqual([])
    },
  )

  test('an example is one line', async () => {
    const example = 'npx --no kura move check old.example new.example --sitemap old-sitemap.xml --every-form'
    expect((await helpOf('move check', COLUMNS)).split('\n')).toContain(`  ${example}`)
  })
})

describe('withDevelopmentSettings()', () => {
  test('finds the settings that npm start created, for what the environment does not set', async () => {
    const dir = await temporaryDirectory()
    await ensureDevelopmentSettings(dir)
    const { env, development } = withDevelopmentSettings({ KURA_TIMEZONE: 'UTC', CRON_SECRET: '' }, dir)
    expect({ development, timezone: env['KURA_TIMEZONE'] }).toEqual({ development: true, timezone: 'UTC' })
    expect(env['KURA_SECRETS']).toMatch(/^1:/)
    expect(env['CRON_SECRET']).toMatch(/^[\w-]{43}$/)
  })

  test('a command for a deployment never uses a part of them', async () => {
    const dir = await temporaryDirectory()
    await ensureDevelopmentSettings(dir)
    const given = { KURA_URL: 'https://kura.example' }
    expect(withDevelopmentSettings(given, dir)).toEqual({ env: given, development: false })
  })

  test('without them the environment is unchanged', async () => {
    expect(withDevelopmentSettings({}, await temporaryDirectory())).toEqual({ env: {}, development: false })
  })

  test('they are created once', async () => {
    const dir = await temporaryDirectory()
    expect(await ensureDevelopmentSettings(dir)).toEqual({ created: true })
    const { env } = withDevelopmentSettings({}, dir)
    expect(await ensureDevelopmentSettings(dir)).toEqual({ created: false })
    expect(withDevelopmentSettings({}, dir).env).toEqual(env)
  })
})

const MOVE = 'move check old.example new.example'

/** Commands whose file is a pipe without a writer: each reports the pipe, instead of waiting for ever. */
const COMMANDS = [
  'accounting deal PIPE',
  'accounting import PIPE',
  'api POST accounting/deals --body PIPE',
  'chat deliver prices --file PIPE --to yamada',
  'devices --key PIPE',
  'log verify PIPE',
  'move lint PIPE',
  'move lint rules.json --paths PIPE',
  `${MOVE} --urls PIPE`,
  `${MOVE} --sitemap PIPE`,
  `${MOVE} --sitemap sitemap.xml --baseline PIPE`,
  `${MOVE} --sitemap sitemap.xml --before PIPE`,
  `${MOVE} --sitemap sitemap.xml --checker-config PIPE`,
  'publish payload --release release --settings PIPE',
  'registrar quote example.com --fields --contact PIPE',
  'setup --yes --answers PIPE',
]

test.each(COMMANDS)('kura %s', async words => {
  const cwd = await temporaryDirectory()
  execFileSync('mkfifo', [join(cwd, 'pipe')])
  await mkdir(join(cwd, 'payload'))
  await writeFile(join(cwd, 'rules.json'), '{"redirects": []}')
  const addresses = '<url><loc>https://old.example/</loc></url>'
  await writeFile(join(cwd, 'sitemap.xml'), `<urlset>${addresses}</urlset>`)
  const { out, err, status } = await runKuraIn(words.replace('PIPE', join(cwd, 'pipe')).split(' '), { cwd })
  expect({ out, err }).toEqual({
    out: '',
    err: expect.stringContaining('pipe": it is a pipe, a socket or a device, expected a file'),
  })
  expect(status).toBeGreaterThan(0)
})
