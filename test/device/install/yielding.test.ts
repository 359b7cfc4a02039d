/** A folder of the release becomes a file, and a person has put files into the folder. */
import { cp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mapConcurrently } from '../../../lib/core/work/concurrency.ts'
import { sync } from '../../../lib/device/sync/sync.ts'
import { createDevice, filesOf, STILL } from '../../helpers/device/device.ts'
import { useDeviceProcess } from '../../helpers/device/run-process.ts'
import { sampled } from '../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const BEFORE = { 'docs/a.md': 'A', 'docs/b.md': 'B', 'docs/in/c.md': 'C' }
const AFTER = { docs: 'D' }
const MINE = { 'docs/b.md': 'edited', 'docs/mine.md': 'mine', 'docs/notes/deep/n.md': 'note' }
const COPIES = Object.fromEntries(
  Object.entries(MINE).map(([path, text]) => [`.kura/replaced/${path}`, text]),
)

const run = useDeviceProcess()

async function prepared() {
  const device = await createDevice(BEFORE)
  await device.sync()
  for (const [path, text] of Object.entries(MINE)) await device.write(path, text)
  device.publish(2, AFTER)
  return device
}

test('it gives way, and the files of the person are kept aside', async () => {
  const device = await prepared()
  const { replaced, ...result } = await device.sync()
  expect(result).toMatchObject({ release: 2, installed: 1, indexed: 1 })
  expect(replaced.map(({ copy }) => copy).sort()).toEqual(Object.keys(COPIES).sort())
  for (const [copy, text] of Object.entries(COPIES)) expect(await device.read(copy)).toBe(text)
  expect(Object.keys(await device.files())).toEqual(['MEMORY.md', 'docs'])
  expect(await device.sync()).toMatchObject({ changed: 0, replaced: [] })
})

test('what fails is undone', async () => {
  const device = await prepared()
  const before = await device.files()
  const error = await device.failure({
    intercept: changes => ({
      ...changes,
      async rename(from, to) {
        if (to === 'docs' && from.startsWith('.kura/staging'))
          throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' })
        await changes.rename(from, to)
      },
    }),
  })
  expect(error).toMatchObject({ code: 'device_write' })
  expect(await device.files()).toEqual(before)
  expect(await device.sync()).toMatchObject({ release: 2, installed: 1 })
})

test('killed at any change of the disk, it ends right', { timeout: 180_000 }, async () => {
  const device = await prepared()
  const copyOf = async () => {
    const dir = join(await temporaryDirectory(), 'device')
    await cp(device.dir, dir, { recursive: true })
    return dir
  }
  const { said } = await run(await copyOf())
  const kills = Array.from({ length: said?.count ?? 0 }, (_, killAt) => killAt)
  expect(kills.length).toBeGreaterThan(15)
  await mapConcurrently(
    sampled(kills, 4),
    async killAt => {
      const dir = await copyOf()
      expect((await run(dir, { killAt })).signal, `change ${killAt}`).toBe('SIGKILL')
      expect(await sync(dir, STILL), `change ${killAt}`).toMatchObject({
        release: 2,
        installed: 1,
        indexed: 1,
      })
      expect(Object.keys(await filesOf(dir)), `change ${killAt}`).toEqual(['MEMORY.md', 'docs'])
      const kept = await filesOf(join(dir, '.kura', 'replaced'))
      expect(kept, `change ${killAt}`).toEqual(MINE)
    },
    { width: 2 },
  )
})

test('a link in it holds it back, with the files of the person in it', async () => {
  const device = await prepared()
  await symlink('/nowhere', join(device.dir, 'docs', 'link'))
  for (const run of [1, 2])
    expect(await device.sync(), `run ${run}`).toMatchObject({
      installed: 0,
      waiting: ['docs/link'],
      replaced: [],
    })
  expect(await device.files()).toMatchObject(MINE)
  await rm(join(device.dir, 'docs', 'link'))
  expect(await device.sync()).toMatchObject({ release: 2, installed: 1 })
  for (const [copy, text] of Object.entries(COPIES)) expect(await device.read(copy)).toBe(text)
})
