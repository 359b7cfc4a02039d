/** `npm start` in a copy of the project, as on a new operator's machine. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { registerSetup } from '../../../../lib/cli/commands/setup/setup.ts'
import { displayWidth } from '../../../../lib/cli/terminal/fitting.ts'
import { type LocalProject, startLocalProject } from '../../../docs/run/local-project.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { setupWorld } from '../setup/world.ts'

/** Milliseconds for a command on a machine that also runs other tests. */
const PATIENCE = 120_000
/** A terminal. */
const LINES = 24
const COLUMNS = 80

describe('npm start', () => {
  let project: LocalProject
  beforeAll(async () => {
    project = await startLocalProject({
      CRON_SECRET: 'the secret of a deployment',
      KURA_TIMEZONE: 'Asia/Tokyo',
      // without the stand-in for git of local-project.ts, so that the probe requests every file
      PATH: process.env['PATH'] ?? '',
    })
  }, PATIENCE)
  afterAll(() => project?.stop())

  test('fits a terminal, begins and ends with the link, and names the checks in a line', () => {
    const lines = project.screen.split('\n')
    expect(lines.length).toBeLessThanOrEqual(LINES)
    expect(lines.filter(line => displayWidth(line) > COLUMNS)).toEqual([])
    expect(project.screen).toMatch(/^checks +passed: release, device, probe, accounting, domains, chat /m)
    const links = lines.filter(line => /^http:\/\/localhost:\d+\/console\/sign-in#[\w-]{32}$/.test(line))
    expect([new Set(links).size, links.length, lines.at(-2)]).toEqual([1, 2, links[0]])
    expect(lines.indexOf(links[0] ?? '')).toBeLessThan(lines.findIndex(line => line.startsWith('checks')))
    expect(project.screen.match(/^ {2}npx --no kura .+$/gm)).toHaveLength(3)
  })

  test('names the settings of a deployment that it does not use, and no value', () => {
    expect(project.screen).toMatch(/^settings +not for the local host: .*\bCRON_SECRET\b/m)
    expect(project.screen).not.toContain('the secret of a deployment')
  })

  test('leaves an operator key that may say what a person decides', async () => {
    const { keyid } = JSON.parse(await readFile(join(project.folder, '.kura/operator.json'), 'utf8'))
    const [name, scopes = ''] = keyid.split(':')
    expect(name).toBe('operator')
    expect(scopes.split('+')).toEqual(expect.arrayContaining(['admin', 'approve', 'accounting.write']))
  })

  test('shows no progress where there is no terminal, and nothing that reads like a failure', () => {
    expect(project.screen).not.toMatch(/^probing |no bot can|not set/m)
  })

  test('a second one says where the first one serves, and changes nothing', {
    timeout: PATIENCE,
  }, async () => {
    const settings = () => readFile(join(project.folder, '.kura/env'), 'utf8')
    const before = await settings()
    const { status, output } = await project.shell('node lib/cli/main.ts start --once')
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining(`at ${project.url}\n`) })
    expect(await settings()).toBe(before)
  })

  test('root init creates the key in the folder of KURA_KEY_DIR', { timeout: PATIENCE }, async () => {
    const { output } = await project.shell(
      'KURA_KEY_DIR=../own-keys node lib/cli/main.ts root init --no-passphrase --release ../own-release && ls ../own-keys',
    )
    expect(output).toMatch(/^[0-9a-f]+.*$/m)
    expect(output).toContain('own-keys/')
  })

  test('kura doctor finds that everything is ok', { timeout: PATIENCE }, async () => {
    const { status, output } = await project.shell('node lib/cli/main.ts doctor')
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringMatching(
        /\nok +functions +all \d run version local\n(?:.*\n)*0 wrong, 0 unknown, \d+ ok\n$/,
      ),
    })
  })

  test('publish --development does not speak of a commit', { timeout: PATIENCE }, async () => {
    const { output } = await project.shell(
      'node lib/cli/main.ts publish sandbox/payload --development --force',
    )
    expect(output).toContain('the local host serves it at once')
    expect(output).not.toContain('commit')
  })
})

/** Returns the contents of `.env` after `kura setup`. */
async function settingsOfSetup(): Promise<string> {
  const { cwd, env, answers } = await setupWorld()
  const lines = Object.entries(answers).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(cwd, 'answers.env'), lines.join(''))
  await runCommand(registerSetup, ['setup', '--yes', '--answers', 'answers.env'], { cwd, env })
  return readFile(join(cwd, '.env'), 'utf8')
}

test('npm start after kura setup is the practice world, and each line that it prints works', {
  timeout: PATIENCE,
}, async () => {
  const project = await startLocalProject({}, await settingsOfSetup(), 'en', [])
  onTestFinished(() => project.stop())
  const { screen } = project
  expect(screen).toMatch(/^settings +not for the local host: \w+, \w+, \w+ and \d+ more$/m)
  expect(screen).toMatch(/^remotes +sandboxes; npm start -- --live-remotes uses/m)
  expect(screen).toMatch(/^checks +passed: /m)
  expect(screen.split('\n').length).toBeLessThanOrEqual(LINES)
  const lines = screen.match(/^ {2}npx .+$/gm) ?? []
  expect(lines).toHaveLength(3)
  const shown = []
  for (const line of lines) {
    const { status, output } = await project.shell(line)
    // the items of the example company need a person
    expect({ line, status, output }).toMatchObject({ status: line.includes(' today') ? 3 : 0 })
    shown.push(output)
  }
  // the company of the sandbox
  expect(shown[1]).toContain('8101234567')
  await exampleStays(project)
})

const FILE_BOX =
  '/api/accounting/file-box?company_id=1234567&category=without_deal&start_date=2026-01-01&end_date=2099-12-31'

/** The example company waits for a person, and is the same after a second start, which adds and forgets nothing. */
async function exampleStays(project: LocalProject): Promise<void> {
  expect(project.screen).toMatch(/^example +a company /m)
  const ask = async (words: string) => {
    const { output } = await project.shell(
      `node lib/cli/main.ts ${words} --key .kura/operator.json --json 2>/dev/null`,
    )
    return JSON.parse(output, (name, value) => (name === 'seenAt' ? undefined : value))
  }
  // the service reads the photograph some seconds after it came
  const photograph = [{ receipt_metadatum: { partner_name: '喫茶さくら', amount: 2200 } }]
  await expect
    .poll(async () => (await ask(`api GET "${FILE_BOX}"`)).receipts, { timeout: 30_000, interval: 500 })
    .toMatchObject(photograph)
  const commands = ['today', 'devices', 'accounting list cases', 'registrar orders', `api GET "${FILE_BOX}"`]
  const facts = () => Promise.all(commands.map(ask))
  const [today, devices, cases, orders, files] = await facts()
  expect(kindsOf(today)).toEqual(['deal_proposed', 'device_problems', 'email_unconfirmed'])
  expect(
    devices.devices.map(({ name, version }: { name: string; version: number }) => [name, version]),
  ).toEqual([
    ['demo', 2],
    ['reception', 1],
  ])
  expect(cases.cases).toHaveLength(2)
  await project.stopped(async () => undefined)
  const [after, , ...others] = await facts()
  expect([kindsOf(after), ...others]).toEqual([kindsOf(today), cases, orders, files])
}

function kindsOf({ needs }: { needs: { groups: readonly { kind: string }[] } }): string[] {
  return needs.groups.map(({ kind }) => kind).toSorted()
}
