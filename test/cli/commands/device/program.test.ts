/**
 * The one-file device program: built as it is distributed, started as devices start it, on the oldest supported Node.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { bundle, DEVICE_PROGRAM } from '../../../../scripts/build-device.ts'
import { createDevice, DEVICE_SECRET } from '../../../helpers/device/device.ts'
import { findNode } from '../../../helpers/processes/find-node.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const run = promisify(execFile)

let built = ''
let size = 0
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'kura-test-'))
  built = join(dir, 'kura-device.mjs')
  size = await bundle(DEVICE_PROGRAM, built)
  // the program stores the id of the machine there
  vi.stubEnv('HOME', dir)
  return () => {
    vi.unstubAllEnvs()
    return rm(dir, { recursive: true, force: true })
  }
})

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function start(
  node: string,
  words: readonly string[],
  options: { cwd?: string; timeout?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  try {
    return { code: 0, ...(await run(node, [...words], options)) }
  } catch (error) {
    const { code, stdout, stderr } = error as Ended
    return { code, stdout, stderr }
  }
}

/** Prepares a device, and a copy of the program in a folder of its own. */
async function prepare(files: Parameters<typeof createDevice>[0]) {
  const device = await createDevice(files)
  // the program uses the real clock
  const expires = Date.now() + 86_400_000
  device.publish(1, files ?? {}, { expires })
  const file = join(await temporaryDirectory(), 'kura-device.mjs')
  await copyFile(built, file)
  return { device, file, expires }
}

/** Modules of Node that take time to load, and that a sync without a change does not need. */
const HEAVY = [
  'child_process',
  'fs/promises',
  'http2',
  'https',
  'internal/crypto/webcrypto',
  'internal/deps/undici/undici',
  'internal/fs/promises',
  'internal/fs/streams',
  'internal/worker/io',
  'readline',
  'timers/promises',
  'tls',
  'zlib',
]

test('a sync without a change loads no module of Node that it does not need', async () => {
  const { device, file } = await prepare({ 'a.md': 'A' })
  const dir = await temporaryDirectory({
    'tell.cjs': `process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED, process.moduleLoadList.join()))`,
  })
  const loadedBy = async () => {
    const env = { ...process.env, LOADED: join(dir, 'loaded') }
    const words = ['--require', join(dir, 'tell.cjs'), file, 'sync', '--dir', device.dir]
    expect(await start(process.execPath, words, { env })).toMatchObject({ code: 0, stderr: '' })
    return (await readFile(env.LOADED, 'utf8')).split(',').map(name => name.replace('NativeModule ', ''))
  }
  expect(await loadedBy()).toContain('internal/fs/promises')
  const loaded = await loadedBy()
  expect(loaded).toContain('http')
  expect(HEAVY.filter(name => loaded.includes(name))).toEqual([])
})

describe.for([20, process.versions.node.split('.').map(Number)[0] ?? 0])('under Node %i', major => {
  test('installs, tells the status, and has nothing to do the second time', async ({ skip }) => {
    const node = (await findNode(major)) ?? ''
    skip(node === '', `there is no Node ${major} on the path`)
    const { device, file } = await prepare({ 'a.md': 'A', '辞書/b c.tsv': 'B' })
    const first = await start(node, [file, 'sync', '--dir', device.dir])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toBe('installed 2 of 2, indexed 2, release 1\nadded a.md\nadded 辞書/b c.tsv\n')
    const second = await start(node, [file, 'sync', '--dir', device.dir, '--json'])
    expect(JSON.parse(second.stdout)).toMatchObject({ installed: 2, requests: 1, changed: 0 })
    expect(await start(node, [file, 'status', '--dir', device.dir])).toMatchObject({
      code: 0,
      stdout: 'memory=2 / index reference=yes\n',
    })
  })

  test('installs although nothing that it says can be written', async ({ skip }) => {
    const node = (await findNode(major)) ?? ''
    skip(node === '', `there is no Node ${major} on the path`)
    skip(process.platform !== 'linux', 'only Linux has a device that is always full')
    const { device, file } = await prepare({ 'a.bin': Buffer.alloc(1_500_000) })
    const words = ['-c', 'exec "$@" > /dev/full 2>&1', 'sh', node, file, 'sync', '--dir', device.dir]
    expect(await start('sh', words)).toMatchObject({ code: 0 })
    expect(Object.keys(await device.files())).toEqual(['MEMORY.md', 'a.bin'])
  })

  test('replaces itself by the program of the release, which then works', async ({ skip }) => {
    const node = (await findNode(major)) ?? ''
    skip(node === '', `there is no Node ${major} on the path`)
    const program = `${await readFile(built, 'utf8')}\n// a newer one\n`
    const { device, file, expires } = await prepare({})
    device.publish(2, { 'program.mjs': program }, { program: 'program.mjs', expires })
    const previous = join(file, '../kura-device.previous.mjs')
    const ended = await start(node, [file, 'sync', '--dir', device.dir])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain(`replaced this program; the previous one is ${previous}`)
    expect(await readFile(file, 'utf8')).toBe(program)
    expect(await readFile(previous, 'utf8')).toBe(await readFile(built, 'utf8'))
    const again = await start(node, [file, 'sync', '--dir', device.dir, '--json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ program: { outcome: 'current' }, requests: 1 })
    expect(await readdir(join(file, '..'))).toEqual(['kura-device.mjs', 'kura-device.previous.mjs'])
  })

  test('syncs as the previous program too, and reports why the program does not start', async ({ skip }) => {
    const node = (await findNode(major)) ?? ''
    skip(node === '', `there is no Node ${major} on the path`)
    const { device, file } = await prepare({ 'a.md': 'A' })
    const previous = join(file, '../kura-device.previous.mjs')
    await rename(file, previous)
    await writeFile(file, 'not a program (\n')
    const ended = await start(node, [previous, 'sync', '--dir', device.dir])
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('installed 1 of 1') })
    const reason = 'the previous program ran, because "kura-device.mjs" does not start here: SyntaxError: '
    expect(ended.stderr).toContain(reason)
    expect(device.host.reports.at(-1)).toMatchObject({
      problems: [expect.stringContaining(reason)],
      node: expect.stringMatching(`^${major}\\.`),
    })
  })
})

