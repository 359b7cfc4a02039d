/**
 * A run dies before any change of the disk, and a person then changes something. The next run completes or undoes the
 * installation, and everything that the person wrote is still there.
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { mapConcurrently } from '../../../lib/core/work/concurrency.ts'
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import { waits } from '../../../lib/device/install/waiting.ts'
import { sync } from '../../../lib/device/sync/sync.ts'
import { createDevice, filesOf, STILL, type TestDevice } from '../../helpers/device/device.ts'
import { useDeviceProcess } from '../../helpers/device/run-process.ts'
import { sampled } from '../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const BEFORE = { 'a.md': 'A', folder: 'was a file', 'swap/in.md': 'S', 'deep/er/b.md': 'B' }
const AFTER = {
  'a.md': 'A2',
  'folder/in.md': 'F',
  swap: 'now a file',
  'dict/big.bin': 'D',
  'deep/er/b.md': 'B2',
}

/** The person's files. `dict` has to give way to a folder of release 2. */
const MINE = { dict: 'mine before', 'deep/mine.md': 'mine below' }
const PERSONAL: readonly string[] = ['edited', ...Object.values(MINE)]

async function updating(): Promise<TestDevice> {
  const device = await createDevice(BEFORE)
  await device.sync()
  for (const [path, content] of Object.entries(MINE)) await device.write(path, content)
  device.publish(2, AFTER)
  return device
}

/** Each change from number `from` on fails, as if the process had died before it. */
function dying(
  from: number,
  count: (number: number, name: string, given: unknown[]) => void = () => undefined,
) {
  let number = 0
  return (changes: DiskChanges): DiskChanges =>
    Object.fromEntries(
      Object.entries(changes).map(([name, change]) => [
        name,
        async (...given: unknown[]) => {
          count(number, name, given)
          if (number++ >= from) throw Object.assign(new Error('EIO: the process has ended'), { code: 'EIO' })
          return (change as (...all: unknown[]) => Promise<void>)(...given)
        },
      ]),
    ) as unknown as DiskChanges
}

const PATHS = ['a.md', 'folder', 'swap', 'dict/big.bin', 'deep/er/b.md']

/** The acts of a person on a path. */
const ACTS = {
  edits: async (at: string) => {
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, 'edited')
  },
  'makes a folder of': async (at: string) => {
    await rm(at, { recursive: true, force: true })
    await mkdir(at, { recursive: true })
    await writeFile(join(at, 'own.md'), 'edited')
  },
  'makes a link of': async (at: string) => {
    await rm(at, { recursive: true, force: true })
    await mkdir(dirname(at), { recursive: true })
    await symlink('/nowhere', at)
  },
  'removes, with its folder,': async (at: string) => {
    await rm(/\/deep\/er\//.test(at) ? dirname(at) : at, { recursive: true, force: true })
  },
}

/** All contents below `dir`, kura's own folder included. */
async function contentsOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return Promise.all(files.map(entry => readFile(join(entry.parentPath, entry.name), 'utf8')))
}

async function copyOf(dir: string): Promise<string> {
  const copy = join(await temporaryDirectory(), 'device')
  await cp(dir, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

/** Devices with an unfinished installation: one for each change before which the run can die. */
async function unfinished(): Promise<string[]> {
  const { dir } = await updating()
  let changes = 0
  await sync(await copyOf(dir), {
    ...STILL,
    intercept: dying(Number.POSITIVE_INFINITY, () => void changes++),
  })
  const dead = await mapConcurrently([...Array(changes).keys()], async from => {
    const copy = await copyOf(dir)
    await sync(copy, { ...STILL, intercept: dying(from) }).catch(() => undefined)
    return copy
  })
  return dead.filter(copy => existsSync(join(copy, '.kura/journal.json')))
}

test.each(Object.entries(ACTS))(
  'a person %s any path after a run died',
  { timeout: 120_000 },
  async (_, change) => {
    const dead = await unfinished()
    expect(dead.length).toBeGreaterThan(12)
    const cases = PATHS.flatMap(path =>
      [...dead.entries()].map(([number, template]) => ({ path, number, template })),
    )
    await mapConcurrently(sampled(cases, 6), async ({ path, number, template }) => {
      const when = `"${path}", change ${number} of the installation`
      const dir = await copyOf(template)
      // some acts are impossible, such as making a file below another file
      await change(join(dir, path)).catch(() => undefined)
      const mine = (await contentsOf(dir)).filter(content => PERSONAL.includes(content))
      const said = await sync(dir, STILL).catch((error: unknown) => ({ error }))
      expect(existsSync(join(dir, '.kura/journal.json')), when).toBe(false)
      expect(await contentsOf(dir), when).toEqual(expect.arrayContaining(mine))
      // the run may fail at an obstacle that the person made, such as a folder with files; a link only makes its own
      // path wait
      if ('error' in said)
        expect(said.error, when).toMatchObject({
          code: 'device_write',
          hint: expect.stringContaining('move'),
        })
      else {
        const installed = Object.entries(AFTER).filter(([path]) => !waits(path, said.waiting))
        expect(await filesOf(dir), when).toMatchObject(Object.fromEntries(installed))
      }
    })
  },
)

const run = useDeviceProcess()

test('kill -9 after the content that a file of a person gave way to, which the person then edits', {
  timeout: 60_000,
}, async () => {
  const device = await updating()
  const placed = await changeNumber(device, (name, given) => name === 'rename' && given[1] === 'dict/big.bin')
  expect((await run(device.dir, { killAt: placed + 1 })).signal).toBe('SIGKILL')
  await device.write('dict/big.bin', 'edited')
  expect(await device.sync()).toMatchObject({ release: 2, installed: 5, recovered: 'undone' })
  expect(await device.read('dict/big.bin')).toBe('D')
  expect(await contentsOf(device.dir)).toEqual(expect.arrayContaining(['edited', ...Object.values(MINE)]))
  expect(await device.sync()).toMatchObject({ changed: 0, recovered: 'none', warnings: [] })
})

async function changeNumber(
  { dir }: TestDevice,
  matches: (name: string, given: unknown[]) => boolean,
): Promise<number> {
  let found = -1
  const intercept = dying(Number.POSITIVE_INFINITY, (number, name, given) => {
    if (matches(name, given)) found = number
  })
  await sync(await copyOf(dir), { ...STILL, intercept })
  return found
}
