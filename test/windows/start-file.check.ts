/**
 * The start file of Windows, with stand-ins for Node, curl and certutil: which Node it fetches, and which programs it
 * runs.
 */
import { existsSync } from 'node:fs'
import { copyFile, readFile, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { NEWER, openFolder, ran, SERVED, VERSION } from './start-folder.ts'
import { hasWindows, pathOf, runWindows, setProxy, startWindows } from './wine.ts'

const CURL_LOG = 'C:\\programs\\curl.log'
const SILENT = 'C:\\programs\\silent'

async function commandsOfCurl(): Promise<string[]> {
  const log = await readFile(pathOf(CURL_LOG), 'utf8').catch(() => '')
  return log.split('\n').filter(line => line !== '')
}

describe.skipIf(!hasWindows)('the start file of Windows', () => {
  beforeEach(async () => {
    await copyFile(pathOf('C:\\programs\\node.exe'), pathOf(SERVED))
    await rm(pathOf(CURL_LOG), { force: true })
  })

  test('fetches Node once, says so, and runs the device program with it', async () => {
    const { start, nodes, write, lineOf } = await openFolder()
    await write('.kura\\node.txt', lineOf('24.9.0'))
    const first = await start('sync')
    expect(first, first.said).toMatchObject({ status: 3 })
    expect(first.said).toContain('kura needs Node 24.21.0: 93 MB from this address')
    expect(first.said).toContain('"https://nodejs.org/dist/v24.21.0/win-x64/node.exe"')
    expect(first.said).toContain(ran(VERSION, 'sync'))
    expect(await nodes()).toEqual([`${VERSION}/node.exe`])
    const [command, ...more] = await commandsOfCurl()
    expect(more).toEqual([])
    expect(command).toContain(
      'System32\\curl.exe" --ssl-no-revoke --fail --location --globoff --show-error --silent',
    )
    expect(command).toMatch(
      /--max-time 1800 .*--max-filesize 93580104 +--url "https:\/\/nodejs\.org\/dist\/v24\.21\.0\/win-x64\/node\.exe"/,
    )
    expect((await start('sync')).said).not.toContain('needs Node')
    expect(await commandsOfCurl()).toHaveLength(1)
  })

  test.each([
    { mirror: 'https://wrong/', why: 'sent another file than Node 24.21.0. It was removed and did not run' },
    { mirror: 'https://cut-off', why: 'ended too early' },
    { mirror: 'https://refuses', why: 'does not give win-x64/node.exe: check KURA_NODE_MIRROR' },
    { mirror: 'https://untrusted', why: 'certificate of this address is not accepted' },
    { mirror: 'https://nowhere', why: 'cannot be reached: check the network and the proxy' },
  ])('what comes from $mirror never runs, and the next start fetches it again', async ({ mirror, why }) => {
    const { start, nodes } = await openFolder()
    const { status, said } = await start('install', { KURA_NODE_MIRROR: mirror })
    expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining(why) })
    expect(said).not.toContain('node 24')
    expect(await nodes()).toEqual([])
    expect((await start('install', { KURA_NODE_MIRROR: 'https://right/' })).said).toContain(
      ran(VERSION, 'install'),
    )
  })

  test('a download that is killed never runs; its part is removed by the next', async () => {
    const { start, nodes } = await openFolder()
    await rm(pathOf(SILENT), { force: true })
    const killed = start('install', { KURA_NODE_MIRROR: 'https://silent' })
    while (!existsSync(pathOf(SILENT))) await delay(20)
    for (const name of ['run', 'cmd', 'curl']) await runWindows(['taskkill', '/f', '/im', `${name}.exe`])
    await killed
    expect(await nodes()).toEqual([expect.stringMatching(/^\d+\.part$/)])
    expect((await start('install')).said).toContain(ran(VERSION, 'install'))
    expect(await nodes()).toEqual([`${VERSION}/node.exe`])
  })

  test('a scanner that holds the new file does not stop it', async () => {
    const { start, nodes, dir, write } = await openFolder()
    await write('.kura\\node\\left.txt', '')
    const endScan = await startWindows('scan', '1500', dir)
    expect((await start('sync')).said).toContain(ran(VERSION, 'sync'))
    expect(await nodes()).toEqual([`${VERSION}/node.exe`])
    expect(Number(await endScan())).toBeGreaterThan(0)
  })

  test.each([
    { variables: {}, want: '--proxy "http://proxy.test:8080"' },
    { variables: { HTTPS_PROXY: 'http://other.test:1' }, want: undefined },
  ])(
    'the proxy of the enrolment is used unless the environment has one: $variables',
    async ({ variables, want }) => {
      const { start } = await openFolder({ proxy: 'http://proxy.test:8080' })
      await start('sync', variables)
      const [command = ''] = await commandsOfCurl()
      if (want === undefined) expect(command).not.toContain('--proxy')
      else expect(command).toContain(want)
    },
  )

  test.each([
    { server: 'windows.test:1', want: '--proxy "windows.test:1"' },
    { server: 'windows.test:1', enabled: '0', want: undefined },
    { server: 'http=other.test:1;https=windows.test:1;ftp=other.test:1', want: '--proxy "windows.test:1"' },
    { server: 'http=other.test:1', want: undefined },
  ])(
    'without a proxy of the enrolment it uses that of the settings: $server',
    async ({ server, enabled, want }) => {
      await setProxy(server, enabled)
      const { start } = await openFolder()
      await start('sync')
      const [command = ''] = await commandsOfCurl()
      if (want === undefined) expect(command).not.toContain('--proxy')
      else expect(command).toContain(want)
    },
  )

  test('it gives up a proxy that is not there for the next one, and that for none', async () => {
    await setProxy('settings.gone.test:1')
    const { start } = await openFolder({ proxy: 'http://enrolment.gone.test:1' })
    expect((await start('sync')).said).toContain(ran(VERSION, 'sync'))
    const proxies = (await commandsOfCurl()).map(command => /--proxy "(.*?)"/.exec(command)?.[1])
    expect(proxies).toEqual(['http://enrolment.gone.test:1', 'settings.gone.test:1', undefined])
  })

  test('a password of the place is in no message', async () => {
    const { start } = await openFolder()
    const { said } = await start('sync', { KURA_NODE_MIRROR: 'https://mei:se@ret@nowhere/a@b/dist' })
    expect(said).toContain('"https://nowhere/a@b/dist/v24.21.0/win-x64/node.exe"')
    expect(said).not.toMatch(/mei|ret@/)
    expect((await commandsOfCurl()).join()).toContain('https://mei:se@ret@nowhere/a@b/dist/')
  })

  test('a build that came with the folder is used without a request, if it is whole', async () => {
    const { start, nodes, write } = await openFolder()
    const build = await readFile(pathOf(SERVED))
    await write(`.kura\\node\\node-v${VERSION}.exe`, build)
    const { said } = await start('sync')
    expect(said).toContain(ran(VERSION, 'sync'))
    expect(said).not.toContain('needs Node')
    expect(await nodes()).toEqual([`${VERSION}/node.exe`])
    expect(await commandsOfCurl()).toEqual([])
    const other = await openFolder()
    await other.write(`.kura\\node\\node-v${VERSION}.exe`, build.subarray(1))
    expect((await other.start('sync')).said).toContain('needs Node')
    expect(await other.nodes()).toEqual([`${VERSION}/node.exe`])
    expect(await commandsOfCurl()).toHaveLength(1)
  })

  test('a person may decline', async () => {
    const { start, nodes } = await openFolder()
    expect(await start('install', {}, ['no'])).toMatchObject({
      status: 1,
      said: expect.stringContaining('Nothing was fetched'),
    })
    expect(await nodes()).toEqual([])
    expect(await commandsOfCurl()).toEqual([])
  })

  test.each(['status', 'uninstall'])('%s fetches nothing', async word => {
    const { start } = await openFolder()
    expect(await start(word)).toMatchObject({
      status: 1,
      said: expect.stringContaining('open this file first'),
    })
    expect(await commandsOfCurl()).toEqual([])
  })

  test('the newest Node of the folder runs, and each word reaches the program', async () => {
    const { start, place } = await openFolder()
    await place('24.9.9')
    await place(NEWER)
    await place('24.22.0')
    for (const word of ['install', 'status', 'uninstall'])
      expect(await start(word)).toMatchObject({ status: 0, said: expect.stringContaining(ran(NEWER, word)) })
    expect((await start('')).said).toContain(ran(NEWER, 'install'))
    expect(await start('nonsense')).toMatchObject({ status: 2, said: expect.stringContaining('Give one of') })
    expect(await commandsOfCurl()).toEqual([])
  })

  test('KURA_NODE goes before, and nothing is fetched', async () => {
    const { start, write, lineOf } = await openFolder()
    await write('.kura\\node.txt', lineOf(NEWER))
    const other = await openFolder()
    await other.place('22.1.0')
    const KURA_NODE = `"${other.dir}\\.kura\\node\\22.1.0\\node.exe"`
    expect((await start('sync', { KURA_NODE })).said).toContain(ran('22.1.0', 'sync'))
    const nowhere = await start('sync', { KURA_NODE: 'C:\\nowhere\\node.exe' })
    expect(nowhere).toMatchObject({ status: 1, said: expect.stringContaining('correct KURA_NODE') })
    expect(nowhere.said).toContain('"C:\\nowhere\\node.exe"')
    expect(await commandsOfCurl()).toEqual([])
  })

  test('a newer build is fetched after the sync, without a word; the next start uses it', async () => {
    const { start, place, nodes, write, lineOf } = await openFolder()
    await place('20.1.0')
    await place(VERSION)
    await write('.kura\\node.txt', lineOf(NEWER))
    const lost = await start('sync', { KURA_NODE_MIRROR: 'https://nowhere' })
    expect(lost).toMatchObject({ status: 3, said: expect.stringContaining(ran(VERSION, 'sync')) })
    expect(lost.said).not.toContain('reached')
    expect((await start('status')).said).toContain(ran(VERSION, 'status'))
    const { status, said } = await start('sync')
    expect({ status, said }).toEqual({ status: 3, said: expect.stringContaining(ran(VERSION, 'sync')) })
    expect(said).not.toMatch(/needs|address/)
    // the device program, not the start file, removes earlier versions
    expect(await nodes()).toEqual(['20.1.0', NEWER, VERSION].map(version => `${version}/node.exe`))
    expect((await start('sync')).said).toContain(ran(NEWER, 'sync'))
    expect(await commandsOfCurl()).toHaveLength(2)
  })

  test('a newer build that does not run here is not used, and fetched once', async () => {
    const { start, place, nodes, write, file } = await openFolder()
    await place(VERSION)
    await copyFile(pathOf('C:\\programs\\certutil.exe'), pathOf(SERVED))
    const { lineOf } = await openFolder()
    await write('.kura\\node.txt', lineOf(NEWER))
    for (let times = 0; times < 2; times++) expect((await start('sync')).said).toContain(ran(VERSION, 'sync'))
    expect(await nodes()).toEqual([`${VERSION}/node.exe`])
    expect(await commandsOfCurl()).toHaveLength(1)
    // without any Node, the task does not fetch that version again either; a person's run does
    await rm(file(`.kura\\node\\${VERSION}`), { recursive: true })
    expect((await start('sync')).said).toContain('does not run on this machine')
    expect(await commandsOfCurl()).toHaveLength(1)
    await start('install')
    expect(await commandsOfCurl()).toHaveLength(2)
    await write(`.kura\\node\\${NEWER}\\does-not-run`, '\r\n'.repeat(30))
    await start('sync')
    expect(await commandsOfCurl()).toHaveLength(3)
  })

  const HASH = 'a'.repeat(64)
  test.each([
    '',
    'nonsense',
    `24.99.0 win-x64/node.exe ${HASH}`,
    `24.99.0 win-x64/node.exe ${HASH} 1 more`,
    `24.99.0 win-x64/node.exe ${HASH} 1\n24.99.0 win-x64/node.exe ${HASH} 1`,
    `24.99.0 win-x64/node.exe ${HASH}a 1`,
    `24.99.0 win-x64/node.exe ${HASH.slice(1)} 1`,
    `24.99.0 win-x64/node.exe ${HASH.slice(1)}" 1`,
    `24.99.0 win-x64/node.exe ${HASH.slice(1)}g 1`,
    `24.99.0 ../node.exe ${HASH} 1`,
    `24.99.0 win-x64/node.exe ${HASH} 1&echo`,
    `24.99 win-x64/node.exe ${HASH} 1`,
    `..\\24.99.0 win-x64/node.exe ${HASH} 1`,
    `24.99.0.. win-x64/node.exe ${HASH} 1`,
    `24.20.0 win-x64/node.exe ${HASH} 1`,
    `"&echo%20run&" win-x64/node.exe ${HASH} 1`,
    `%PATH% win-x64/node.exe ${HASH} 1`,
    `;24.99.0 win-x64/node.exe ${HASH} 1`,
    `24.99.0 win-x64/node.exe ${HASH} 1 ${' '.repeat(200)}`,
  ])('the line "%s" of node.txt is ignored', async line => {
    const { start, place, write } = await openFolder()
    await place(VERSION)
    await write('.kura\\node.txt', `${line}\n`)
    const { status, said } = await start('sync')
    expect({ status, said }).toEqual({ status: 3, said: expect.stringContaining(ran(VERSION, 'sync')) })
    expect(said.split('\r\n')).toHaveLength(3)
    expect(await commandsOfCurl()).toEqual([])
  })

  const PREVIOUS = ran(VERSION, 'sync', 'kura-device.previous.mjs')
  test.each([
    { program: 'broken', previous: 'good', status: 3, want: PREVIOUS },
    { program: 'another program', previous: 'good', status: 3, want: PREVIOUS },
    { program: '', previous: 'good', status: 3, want: PREVIOUS },
    { program: null, previous: 'good', status: 3, want: PREVIOUS },
    {
      program: 'broken',
      previous: 'broken',
      status: 1,
      want: 'kura-device.mjs does not start here: tell the operator',
    },
    { program: null, previous: null, status: 1, want: 'copy the whole folder' },
  ])(
    'the program is $program, the one before it $previous: $want',
    async ({ program, previous, status, want }) => {
      const { start, place, write } = await openFolder({ program })
      await place(VERSION)
      if (previous !== null) await write('kura-device.previous.mjs', previous)
      expect(await start('sync')).toMatchObject({ status, said: expect.stringContaining(want) })
    },
  )

  test('the options of another program do not reach Node', async () => {
    const { start } = await openFolder()
    const env = { NODE_OPTIONS: '--require=nowhere', NODE_PATH: 'C:\\nowhere' }
    expect((await start('sync', env)).said).toContain(ran(VERSION, 'sync'))
  })

  test('a program of the system is not taken from the folder', async () => {
    const { start, file } = await openFolder()
    for (const name of ['curl', 'certutil', 'node', 'cmd', 'ping'])
      await copyFile(pathOf('C:\\programs\\hold.exe'), file(`${name}.exe`))
    expect((await start('sync')).said).toContain(ran(VERSION, 'sync'))
  })
})
