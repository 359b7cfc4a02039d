/**
 * A person opens the start file of an enrolled folder: it runs the device program, which gets the key, syncs and sets
 * up the task. Scripts of the test take the place of the system's commands, so that nothing on this machine changes.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { routesOfAdmin } from '../../../../lib/app/functions/admin.ts'
import { routesOfDistribution } from '../../../../lib/app/functions/distribution.ts'
import { registerEnrol } from '../../../../lib/cli/commands/device/enrol.ts'
import { deriveSecret } from '../../../../lib/core/signatures/keys.ts'
import { PINNED_NODE } from '../../../../lib/device/program/node-build.ts'
import { shellStartFile } from '../../../../lib/device/program/start-files/shell.ts'
import { serveFunction, TEST_SECRET } from '../../../helpers/functions.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const START = { language: 'en', node: PINNED_NODE } as const

/** A host with a release, a folder made by `kura enrol`, and a machine with a crontab and without systemd. */
async function createFolder({
  name = 'pc 1 (新)',
  language = 'en',
  options = [],
}: {
  name?: string
  language?: string
  options?: readonly string[]
} = {}) {
  const publisher = await temporaryPublisher({ now: Date.now() })
  await publisher.publish({ 'a.md': '# a\n' })
  const host = await serveFunction(core => [...routesOfAdmin(core), ...routesOfDistribution(core)], {
    env: { KURA_RELEASE_DIR: publisher.releaseDir },
  })
  const parent = await temporaryDirectory()
  const dir = join(parent, name)
  const operator = join(parent, 'operator.json')
  await writeFile(operator, JSON.stringify(operatorKey(host.url)))
  const words = [
    'enrol',
    'pc-1',
    '--dir',
    dir,
    '--release',
    publisher.releaseDir,
    '--key',
    operator,
    ...options,
  ]
  const enrolled = await runCommand(registerEnrol, words, {
    env: { KURA_LANGUAGE: language },
    now: Date.now(),
  })
  const machine = await createMachine()
  return { host, dir, enrolled, ...machine }
}

function operatorKey(url: string) {
  const keyid = 'ops:admin:1'
  return { url, keyid, secret: deriveSecret(TEST_SECRET, keyid).toString('base64url') }
}

const COMMANDS = {
  systemctl: '#!/bin/sh\nexit 1\n',
  crontab: '#!/bin/sh\nif [ "$1" = -l ]; then cat "$HOME/tab" 2>/dev/null; else cat > "$HOME/tab"; fi\n',
}

async function createMachine() {
  const home = await temporaryDirectory()
  const bin = join(home, 'bin')
  await mkdir(bin)
  for (const [name, script] of Object.entries(COMMANDS)) {
    await writeFile(join(bin, name), script)
    await chmod(join(bin, name), 0o755)
  }
  const start = async (dir: string, words: readonly string[] = ['start-linux.sh']) => {
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home, KURA_NODE: process.execPath }
    const child = spawn('/bin/sh', [...words], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code, out, err }
  }
  return { home, start, tab: () => readFile(join(home, 'tab'), 'utf8') }
}

