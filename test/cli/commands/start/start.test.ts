/** `npm start` in a copy of the project, as on a new operator's machine. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { displayWidth } from '../../../../lib/cli/terminal/fitting.ts'
import { type LocalProject, startLocalProject } from '../../../docs/run/local-project.ts'

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
    })
  }, PATIENCE)
  afterAll(() => project?.stop())

  test('fits a terminal, begins and ends with the link, and names the checks in a line', () => {
    const lines = project.screen.split('\n')
    expect(lines.length).toBeLessThanOrEqual(LINES)
    const wide = 'if the line of the checks is too wide, change it in lib/cli/commands/start/start.ts'
    expect(
      lines.filter(line => displayWidth(line) > COLUMNS),
      wide,
    ).toEqual([])
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

  test('leaves a configuration that works for the program of an agent', async () => {
    expect(project.screen).toContain('.kura/mcp.json')
    const ready = JSON.parse(await readFile(join(project.folder, '.kura/mcp.json'), 'utf8'))
    const { command, args } = ready.mcpServers.kura
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }))
    onTestFinished(() => client.close())
    const { content, isError } = await client.callTool({ name: 'list_companies', arguments: {} })
    expect({ isError, content }).toMatchObject({ content: [{ text: expect.stringContaining('8101234567') }] })
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