test("prints the company's language, and the same JSON in each", async () => {
  const { device, file } = await prepare({ 'a.md': 'A' })
  const credentials = JSON.parse(await readFile(join(device.dir, 'credentials.json'), 'utf8'))
  const speak = (language: string) =>
    device.write('credentials.json', JSON.stringify({ ...credentials, language, timezone: 'Asia/Tokyo' }))
  const sync = (...words: string[]) => start(process.execPath, [file, ...words, '--dir', device.dir])
  await speak('ja')
  expect((await sync('sync')).stdout).toBe('リリース 1：1件のうち1件を導入済み、索引に1件\n追加：a.md\n')
  const outputs = []
  for (const language of ['ja', 'en']) {
    await speak(language)
    outputs.push((await sync('sync', '--json')).stdout)
  }
  expect(outputs[0]).toBe(outputs[1])
})

test('a program without credentials speaks the language of the system, but for JSON', async () => {
  const dir = await temporaryDirectory()
  const env = { ...process.env, LC_ALL: 'ja_JP.UTF-8' }
  const ended = await start(process.execPath, [built, 'publish', '--dir', dir], { env })
  expect(ended.stderr).toMatch(
    /^kura: コマンドを読み取れません：「publish」というコマンドはありません\n {2}対処：kura-device：最新のリリース/,
  )
  const { stdout } = await start(process.execPath, [built, 'publish', '--json', '--dir', dir], { env })
  expect(JSON.parse(stdout)).toEqual({
    error: 'Cannot read the command: there is no command "publish"',
    code: 'usage',
    hint: expect.stringContaining('fetch, verify and install'),
  })
})

test('runs only on the machine on which its folder was set up', async () => {
  const { device, file } = await prepare({ 'a.md': 'A' })
  const on = async (home: string) =>
    start(process.execPath, [file, 'sync', '--dir', device.dir], { env: { ...process.env, HOME: home } })
  const here = await temporaryDirectory()
  expect(await on(here)).toMatchObject({ code: 0 })
  const { code, stderr } = await on(await temporaryDirectory())
  expect([code, stderr]).toEqual([1, expect.stringContaining('it was set up on another PC')])
  expect(await on(here)).toMatchObject({ code: 0 })
})

test('imported, it is the client routine and does nothing by itself', async () => {
  const { device, file } = await prepare({ 'a.md': 'A' })
  const module = await import(file)
  expect(Object.keys(module).sort()).toEqual(['status', 'sync'])
  expect(await module.sync(device.dir)).toMatchObject({
    installed: 1,
    indexed: 1,
    program: { outcome: 'none' },
  })
  expect(await module.status(device.dir)).toMatchObject({ whole: true })
})

