/**
 * Other programs have some files open, from any change of the disk on, besides any other fault. An open file is never
 * changed and never causes an undo, and in the end the device is whole.
 */
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import { sync } from '../../../lib/device/sync/sync.ts'
import { filesOf, STILL, type TestDevice } from '../../helpers/device/device.ts'
import { playWindows, type WindowsFiles } from '../../helpers/device/windows-files.ts'
import { sampled } from '../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'
import { AFTER, BEFORE, updating } from '../install/updating-device.ts'

const PATHS = ['a.md', 'twin.md', 'old/leaves.md', 'folder', 'MEMORY.md']
const INDEX = {
  before:
    '# Mine\n\n## Shared\n\n- [a.md](a.md)\n- [twin.md](twin.md)\n- [old/leaves.md](old/leaves.md)\n- [folder](folder)\n',
  after:
    '# Mine\n\n## Shared\n\n- [a.md](a.md)\n- [twin.md](twin.md)\n- [new/twin.md](new/twin.md)\n- [folder/in.md](folder/in.md)\n',
}

interface World {
  readonly dir: string
  readonly files: WindowsFiles
  run(
    at?: (change: number) => void,
  ): Promise<{ waiting?: readonly string[]; error?: unknown; changes: number }>
}

/** Runs `work` in a copy of the device, as on Windows. */
async function inWorld({ dir: template }: TestDevice, work: (world: World) => Promise<void>): Promise<void> {
  const dir = join(await temporaryDirectory(), 'device')
  await cp(template, dir, { recursive: true })
  const files = playWindows(dir)
  const run: World['run'] = async at => {
    let changes = 0
    const intercept = (all: DiskChanges) =>
      Object.fromEntries(
        Object.entries(all).map(([name, perform]) => [
          name,
          async (...given: unknown[]) => {
            const change = changes++
            at?.(change)
            return (perform as (...all: unknown[]) => Promise<void>)(...given)
          },
        ]),
      ) as unknown as DiskChanges
    const deps = { ...STILL, platform: 'win32' as const, sleep: files.sleep, intercept }
    return sync(dir, deps).then(
      ({ waiting }) => ({ waiting, changes }),
      (error: unknown) => ({ error, changes }),
    )
  }
  try {
    await work({ dir, files, run })
  } finally {
    files.end()
  }
}

/** Expects that the next run, with every file closed, succeeds and leaves nothing behind. */
async function expectWhole({ dir, run }: World, when: string): Promise<void> {
  expect(await run(), when).toMatchObject({ waiting: [] })
  expect(await filesOf(dir), when).toEqual({ ...AFTER, 'MEMORY.md': INDEX.after })
  const own = await readdir(join(dir, '.kura'), { recursive: true })
  expect(own.sort(), when).toEqual(['lock', 'staging', 'state.json', 'undo'])
}

async function lastChange(device: TestDevice): Promise<number> {
  let last = 0
  await inWorld(device, async ({ run }) => {
    last = (await run()).changes
  })
  expect(last).toBeGreaterThan(20)
  return last
}

const eio = () => Object.assign(new Error("EIO: injected, write '/somewhere'"), { code: 'EIO' })

test('any files are open, and any change of the disk fails', { timeout: 600_000 }, async () => {
  const device = await updating()
  const changes = await lastChange(device)
  const pairs = PATHS.flatMap((one, at) => PATHS.slice(at + 1).map(other => [one, other]))
  const subsets = [[], ...PATHS.map(path => [path]), ...pairs, PATHS]
  const faults = [undefined, ...Array(changes + 12).keys()]
  const cases = subsets.flatMap(open =>
    (open.length === 2 ? [undefined] : faults).map(fails => ({ open, fails })),
  )
  for (const { open, fails } of sampled(cases, 10)) {
    const when = `${open.join(', ') || 'nothing'} open, change ${fails} fails`
    await inWorld(device, async world => {
      for (const path of open) world.files.open(path)
      const { waiting, error } = await world.run(change => {
        if (change === fails) throw eio()
      })
      const files = await filesOf(world.dir)
      const before: Record<string, string> = { ...BEFORE, 'MEMORY.md': INDEX.before }
      for (const path of open) expect(files[path], `${when}: ${path}`).toBe(before[path])
      if (fails === undefined) expect(waiting, when).toEqual([...open].sort())
      if (waiting) expect(error, when).toBeUndefined()
      // the update waits again, after any outcome of the run before
      expect(await world.run(), when).toMatchObject({ waiting: [...open].sort() })
      for (const path of open) world.files.close(path)
      await expectWhole(world, when)
    })
  }
})

test('a file is opened at any change of the disk, and closed at any later one', {
  timeout: 600_000,
}, async () => {
  const device = await updating()
  const changes = await lastChange(device)
  const cases = PATHS.flatMap(path =>
    [...Array(changes).keys()].flatMap(opens =>
      [1, 9, 99].map(later => ({ path, opens, closes: opens + later })),
    ),
  )
  for (const { path, opens, closes } of sampled(cases, 10)) {
    const when = `${path} is open from change ${opens} to ${closes}`
    await inWorld(device, async world => {
      const outcome = await world.run(change => {
        if (change === opens) world.files.open(path)
        if (change === closes) world.files.close(path)
      })
      expect(outcome.error, when).toBeUndefined()
      expect([[], [path]], when).toContainEqual(outcome.waiting)
      world.files.closeAll()
      await expectWhole(world, when)
    })
  }
})
