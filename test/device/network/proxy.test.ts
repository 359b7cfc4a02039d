/** A device in a company's network whose only way out is a proxy, behind a scanner. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { readWindowsSettings } from '../../../lib/device/network/windows-settings.ts'
import type { SyncDeps } from '../../../lib/device/sync/sync.ts'
import type { RunProgram } from '../../../lib/device/system-program.ts'
import { windowsOf } from '../../helpers/device/device.ts'
import { HOST_NOW } from '../../helpers/device/publisher.ts'
import { type Conduct, HOST_NAME, lostProxy, startProxy } from '../../helpers/http/company-network.ts'
import { call, inOffice, officeDevice } from './office.ts'

const PASSWORD = 'p4ss-w0rd'

afterEach(() => void vi.useRealTimers())

async function proxiedDevice(conduct: Conduct = 'connect') {
  const device = await officeDevice({ throughProxy: true })
  const proxy = await startProxy(device.scanner.port, conduct)
  return { ...device, proxy, secret: proxy.url.replace('//', `//hana:${PASSWORD}@`) }
}

test('the proxy of the environment is used, with its password, and kept for the task', async () => {
  const device = await proxiedDevice()
  await device.sync(inOffice({ env: { HTTPS_PROXY: device.secret } }))
  const authorization = `Basic ${Buffer.from(`hana:${PASSWORD}`).toString('base64')}`
  expect(device.proxy.asked[0]).toMatchObject({
    target: `${HOST_NAME}:443`,
    headers: { 'proxy-authorization': authorization },
  })
  expect(await device.kept()).toMatchObject({ proxy: device.secret })
  if (process.platform !== 'win32') expect((await stat(device.memory)).mode & 0o777).toBe(0o600)
  const before = device.proxy.asked.length
  await device.sync(inOffice({}))
  expect(device.proxy.asked.length).toBeGreaterThan(before)
})

test('what worked is written only if it has changed', async () => {
  const device = await proxiedDevice()
  const written: string[] = []
  const intercept: SyncDeps['intercept'] = changes => ({
    ...changes,
    write: async (path, ...more) => {
      written.push(path)
      return changes.write(path, ...more)
    },
  })
  const env = { HTTPS_PROXY: device.secret }
  for (let run = 0; run < 3; run++) await device.sync(inOffice({ env }, { intercept }))
  expect(written.filter(path => path === '.kura/network.next')).toHaveLength(1)
})

test('Ctrl-C while a proxy is silent ends the run at once', async () => {
  const device = await proxiedDevice('silent')
  const stop = new AbortController()
  device.proxy.arrived = () => stop.abort(new AppError('interrupted', 'Stopped by Ctrl-C'))
  const network = { env: { HTTPS_PROXY: device.proxy.url } }
  // with this clock no time passes: only the signal can end the run
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await expect(device.sync(inOffice(network, { signal: stop.signal }))).rejects.toMatchObject({
    code: 'interrupted',
  })
})

test('a damaged memory is as good as none', async () => {
  const device = await proxiedDevice()
  await device.sync(inOffice({ env: { https_proxy: device.secret } }))
  for (const text of ['{', '{"proxy":"socks5://x/"}', '[]', '{"proxy":5}', '{"proxy":"http://u:%@x/"}']) {
    await writeFile(device.memory, text)
    await call(device, `https://${HOST_NAME}`, { proxy: device.proxy.url })
    expect(await device.sync(inOffice({}))).toMatchObject({ installed: 1 })
  }
})

const SETTINGS = (url: string) =>
  `    ProxyEnable    REG_DWORD    0x1\r\n    ProxyServer    REG_SZ    ${new URL(url).host}\r\n`

test('the enrolment’s proxy is used, then the one of Windows; neither is kept', async () => {
  const device = await proxiedDevice()
  const windowsSettings = async () => SETTINGS(device.proxy.url)
  await call(device, `https://${HOST_NAME}`, { proxy: await lostProxy() })
  expect(await device.sync(inOffice({ windowsSettings }))).toMatchObject({ installed: 1 })
  await call(device, `https://${HOST_NAME}`, { proxy: device.proxy.url })
  expect(await device.sync(inOffice({}))).toMatchObject({ installed: 1 })
  expect(await device.kept()).toEqual({ systemSince: HOST_NOW })
})

test('on Windows the settings are read by reg.exe, and rights are cut down before the password is written', async () => {
  const device = await proxiedDevice()
  const programs: string[] = []
  const run: RunProgram = async (name, words) => {
    programs.push(name)
    if (name === 'icacls') expect(await readFile(join(device.dir, '.kura/network.next'), 'utf8')).toBe('')
    if (name === 'reg') expect(words[1]).toMatch(/^HKCU.*Internet Settings$/)
    const stdout = name === 'reg' ? SETTINGS(device.proxy.url) : '"pc\\hana","S-1-5-21-1-2-3-1001"\r\n'
    return { status: 0, stdout, stderr: '' }
  }
  const { on } = windowsOf(device)
  expect(await device.sync(inOffice({}, { ...on, run }))).toMatchObject({ installed: 1 })
  expect(programs).toEqual(['reg', 'whoami', 'icacls'])
  await device.sync(inOffice({ env: { HTTPS_PROXY: device.secret } }, { ...on, run }))
  expect(programs.slice(3)).toEqual(['whoami', 'icacls'])
  expect(await device.kept()).toMatchObject({ proxy: device.secret })
})

test('settings of Windows that cannot be read name no proxy', async () => {
  expect(await readWindowsSettings('win32', async () => ({ status: 1, stdout: 'x', stderr: '' }))).toBe('')
  expect(await readWindowsSettings('linux', () => Promise.reject(new Error('not here')))).toBe('')
})

test('a kept proxy that cannot be reached now stays kept', async () => {
  const device = await proxiedDevice()
  await device.sync(inOffice({ env: { HTTPS_PROXY: device.secret } }))
  const kept = { ...(await device.kept()), proxy: await lostProxy() }
  await writeFile(device.memory, JSON.stringify(kept))
  await call(device, `https://${HOST_NAME}`, { proxy: device.proxy.url })
  expect(await device.sync(inOffice({}))).toMatchObject({ installed: 1 })
  expect(await device.kept()).toEqual(kept)
})

const REFUSED: readonly { conduct: Conduct; hint: string; asked: number }[] = [
  { conduct: 407, hint: 'asks for a name and a password', asked: 1 },
  { conduct: 403, hint: 'does not connect to "kura.example"', asked: 1 },
  { conduct: 502, hint: 'does not connect to "kura.example"', asked: 1 },
  { conduct: 'end', hint: 'cannot be reached', asked: 3 },
  { conduct: 'reset', hint: 'cannot be reached', asked: 3 },
  { conduct: 'reset later', hint: 'cannot be reached', asked: 3 },
  { conduct: 'page', hint: 'cannot be reached', asked: 3 },
]
test.each(REFUSED)(
  'a proxy that does $conduct has its own hint; $asked tries',
  async ({ conduct, hint, asked }) => {
    const device = await proxiedDevice(conduct)
    const error = await device.failure(inOffice({ env: { HTTPS_PROXY: device.secret } }))
    expect(error).toMatchObject({ code: 'remote_unreachable', hint: expect.stringContaining(hint) })
    expect(device.proxy.asked).toHaveLength(asked)
    expectNoPassword(error)
  },
)

test.each<Conduct>(['end', 'reset', 'reset later', 'page', 403])(
  'after a kept proxy that does %s now, the next one is used',
  async conduct => {
    const device = await proxiedDevice()
    const { url } = await startProxy(device.scanner.port, conduct)
    await device.sync(inOffice({ env: { HTTPS_PROXY: device.proxy.url } }))
    await writeFile(device.memory, JSON.stringify({ proxy: url }))
    await call(device, `https://${HOST_NAME}`, { proxy: device.proxy.url })
    expect(await device.sync(inOffice({}))).toMatchObject({ installed: 1 })
  },
)

function expectNoPassword(error: AppError): void {
  for (let current: unknown = error; current instanceof Error; current = current.cause)
    expect(`${current.stack} ${JSON.stringify(current, Object.getOwnPropertyNames(current))}`).not.toContain(
      PASSWORD,
    )
}

test('a proxy that cannot be reached is named without its password', async () => {
  const device = await proxiedDevice()
  const lost = await lostProxy()
  const error = await device.failure(
    inOffice({ env: { HTTPS_PROXY: lost.replace('//', `//hana:${PASSWORD}@`) } }),
  )
  expect(error.hint).toContain(`the proxy "${new URL(lost).host}" cannot be reached`)
  expectNoPassword(error)
})

test('a Node without proxies says which one has them', async () => {
  const device = await proxiedDevice()
  const error = await device.failure(inOffice({ node: '20.20.2', env: { HTTPS_PROXY: device.secret } }))
  expect(error.hint).toContain('needs Node 24.5')
  expectNoPassword(error)
})

test.each<{ conduct: Conduct; what: string }>([
  { conduct: 'silent', what: 'never answers' },
  { conduct: 'connect', what: 'leads to a server that never answers' },
])('a proxy that $what is given up, and the connection ends', async ({ conduct }) => {
  const device = await proxiedDevice(conduct)
  const mute = await startProxy(device.scanner.port, 'silent')
  const port = Number(new URL(mute.url).port)
  const proxy = conduct === 'connect' ? await startProxy(port, conduct) : mute
  const sleep = async () => void vi.useRealTimers()
  const arrived = new Promise<void>(resolve => {
    proxy.arrived = resolve
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failed = device.failure(inOffice({ env: { HTTPS_PROXY: proxy.url } }, { sleep, random: () => 0 }))
  await arrived
  proxy.conduct = 407
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await failed).toMatchObject({ hint: expect.stringContaining('asks for a name') })
})