/** Programs that import the file. It must not run in any of them, whatever their arguments are. */
const IMPORTERS = [
  { name: 'a program named without its extension', words: (dir: string) => [join(dir, 'app')] },
  {
    name: 'no file at all',
    words: (dir: string) => ['--input-type=module', '-e', `await import('${join(dir, 'kura-device.mjs')}')`],
  },
  {
    name: 'no file at all, with words',
    words: (dir: string) => [
      '-e',
      `import('${join(dir, 'kura-device.mjs')}').then(() => console.log(process.argv[1]))`,
      'kura-device.mjs',
    ],
    said: 'kura-device.mjs\n',
  },
]
test.each(IMPORTERS)('importing it is safe from $name', async ({ words, said = '' }) => {
  const dir = await temporaryDirectory({ 'app.js': "import('./kura-device.mjs')" })
  await copyFile(built, join(dir, 'kura-device.mjs'))
  const ended = await start(process.execPath, words(dir), { cwd: dir })
  expect(ended).toEqual({ code: 0, stdout: said, stderr: '' })
})

const NAMES = [
  { name: 'its own name', words: ['kura-device.mjs'] },
  { name: 'a name without the extension', words: ['kura'] },
  { name: 'a link', words: ['link.mjs'] },
  { name: 'a link that Node is told to keep', words: ['--preserve-symlinks-main', 'link.mjs'] },
  { name: 'its own name, links kept', words: ['--preserve-symlinks-main', 'kura-device.mjs'] },
]
test.each(NAMES)('started by $name it runs', async ({ words }) => {
  const dir = await temporaryDirectory({ 'package.json': '{"type": "module"}' })
  await copyFile(built, join(dir, 'kura-device.mjs'))
  await copyFile(built, join(dir, 'kura.js'))
  await symlink('kura-device.mjs', join(dir, 'link.mjs'))
  const ended = await start(process.execPath, [...words, '--version'], { cwd: dir })
  expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(/^kura-device \d/), stderr: '' })
})

test('a transfer that fails on a terminal ends the process, whatever bar stood there', async ({ skip }) => {
  const isThere = await start('script', ['-qec', 'test -t 2', '/dev/null'])
  skip(isThere.code !== 0, 'there is no `script` (util-linux) to make a terminal with')
  const { device, file, expires } = await prepare({ 'a.md': 'A' })
  device.publish(2, { 'a.md': 'A', 'large.bin': 'x'.repeat(3_000_001) }, { expires })
  const refusal = { status: 401, body: Buffer.from('{"error": "no", "code": "key_revoked"}') }
  device.host.bend = (reply, { asked }) => (asked.query['part']?.endsWith('.1') ? refusal : reply)
  const command = [process.execPath, file, 'sync', '--dir', device.dir].map(word => `'${word}'`).join(' ')
  const ended = await start('script', ['-qec', command, '/dev/null'], { timeout: 30_000 })
  expect(ended.stdout).toContain('fetching')
  expect(ended.stdout).toContain('kura: Cannot')
  expect(ended.code).toBe(1)
})

test('it is one small file', () => {
  expect(size).toBeLessThan(280_000)
})

const WORDS = [
  { name: 'no command', words: [], code: 2, stderr: /there is no command/ },
  { name: 'another command', words: ['publish'], code: 2, stderr: /there is no command "publish"/ },
  { name: 'an option that it does not know', words: ['sync', '--fast'], code: 2, stderr: /--fast/ },
  { name: 'two commands', words: ['sync', 'status'], code: 2, stderr: /there is no command "sync status"/ },
  { name: '--version', words: ['--version'], code: 0, stderr: /^$/ },
  { name: '--help', words: ['--help'], code: 0, stderr: /^$/ },
  {
    name: 'a directory that is none',
    words: ['sync', '--dir', '/nowhere/at/all'],
    code: 1,
    stderr:
      /^kura: Cannot use "\/nowhere\/at\/all" as the directory of a device.*\n {2}hint: give the directory/,
  },
]
test.each(WORDS)('started with $name it ends with $code', async ({ words, code, stderr }) => {
  const ended = await start(process.execPath, [built, ...words])
  expect(ended.code).toBe(code)
  expect(ended.stderr).toMatch(stderr)
})

test('a sync that fails says so, with status 1 and no secret', async () => {
  const { device, file } = await prepare({ 'a.md': 'A' })
  device.host.bend = () => ({ status: 401, body: Buffer.from('{"error": "no", "code": "key_revoked"}') })
  const sync = [file, 'sync', '--dir', device.dir]
  const ended = await start(process.execPath, sync)
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toMatch(/^kura: Cannot sync: .* 401 key_revoked \(no\)\n {2}hint: ask the operator/)
  const forPrograms = await start(process.execPath, [...sync, '--json'])
  expect(forPrograms).toMatchObject({ code: 1, stderr: '' })
  expect(JSON.parse(forPrograms.stdout).error).toMatch(/^Cannot sync: .*key_revoked/)
  expect(ended.stderr + forPrograms.stdout).not.toContain(DEVICE_SECRET.slice(4, 20))
})
