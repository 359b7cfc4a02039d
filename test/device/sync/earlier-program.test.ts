/**
 * Devices update after the host: an earlier version's device program must work with this host, and this program with
 * the files that an earlier one left on the disk.
 */
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routesOfDistribution } from '../../../lib/app/functions/distribution.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'
import { status } from '../../../lib/device/status.ts'
import { sync } from '../../../lib/device/sync/sync.ts'
import { bundle, DEVICE_PROGRAM } from '../../../scripts/build-device.ts'
import { enrol, filesOf } from '../../helpers/device/device.ts'
import { earlierProgram, runProgram } from '../../helpers/device/earlier.ts'
import { REAL_KEYID } from '../../helpers/device/real-host.ts'
import { serveFunction, TEST_SECRET } from '../../helpers/functions.ts'
import type { PayloadMap } from '../../helpers/publishing/release.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const FIRST: PayloadMap = {
  'settings.json': '{"a": 1}\n',
  '知識/読み方.md': '# 読み方\n\n本文\n',
  'two words (1).md': 'words\n',
}
/** One file changes, one is new, one leaves. */
const SECOND: PayloadMap = {
  'settings.json': '{"a": 2}\n',
  '知識/読み方.md': '# 読み方\n\n本文\n',
  'new.md': 'new\n',
}

/** This host with a release, an enrolled device, and the earlier program. */
async function start(files: PayloadMap = FIRST, options: Parameters<typeof temporaryPublisher>[0] = {}) {
  const now = Date.now()
  const publisher = await temporaryPublisher({ now, ...options })
  await publisher.publish(files)
  const host = await serveFunction(routesOfDistribution, { env: { KURA_RELEASE_DIR: publisher.releaseDir } })
  const dir = join(await temporaryDirectory(), 'device')
  const secret = deriveSecret(TEST_SECRET, REAL_KEYID).toString('base64url')
  await enrol(dir, { url: host.url, root: await publisher.root() }, { keyid: REAL_KEYID, secret })
  const program = await earlierProgram()
  return {
    publisher,
    dir,
    program,
    earlierSync: () => runProgram(program, dir),
    /** The host's record of the device. */
    record: async () => JSON.parse((await host.store.read('device/demo')).record?.value ?? '{}'),
  }
}

describe('the device program of an earlier version', () => {
  test('syncs with this host: the first release, no news, a change and a removal, each reported', async () => {
    const { publisher, dir, earlierSync, record } = await start()
    expect(await earlierSync()).toMatchObject({ release: 1, expected: 3, installed: 3, indexed: 3 })
    expect(await filesOf(dir)).toMatchObject(FIRST)
    expect(await record()).toMatchObject({ version: 1, installed: 3, line: 'memory=3 / index reference=yes' })
    expect(await earlierSync()).toMatchObject({ requests: 1, changed: 0, bytes: 0 })

    await publisher.publish(SECOND)
    await chmod(join(dir, 'credentials.json'), 0o644)
    expect(await earlierSync()).toMatchObject({
      release: 2,
      installed: 3,
      changes: { added: ['new.md'], updated: ['settings.json'], removed: ['two words (1).md'] },
    })
    const { 'MEMORY.md': index, ...files } = await filesOf(dir)
    expect(files).toEqual(SECOND)
    expect(index).toContain('- [読み方](知識/読み方.md)')
    expect(await record()).toMatchObject({
      version: 2,
      installed: 3,
      indexed: 3,
      problems: [expect.stringContaining('credentials.json')],
    })
  })

  test('replaces itself by the present one, which continues with its directory', async () => {
    const built = join(await temporaryDirectory(), 'kura-device.mjs')
    await bundle(DEVICE_PROGRAM, built)
    const present = await readFile(built)
    const { dir, program } = await start(
      { 'a.md': 'a\n', 'program/kura-device.mjs': present },
      { program: 'program/kura-device.mjs' },
    )
    expect(await runProgram(program, dir)).toMatchObject({ installed: 2, program: { outcome: 'replaced' } })
    expect(await readFile(program)).toEqual(present)
    // the second request is the report of the Node version, which an earlier program does not send
    expect(await runProgram(program, dir)).toMatchObject({ requests: 2, program: { outcome: 'current' } })
    expect(await runProgram(program, dir)).toMatchObject({ requests: 1 })
  })
})

describe('this device program', () => {
  test('continues with a directory that an earlier one left', async () => {
    const { publisher, dir, earlierSync, record } = await start()
    await earlierSync()
    expect(await status(dir)).toMatchObject({ release: 1, whole: true, unfinished: false })
    // the second request is the report of the Node version, which an earlier program does not send
    expect(await sync(dir)).toMatchObject({ requests: 2, changed: 0, warnings: [] })
    expect(await record()).toMatchObject({ version: 1, node: process.versions.node })
    expect(await sync(dir)).toMatchObject({ requests: 1, bytes: 0, changed: 0, warnings: [] })

    await publisher.publish(SECOND)
    expect(await sync(dir)).toMatchObject({
      release: 2,
      recovered: 'none',
      changes: { added: ['new.md'], updated: ['settings.json'], removed: ['two words (1).md'] },
    })
    const { 'MEMORY.md': index, ...files } = await filesOf(dir)
    expect(files).toEqual(SECOND)
    expect(index).not.toContain('two words')
    expect(await record()).toMatchObject({ version: 2, installed: 3 })
  })
})
