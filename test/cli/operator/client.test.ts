/** Keys, enrolments and devices, managed by an operator with the real functions over HTTP. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfDistribution } from '../../../lib/app/functions/distribution.ts'
import { registerEnrol } from '../../../lib/cli/commands/device/enrol.ts'
import { liveHost } from '../../../lib/cli/commands/publish/live-host.ts'
import { publishCommand } from '../../../lib/cli/commands/publish/publish.ts'
import { registerDevices } from '../../../lib/cli/operator/devices.ts'
import { registerKey } from '../../../lib/cli/operator/key.ts'
import { PINNED_NODE } from '../../../lib/device/program/node-build.ts'
import { sync } from '../../../lib/device/sync/sync.ts'
import { createRoot } from '../../../lib/publishing/keys/roots.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { playWindows } from '../../helpers/device/windows-files.ts'
import { serveFunction, TEST_SECRET } from '../../helpers/functions.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { type CommandOutcome, runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

/** Serves a host with a release, and creates an operator whose key is in the usual file. */
async function createOperator() {
  const dir = await temporaryDirectory()
  const publisher = await temporaryPublisher({ now: Date.now() })
  await publisher.publish({ 'a.md': '# a\n', 'b.md': '# b\n' })
  const host = await serveFunction(core => [...routesOfAdmin(core), ...routesOfDistribution(core)], {
    env: { KURA_RELEASE_DIR: publisher.releaseDir },
  })
  const env = {
    KURA_LANGUAGE: 'ja',
    KURA_URL: host.url,
    KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
    KURA_RELEASE_DIR: publisher.releaseDir,
    XDG_CONFIG_HOME: join(dir, 'config'),
  }
  const deps = { env, cwd: dir, now: Date.now() }
  const key = (...words: string[]): Promise<CommandOutcome> =>
    runCommand(registerKey, ['key', ...words], deps)
  const english = { ...deps, env: { ...env, KURA_LANGUAGE: 'en' } }
  const devices = (...words: string[]) => runCommand(registerDevices, ['devices', ...words], english)
  const inJapanese = () => runCommand(registerDevices, ['devices'], deps)
  const enrol = (...words: string[]) => runCommand(registerEnrol, ['enrol', ...words], deps)
  await key('issue', 'hana', '--scope', 'admin')
  return { dir, env, host, publisher, key, devices, inJapanese, enrol }
}

describe('kura key', () => {
  test('issue writes a key that only its owner can read, and replaces none unasked', async () => {
    const { env, key } = await createOperator()
    const path = join(env.XDG_CONFIG_HOME, 'kura/operator.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      url: env.KURA_URL,
      keyid: 'hana:admin:1',
    })
    await expect(key('issue', 'hana', '--scope', 'admin')).rejects.toThrow(/it already exists/)
  })

  test('a secret is never printed', async () => {
    const { dir, key } = await createOperator()
    const { out, err } = await key('issue', 'mei', '--scope', 'chat.send', '--out', join(dir, 'mei.json'))
    const { secret } = JSON.parse(await readFile(join(dir, 'mei.json'), 'utf8')) as { secret: string }
    expect(out + err).not.toContain(secret)
    expect(out).toMatch(/issued mei:chat\.send:1/)
  })

  test('issue --json prints the keyid and the file alone', async () => {
    const { dir, key } = await createOperator()
    const file = join(dir, 'mei.json')
    const { out } = await key('issue', 'mei', '--scope', 'chat.send', '--out', file, '--json')
    expect(JSON.parse(out)).toEqual({ keyid: 'mei:chat.send:1', file })
  })

  test('a revoked key is listed, is not issued again under its name, and can be restored', async () => {
    const { dir, key } = await createOperator()
    await key('revoke', 'mei:chat.send:1')
    expect((await key('list')).out).toMatch(
      /mei:chat.send:1 +never +by hana on \d{4}-\d\d-\d\d \d\d:\d\d \+09:00$/m,
    )
    const issue = () => key('issue', 'mei', '--scope', 'chat.send', '--out', join(dir, 'mei.json'))
    await expect(issue()).rejects.toMatchObject({ code: 'key_revoked' })
    await key('revoke', 'mei:chat.send:1', '--undo')
    expect((await issue()).out).toMatch(/issued mei:chat.send:1/)
  })

  test('an unknown scope is told which there are', async () => {
    const { key } = await createOperator()
    await expect(key('issue', 'mei', '--scope', 'all')).rejects.toThrow(/scope "all"/)
  })
})

