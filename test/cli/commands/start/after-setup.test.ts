/** `npm start` with its example company, in a copy of the project that `kura setup` has set up for a deployment. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { registerSetup } from '../../../../lib/cli/commands/setup/setup.ts'
import { type LocalProject, startLocalProject } from '../../../docs/run/local-project.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { setupWorld } from '../setup/world.ts'

/** Milliseconds for a command on a machine that also runs other tests. */
const PATIENCE = 120_000
/** The lines of a terminal. */
const LINES = 24

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
