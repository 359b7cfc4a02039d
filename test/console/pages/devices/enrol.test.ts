/**
 * Enrolling a device on the console: the folder can be downloaded once, and syncs after it is unpacked. The archive
 * with the folder of a device can be read by another program.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { zipOf } from '../../../../lib/console/pages/devices/zip.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'
import { fieldsOf } from '../../signed-in.ts'
import { servedConsole } from '../to-do/world.ts'

/** Runs the start file of the unpacked folder with this Node, without a terminal. */
async function runStartFile(dir: string) {
  const home = await temporaryDirectory()
  const env = { PATH: '/usr/bin:/bin', HOME: home, KURA_NODE: process.execPath }
  const child = spawn('sh', ['start-linux.sh', 'sync'], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { out, err, status }
}

const hasUnzip = spawnSync('unzip', ['-v']).status === 0

test.skipIf(!hasUnzip)('a device is enrolled, and its folder syncs', async () => {
  const { signed, store, lines, open, send } = await servedConsole()
  const ask = async (name: string) => (await send('/console/devices', { act: 'enrol', name })).text
  const confirm = async (text: string) => (await send('/console/approve', signed(text))).text
  expect(await ask('Mei PC')).toContain('aria-invalid="true"')
  const shown = await confirm(await ask('mei-pc'))
  const form = fieldsOf(shown, '/console/devices/folder')
  const { headers, bytes } = await send('/console/devices/folder', form)
  expect(headers.get('content-disposition')).toBe('attachment; filename="kura-mei-pc.zip"')

  const dir = await temporaryDirectory()
  await writeFile(join(dir, 'kura.zip'), bytes)
  expect(spawnSync('unzip', ['-q', 'kura.zip'], { cwd: dir }).status).toBe(0)
  const { secret } = JSON.parse(await readFile(join(dir, 'mei-pc', 'enrolment.json'), 'utf8'))
  const { records } = await store.readMany((await store.keys('', {})).keys)
  for (const place of [shown, JSON.stringify(lines), JSON.stringify(records)])
    expect(place).not.toContain(secret)
  expect((await send('/console/devices/folder', form)).text).toContain('the folder was downloaded already')

  expect(await runStartFile(join(dir, 'mei-pc'))).toMatchObject({
    out: expect.stringContaining('installed 1 of 1'),
    status: 0,
  })
  expect((await open('/console/devices/device?name=mei-pc')).text).toContain('whole')

  // the device is forgotten but its key still works, so the person is asked before the key is revoked
  await send('/console/devices', { act: 'forget', name: 'mei-pc', form: 'number-of-the-form' })
  const used = await confirm(await ask('mei-pc'))
  expect(used).toContain('its token was used')
  const again = await send('/console/devices', fieldsOf(used, '/console/devices'))
  expect(again.text).toContain('A device has this name already')
  expect(fieldsOf(await confirm(again.text), '/console/devices/folder')).toHaveProperty('issued')
})

test('another approval has no folder, and is not executed', async () => {
  const { send, store } = await servedConsole()
  const state = {
    name: 'pc',
    keyid: 'pc:device:1',
    expected: 0,
    installed: 0,
    indexed: 0,
    line: '',
    sequence: 1,
  }
  const at = new Date().toISOString()
  const value = JSON.stringify({ ...state, since: at, at })
  await store.swap('device/pc', undefined, { value, version: 'v' })
  const { text } = await send('/console/devices', { act: 'revoke', name: 'pc' })
  const [, issued = ''] = /name="issued" value="([^"]*)"/.exec(text) ?? []
  expect((await send('/console/devices/folder', { issued, answer: '{}' })).status).toBe(404)
})

test('what is no approved enrolment has no folder', async () => {
  const { send } = await servedConsole()
  const { status } = await send('/console/devices/folder', { issued: 'x', answer: '{}' })
  expect(status).toBe(403)
})

const AT = Date.parse('2026-11-23T12:34:56Z')

test.skipIf(spawnSync('unzip', ['-v']).status !== 0)(
  'unzip finds every file, its name, content and mode',
  async () => {
    const dir = await temporaryDirectory()
    const files = [
      { path: '端末/start.sh', content: Buffer.from('echo 1\n'), runs: true },
      { path: '端末/empty', content: Buffer.alloc(0) },
      { path: '端末/large', content: Buffer.alloc(300_000, 'abc') },
    ]
    const file = join(dir, 'a.zip')
    const archive = zipOf(files, AT)
    // bit 11 of the flags says that the name is UTF-8
    expect(archive.readUInt16LE(6) & 0x0800).not.toBe(0)
    await writeFile(file, archive)
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    expect(spawnSync('unzip', ['-tq', file], { encoding: 'utf8', env }).stdout).toContain(
      'No errors detected',
    )
    expect(spawnSync('unzip', ['-q', file, '-d', dir], { env }).status).toBe(0)
    for (const { path, content, runs } of files) {
      expect(Buffer.compare(await readFile(join(dir, path)), content)).toBe(0)
      expect((await stat(join(dir, path))).mode & 0o777).toBe(runs ? 0o755 : 0o600)
    }
    expect(spawnSync('unzip', ['-l', file], { encoding: 'utf8', env }).stdout).toMatch(
      /2026-11-23 12:34\s+端末\/start\.sh/,
    )
  },
)