describe('kura enrol and kura devices', () => {
  const HEARD = [
    'http://kura.example',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'http://10.0.0.1:3000',
    'http://[::2]',
    'ftp://kura.example',
    'kura.example',
  ]
  const UNHEARD = [
    'https://kura.example',
    'http://localhost:3000',
    'http://kura.localhost',
    'http://127.1:3000',
    'http://[::1]:3000',
  ]
  test('an address that others can listen to is refused, and no other', async () => {
    const { dir, enrol } = await createOperator()
    const enrolmentAt = async (url: string) => {
      const folder = await mkdtemp(join(dir, 'laptop-'))
      const refusal: unknown = await enrol('laptop', '--dir', folder, '--url', url, '--force').catch(
        error => error,
      )
      const written = await readFile(join(folder, 'enrolment.json'), 'utf8').catch(() => undefined)
      return { refusal, url: written && JSON.parse(written).url }
    }
    for (const url of HEARD)
      expect(await enrolmentAt(url), url).toMatchObject({
        refusal: {
          code: 'usage',
          message: expect.stringContaining(`Cannot enrol a device for "${url}"`),
          hint: expect.stringContaining('https://'),
        },
        url: undefined,
      })
    for (const url of UNHEARD) expect(await enrolmentAt(url)).toMatchObject({ url })
  })

  test('an enrolled folder has a token and start files, gets its key with the first sync, and is seen', async () => {
    const { dir, enrol, devices } = await createOperator()
    const laptop = join(dir, 'laptop')
    const { out: said } = await enrol('laptop', '--dir', laptop, '--json')
    expect(JSON.parse(said)).toEqual({
      keyid: expect.stringMatching(/^laptop--[0-9a-f]{16}:device:1$/),
      dir: laptop,
      expires: expect.any(String),
    })
    expect((await readdir(laptop)).sort()).toEqual([
      '.kura',
      'README.txt',
      'enrolment.json',
      'kura-device.mjs',
      'start-linux.sh',
      'start-macos.command',
      'start-windows.cmd',
    ])
    expect((await stat(join(laptop, 'enrolment.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(laptop, 'start-macos.command'))).mode & 0o111).toBe(0o111)
    await expect(enrol('laptop', '--dir', laptop)).rejects.toThrow(/it already has enrolment.json/)
    expect((await devices()).out).toMatch(/no device has reported/)
    expect(await sync(laptop)).toMatchObject({ installed: 2, expected: 2, indexed: 2, warnings: [] })
    expect((await stat(join(laptop, 'credentials.json'))).mode & 0o777).toBe(0o600)
    expect(await readdir(laptop)).not.toContain('enrolment.json')
    await expect(enrol('laptop', '--dir', laptop)).rejects.toThrow(/it already has credentials.json/)
    const other = enrol('desk', '--dir', laptop, '--force')
    await expect(other).rejects.toThrow(`Cannot enrol "desk" in "${laptop}": it is the folder of "laptop"`)
    expect(await readdir(laptop)).not.toContain('enrolment.json')
    const { out } = await devices()
    expect(out).toMatch(/laptop +1 +2 of 2 +2 +memory=2 \/ index reference=yes +whole/)
    expect(JSON.parse((await devices('--json')).out).devices).toHaveLength(1)
  })

  test('a device that is behind is told as such', async () => {
    const { dir, publisher, enrol, devices, inJapanese } = await createOperator()
    await enrol('laptop', '--dir', join(dir, 'laptop'))
    await sync(join(dir, 'laptop'))
    await publisher.publish({ 'a.md': '# new\n' })
    const { out } = await devices()
    expect(out).toMatch(/ behind {2}.*\nlaptop: to do: look at the sync on the device\n$/)
    expect(out).not.toMatch(/not whole/)
    expect((await inJapanese()).out).toMatch(
      /^端末 +配布内容 +導入済み .*\n.*\nlaptop .* 更新の遅れ .*\nlaptopの対処：端末で同期の状況を/,
    )
  })

  test('a file that waits until another program closes it is named below the list', async () => {
    const { dir, publisher, enrol, devices } = await createOperator()
    const laptop = join(dir, 'laptop')
    await enrol('laptop', '--dir', laptop)
    await publisher.publish({ 'a.md': '# a\n', '要件.xlsx': 'one' })
    await sync(laptop)
    await publisher.publish({ 'a.md': '# new\n', '要件.xlsx': 'two' })
    const windows = playWindows(laptop)
    onTestFinished(() => windows.end())
    windows.open('要件.xlsx')
    const on = { platform: 'win32' as const, sleep: windows.sleep }
    await sync(laptop, on)
    const { out } = await devices()
    expect(out).toMatch(
      / 1 of 2 .* not whole .*\nlaptop: waiting: 要件\.xlsx \(open in another program\)\nlaptop: to do: open the start file .*\n$/,
    )
    expect(JSON.parse((await devices('--json')).out).devices).toMatchObject([
      { name: 'laptop', waiting: [{ path: '要件.xlsx', since: expect.any(String) }] },
    ])
    windows.close('要件.xlsx')
    await sync(laptop, on)
    expect((await devices()).out).toMatch(/ 2 of 2 .* whole (?!.*waiting)/s)
  })

  test('the Node of a device is listed, and named if it is another than kura brings', async () => {
    const { dir, enrol, devices } = await createOperator()
    const laptop = join(dir, 'laptop')
    await enrol('laptop', '--dir', laptop)
    await sync(laptop, { node: '22.23.3' })
    expect((await devices()).out).toContain(`\nlaptop: runs on Node 22.23.3, not ${PINNED_NODE.version}\n`)
    await sync(laptop, { node: PINNED_NODE.version })
    expect((await devices()).out).not.toContain('Node')
    const { out } = await devices('--json')
    expect(JSON.parse(out).devices).toMatchObject([{ name: 'laptop', node: PINNED_NODE.version }])
  })

  test('a device whose key was revoked is told as such', async () => {
    const { dir, key, enrol, devices } = await createOperator()
    await enrol('laptop', '--dir', join(dir, 'laptop'))
    await sync(join(dir, 'laptop'))
    await key('revoke', 'laptop')
    expect((await devices()).out).toMatch(/ revoked {2}/)
  })

  test('a device that is forgotten leaves the list until it asks again', async () => {
    const { dir, key, enrol, devices } = await createOperator()
    await enrol('laptop', '--dir', join(dir, 'laptop'))
    await sync(join(dir, 'laptop'))
    const { out, err } = await devices('--forget', 'laptop')
    expect(out).toMatch(/^forgot laptop, which was last seen \d+ seconds? ago\n$/)
    expect(err).toMatch(/its key still works.*kura key revoke laptop--.*:device:1/)
    expect((await devices()).out).toMatch(/no device has reported/)
    await expect(devices('--forget', 'laptop')).rejects.toMatchObject({ code: 'not_found' })
    await rm(join(dir, 'laptop/a.md'))
    await sync(join(dir, 'laptop'))
    await key('revoke', 'laptop')
    const revoked = await devices('--forget', 'laptop', '--json')
    expect(JSON.parse(revoked.out)).toMatchObject({ name: 'laptop', revoked: true })
    expect(revoked.err).toBe('')
  })

  test('credentials are never written into the project', async () => {
    const { enrol } = await createOperator()
    const inside = join(import.meta.dirname, '../../../laptop')
    await expect(enrol('laptop', '--dir', inside)).rejects.toThrow(/inside the project/)
  })
})

test('publishing goes above the version that the host serves, and is in its activity log', async () => {
  const { env, host, publisher } = await createOperator()
  const words = [
    'publish',
    publisher.payloadDir,
    '--release',
    join(publisher.dir, 'other'),
    '--keys',
    publisher.keys.dir,
  ]
  await createRoot({
    releaseDir: join(publisher.dir, 'other'),
    keys: publisher.keys,
    now: Date.now(),
    development: true,
  })
  await publisher.publish({ 'c.md': '# c\n' })
  const { out } = await runCommand(publishCommand({ liveHost }), [...words, '--json'], {
    env,
    now: Date.now(),
  })
  const published = JSON.parse(out)
  expect(published).toMatchObject({ version: 3 })
  const { entries } = await createActivityLog({ store: () => host.store, now: Date.now }).page({ limit: 9 })
  const what = {
    release: published.release,
    version: 3,
    root: 1,
    signers: expect.stringMatching(/^[0-9a-f]{12}$/),
  }
  expect(entries).toMatchObject([{ by: 'hana:admin:1', act: 'recordRelease', what, status: 200 }])
})
