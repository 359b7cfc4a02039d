/** The device and the real function understand each other, over real HTTP with real signatures. */
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PART_SIZE } from '../../../lib/core/release/limits.ts'
import { status } from '../../../lib/device/status.ts'
import { rotateRoot } from '../../../lib/publishing/keys/roots.ts'
import { enrol, filesOf } from '../../helpers/device/device.ts'
import { REAL_KEYID, startRealHost } from '../../helpers/device/real-host.ts'
import { type PayloadMap, TEST_NOW } from '../../helpers/publishing/release.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const FILES: PayloadMap = {
  'settings.json': '{"a": 1}\n',
  '知識/読み方.md': '# 読み方\n\n本文\n',
  'icons/dot.bin': Buffer.from([0xff, 0xd8, 0x00]),
  'two words (1).md': 'words\n',
}
const HOUR = 3_600_000

const start = (files: PayloadMap = FILES, env: Record<string, string> = {}) => startRealHost(files, env)

test('a directory that has only credentials gets the whole release, and its index names every file', async () => {
  const { dir, run } = await start()
  expect(await readdir(dir)).toEqual(['credentials.json'])
  const result = await run()
  expect(result).toMatchObject({ expected: 4, installed: 4, indexed: 4, requests: 2, warnings: [] })
  const files = await filesOf(dir)
  expect(files['MEMORY.md']).toBe(
    [
      '## Shared',
      '',
      '- [icons/dot.bin](icons/dot.bin)',
      '- [settings.json](settings.json)',
      '- [two words (1).md](<two words (1).md>)',
      '- [読み方](知識/読み方.md)',
      '',
    ].join('\n'),
  )
  expect(files['知識/読み方.md']).toBe('# 読み方\n\n本文\n')
  expect(await status(dir)).toMatchObject({ line: 'memory=4 / index reference=yes', whole: true })
})

test('without news it is one request and no body, and the host has seen a whole device', async () => {
  const { host, run } = await start()
  await run()
  expect(await run()).toMatchObject({ requests: 1, bytes: 0, changed: 0 })
  const last = host.lines.at(-1)
  expect(last).toMatchObject({ status: 304, caller: REAL_KEYID })
})

test('the host learns what a device has and what is wrong with it', async () => {
  const { host, dir, run, publisher } = await start()
  await run()
  const record = async () => JSON.parse((await host.store.read('device/demo')).record?.value ?? '{}')
  expect(await record()).toMatchObject({ expected: 4, installed: 4, version: 1 })
  await publisher.publish({ ...FILES, 'new.md': 'new\n' })
  await run({
    intercept: changes => ({
      ...changes,
      rename: async (from, to) => {
        if (to === 'new.md')
          throw Object.assign(new Error('ENOSPC: no space left on device, rename'), { code: 'ENOSPC' })
        await changes.rename(from, to)
      },
    }),
  }).catch(() => undefined)
  expect(await record()).toMatchObject({
    installed: 4,
    version: 1,
    problems: [expect.stringContaining('"new.md": ENOSPC')],
  })
  await run()
  expect(await record()).toMatchObject({ installed: 5, version: 2 })
  expect((await record()).problems).toBeUndefined()
  expect(await status(dir)).toMatchObject({ release: 2, whole: true })
})

test('an update fetches what changed and no more; a changed file is asked for alone', async () => {
  const large = 'x'.repeat(400_000)
  const { run, dir, publisher } = await start({ ...FILES, 'large.txt': large })
  await run()
  await publisher.publish({ ...FILES, 'large.txt': large, 'settings.json': '{"a": 2}\n' })
  const update = await run()
  expect(update).toMatchObject({ changed: 1, changes: { updated: ['settings.json'] } })
  expect(update.bytes).toBeLessThan(4000)
  await writeFile(join(dir, 'settings.json'), 'mine')
  const repair = await run()
  expect(repair).toMatchObject({ changed: 1, changes: { repaired: ['settings.json'] } })
  expect(repair.bytes).toBeLessThan(4000)
})

test('files that fill several bodies come in pages, and one that is too large for a page in parts', async () => {
  const files: Record<string, string | Uint8Array> = { 'large.bin': Buffer.alloc(PART_SIZE + 7, 'kura') }
  for (let number = 0; number < 5; number++) files[`text ${number}.md`] = `${number}`.repeat(1_500_000)
  const { run, dir } = await start(files)
  const result = await run()
  expect(result).toMatchObject({ expected: 6, installed: 6, indexed: 6 })
  expect(result.requests).toBeGreaterThan(4)
  expect((await stat(join(dir, 'large.bin'))).size).toBe(PART_SIZE + 7)
})

test('a new root comes along with its chain', async () => {
  const { run, publisher } = await start()
  await run()
  await rotateRoot({ releaseDir: publisher.releaseDir, keys: publisher.keys, now: TEST_NOW })
  await publisher.publish({ ...FILES, 'new.md': 'new\n' })
  expect(await run()).toMatchObject({ release: 2, installed: 5 })
})

describe('who may not', () => {
  test('a key that was revoked is told to ask for new credentials', async () => {
    const { run } = await start(FILES, { KURA_REVOKED: REAL_KEYID })
    await expect(run()).rejects.toMatchObject({
      code: 'key_revoked',
      hint: expect.stringContaining('ask the operator for new credentials'),
    })
  })

  test('a key of another secret is told to be enrolled again', async () => {
    const { run, dir, host, publisher } = await start()
    await enrol(dir, { url: host.url, root: await publisher.root() })
    await expect(run()).rejects.toMatchObject({
      code: 'signature_invalid',
      hint: expect.stringContaining('enrol this device again'),
    })
  })

  test('a host that does not know its own name says which one to add', async () => {
    const { run } = await start(FILES, { KURA_AUTHORITIES: 'kura.example.com' })
    await expect(run()).rejects.toMatchObject({ code: 'authority_unknown' })
  })
})

test.each([5 * HOUR, -7 * HOUR])(
  'a clock that is wrong by %i ms is corrected for the signature and told',
  async off => {
    const { run } = await start()
    const result = await run({ now: () => TEST_NOW + off })
    expect(result).toMatchObject({ installed: 4, indexed: 4 })
    const words = off > 0 ? `is 5 h 0 min ahead of the host's` : `is 7 h 0 min behind the host's`
    expect(result.warnings).toEqual([`this device's clock ${words}: set it`])
  },
)

test('a deployment without a release says how to publish one', async () => {
  const { run } = await start(FILES, { KURA_RELEASE_DIR: await temporaryDirectory() })
  await expect(run()).rejects.toMatchObject({
    code: 'release_missing',
    hint: expect.stringContaining('kura publish'),
  })
})
