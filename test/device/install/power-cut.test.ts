/**
 * The power fails after each single change of the disk, and everything that was not synced is lost; then comes a normal
 * run.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { mapConcurrently } from '../../../lib/core/work/concurrency.ts'
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import { JOURNAL } from '../../../lib/device/disk/layout.ts'
import { status } from '../../../lib/device/status.ts'
import { sync } from '../../../lib/device/sync/sync.ts'
import { createDevice, filesOf, STILL, type TestDevice } from '../../helpers/device/device.ts'
import { afterPowerCut, LOSSES, type Loss, writeTree } from '../../helpers/device/lossy-disk.ts'
import { type Recorded, record } from '../../helpers/device/recorded-fs.ts'
import { sampled } from '../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

vi.mock('node:fs', async () => (await import('../../helpers/device/recorded-fs.ts')).recordedFs)
vi.mock(
  'node:fs/promises',
  async () => (await import('../../helpers/device/recorded-fs.ts')).recordedPromises,
)

const BEFORE = { 'a.md': 'A', 'twin.md': 'T', 'old/leaves.md': 'L', folder: 'was a file', 'same.md': 'S' }
const AFTER = { 'a.md': 'A2', 'twin.md': 'T2', 'new/deep/twin.md': 'T2', 'folder/in.md': 'F', 'same.md': 'S' }
const PERSONAL = 'changed by a person'

/** Every content of the device's files, and of the personal files that were replaced. */
async function contentsOf(dir: string): Promise<string[]> {
  const folders = [dir, join(dir, '.kura/replaced'), join(dir, '.kura/replaced/.kura')]
  const found = await Promise.all(folders.map(folder => filesOf(folder).catch(() => ({}))))
  return found.flatMap(files => Object.values(files))
}

async function update(): Promise<TestDevice> {
  const device = await createDevice(BEFORE)
  await device.sync()
  await device.write('a.md', PERSONAL)
  await device.write('notes.md', 'mine')
  device.publish(2, AFTER)
  return device
}

/** The disk fails when all files are in their places, so the installation is undone. */
const failing = (changes: DiskChanges): DiskChanges => ({
  ...changes,
  async rename(from, to) {
    if (to === 'MEMORY.md') throw Object.assign(new Error('EIO: injected'), { code: 'EIO' })
    await changes.rename(from, to)
  },
})

/**
 * `completes`: once the journal is on the disk, so is everything that the next run needs to complete the installation.
 * This is not so for an update, which can lose a folder with its content.
 */
const CASES = [
  {
    what: 'the first installation',
    prepare: () => createDevice(AFTER),
    run: async (device: TestDevice) => {
      expect(await device.sync()).toMatchObject({ release: 1, installed: 5, indexed: 5 })
    },
    version: 1,
    completes: true,
    personal: [],
  },
  {
    what: 'an update',
    prepare: update,
    run: async (device: TestDevice) => {
      expect(await device.sync()).toMatchObject({ release: 2, installed: 5, indexed: 5 })
    },
    version: 2,
    completes: false,
    personal: [PERSONAL, 'mine'],
  },
  {
    what: 'an update that fails and is undone',
    prepare: update,
    run: async (device: TestDevice) => {
      expect(await device.failure({ intercept: failing })).toMatchObject({ code: 'device_write' })
      expect(await device.files()).toMatchObject({ ...BEFORE, 'a.md': PERSONAL })
    },
    version: 2,
    completes: false,
    personal: [PERSONAL, 'mine'],
  },
]

async function afterLoss(disk: Recorded, cut: number, loss: Loss): Promise<string> {
  const dir = join(await temporaryDirectory(), 'device')
  writeTree(afterPowerCut(disk, cut, loss), dir)
  return dir
}

describe.each(CASES)('$what', ({ prepare, run, version, personal, completes }) => {
  async function recorded(): Promise<Recorded> {
    const device = await prepare()
    return record(device.dir, () => run(device))
  }

  test.each(LOSSES)('is finished or undone after any power cut that loses $name', async loss => {
    const disk = await recorded()
    expect(disk.events.length).toBeGreaterThan(40)
    const cuts = [...disk.events.keys(), disk.events.length]
    await mapConcurrently(
      sampled(cuts, 6),
      async cut => {
        const when = `after ${cut} of ${disk.events.length} changes`
        const dir = await afterLoss(disk, cut, loss)
        const found = await filesOf(dir)
        const known = new Set<unknown>([...Object.values(BEFORE), ...Object.values(AFTER), ...personal])
        for (const [path, content] of Object.entries(found))
          if (path !== 'MEMORY.md') expect(known, `${when}, ${path}`).toContain(content)
        const isBegun = existsSync(join(dir, ...JOURNAL.split('/')))
        const result = await sync(dir, STILL)
        expect(result, when).toMatchObject({ release: version, installed: 5, indexed: 5 })
        if (isBegun && completes) expect(result.recovered, when).toBe('completed')
        expect(await filesOf(dir), when).toMatchObject(AFTER)
        expect(await contentsOf(dir), when).toEqual(expect.arrayContaining(personal))
      },
      { width: 4 },
    )
  })
})

test.each(CASES.slice(0, 2))('$what is on the disk, all of it, once sync has reported success', async row => {
  const { prepare, run, version } = row
  const device = await prepare()
  const disk = await record(device.dir, () => run(device))
  for (const loss of LOSSES) {
    const dir = await afterLoss(disk, disk.events.length, loss)
    expect(await status(dir), loss.name).toMatchObject({ release: version, whole: true })
  }
})