describe.skipIf(process.platform !== 'linux')('the start file of an enrolled folder', () => {
  test('gets the key, syncs, and sets up the task, which works; again it changes nothing', async () => {
    const { dir, start, tab, enrolled } = await createFolder()
    const { secret } = JSON.parse(await readFile(join(dir, 'enrolment.json'), 'utf8')) as { secret: string }
    const first = await start(dir)
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toMatch(
      /^installed 1 of 1, indexed 1, release 1\n[\s\S]*\nsyncs three times a day, at 09:(\d\d), 12:\1 and 16:\1 \(cron\)\n$/,
    )
    expect(await readdir(dir)).not.toContain('enrolment.json')
    expect(JSON.parse(await readFile(join(dir, 'credentials.json'), 'utf8'))).toMatchObject({
      language: 'en',
      timezone: 'Asia/Tokyo',
    })
    expect(enrolled.out + enrolled.err + first.out).not.toContain(secret)
    const line = await tab()
    const task = line.trimEnd().split(' ').slice(5).join(' ').replaceAll('\\%', '%')
    await rm(join(dir, 'a.md'))
    expect(await start('/', ['-c', task])).toMatchObject({
      code: 0,
      out: expect.stringContaining('repaired a.md'),
    })
    expect(await start(dir)).toMatchObject({ code: 0 })
    expect(await tab()).toBe(line)
    const removed = await start(dir, ['start-linux.sh', 'uninstall'])
    expect(removed).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^pc-1 does not sync by itself any more/),
    })
    expect(await tab()).toBe('')
  })

  test('run in another folder first, it says what a person can do, and sets nothing up', async () => {
    const { dir, start, tab, host } = await createFolder()
    await host.store.remove('enrolment/pc-1', (await host.store.read('enrolment/pc-1')).record?.version ?? '')
    const { code, err } = await start(dir)
    expect(code).toBe(1)
    expect(err).toMatch(/its token has expired, or a newer one has replaced it[\s\S]*kura enrol/)
    await expect(tab()).rejects.toThrow('ENOENT')
  })

  test("in a folder that another user's task syncs, it refuses before it changes anything", async () => {
    const { dir, start, tab } = await createFolder()
    await mkdir(join(dir, '.kura'))
    await writeFile(join(dir, '.kura/task-user'), 'hana (1)\n')
    const { code, err } = await start(dir)
    expect(code).toBe(1)
    expect(err).toMatch(/the task of the user "hana \(1\)" syncs it[\s\S]*sh start-linux\.sh uninstall/)
    expect(await readdir(dir)).toContain('enrolment.json')
    await expect(tab()).rejects.toThrow('ENOENT')
  })

  test('on another PC it sets up no task', async () => {
    const { dir, start, tab } = await createFolder()
    await start(dir)
    await start(dir, ['start-linux.sh', 'uninstall'])
    await writeFile(join(dir, '.kura/machine'), `${randomUUID()}\n`)
    const { code, err } = await start(dir)
    expect(code).toBe(1)
    expect(err).toContain('it was set up on another PC')
    expect(await tab()).toBe('')
  })

  test('a folder that others can write into is refused, even if it is set up already', async () => {
    const { dir, start } = await createFolder()
    await start(dir)
    await chmod(dir, 0o777)
    const { code, err } = await start(dir)
    expect(code).toBe(1)
    expect(err).toMatch(/any user of this machine can write into[\s\S]*chmod -R go-w/)
  })

  test('a device that has its key gets its task even if the sync fails', async () => {
    const { dir, start, tab } = await createFolder()
    await start(dir)
    await rm(join(dir, 'MEMORY.md'))
    await mkdir(join(dir, 'MEMORY.md'))
    await start(dir, ['start-linux.sh', 'uninstall'])
    const { code } = await start(dir)
    expect(code).toBe(1)
    expect(await tab()).toMatch(/ # kura-pc-1\n$/)
  })

  test('alone in a folder it says that the whole folder is needed', async () => {
    const { start } = await createMachine()
    const dir = await temporaryDirectory({ 'start-linux.sh': shellStartFile(START) })
    expect(await start(dir)).toMatchObject({ code: 1, err: expect.stringContaining('copy the whole folder') })
  })
})

test.each([
  {
    language: 'ja',
    want: ['端末「pc-1」', 'Node（最大94 MB', '詳細情報', 'このまま開く'].concat(
      'OneDrive',
      'Sモード',
      'バックグラウンド項目',
      '隔離',
      'メールのフィルター',
      'C:\\Users\\',
    ),
  },
  {
    language: 'en',
    want: ['the device "pc-1"', 'Node, up to 94 MB', 'Run anyway', 'Open Anyway'].concat(
      'OneDrive',
      'S mode',
      'Background Items',
      'quarantine',
      'mail filter',
      'C:\\Users\\',
    ),
  },
])(
  "README.txt and the words of start-windows.cmd are in the company's language: $language",
  async ({ language, want }) => {
    const { dir } = await createFolder({ language })
    const readme = await readFile(join(dir, 'README.txt'), 'utf8')
    for (const words of [...want, 'start-windows.cmd', 'start-macos.command', 'start-linux.sh'])
      expect(readme).toContain(words)
    const words = await stat(join(dir, '.kura/words/wrong.txt')).catch(() => undefined)
    expect(words !== undefined).toBe(language === 'ja')
  },
)

test("the company's proxy is in the enrolment and in the start file", async () => {
  const { dir } = await createFolder({ options: ['--proxy', 'http://proxy.example:8080'] })
  expect(JSON.parse(await readFile(join(dir, 'enrolment.json'), 'utf8'))).toMatchObject({
    proxy: 'http://proxy.example:8080',
  })
  expect(await readFile(join(dir, 'start-linux.sh'), 'utf8')).toContain("proxy='http://proxy.example:8080'")
})

const PASSWORD = 'p4ss-w0rd'

test.each([
  `http://hana:${PASSWORD}@proxy.example`,
  'proxy.example:8080',
  'https://proxy.example',
  'http://a&b',
  'http://a/b',
])(
  'the proxy %s is refused: its password, or what a shell does with it, would be in the start file',
  async proxy => {
    const error = await createFolder({ options: ['--proxy', proxy] }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'usage' })
    expect(String(error)).not.toContain(PASSWORD)
  },
)
