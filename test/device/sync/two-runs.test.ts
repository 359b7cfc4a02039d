import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import { createDevice } from '../../helpers/device/device.ts'
import { useDeviceProcess } from '../../helpers/device/run-process.ts'

const run = useDeviceProcess()

test('during one run another one is refused, and changes nothing', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  let second: unknown
  device.host.bend = async reply => {
    second ??= await device.sync().catch((error: unknown) => error)
    return reply
  }
  expect(await device.sync()).toMatchObject({ installed: 1 })
  expect(second).toBeInstanceOf(AppError)
  expect(second).toMatchObject({
    code: 'device_busy',
    message: `Cannot sync "${device.dir}": another run is in progress, process ${process.pid}`,
    hint: expect.stringContaining('wait until it ends'),
  })
  expect(await readdir(join(device.dir, '.kura/lock'))).toEqual([])
})

test('of several processes that start at once one at least installs, and the end is right', async () => {
  const device = await createDevice({ 'a.md': 'A', 'b.md': 'B'.repeat(10_000) })
  const ended = await Promise.all(Array.from({ length: 4 }, () => run(device.dir)))
  expect(ended.filter(({ said }) => said?.result).length).toBeGreaterThan(0)
  for (const { said } of ended) {
    if (said?.result) expect(said.result).toMatchObject({ installed: 2, indexed: 2 })
    else expect(said?.error?.code).toBe('device_busy')
  }
  expect(await device.sync()).toMatchObject({ installed: 2, indexed: 2, changed: 0 })
  expect(Object.keys(await device.files())).toEqual(['MEMORY.md', 'a.md', 'b.md'])
})

const STAGED = /^write \.kura\/staging\//
/** Writes that happen at the same time: contents, and the next state with the next journal. */
const SIDE_BY_SIDE = /^write \.kura\/(staging\/|(state|journal)\.next)/

/** After change `number` of the disk, another run counts this one as dead and removes its entry from the lock. */
function losing(dir: string, number: number, made: string[]) {
  return (changes: DiskChanges): DiskChanges => {
    const entries = Object.entries(changes).map(([name, change]) => [
      name,
      async (...given: unknown[]) => {
        await (change as (...all: unknown[]) => Promise<void>)(...given)
        made.push(`${name} ${given.filter(word => typeof word === 'string').join(' ')}`)
        if (made.length === number) await rm(join(dir, '.kura/lock'), { recursive: true })
      },
    ])
    return Object.fromEntries(entries)
  }
}

test('a run whose entry was removed before the journal is written stops, and has touched no file', async () => {
  const device = await createDevice({ 'a.md': 'A', 'b.md': 'B' })
  await device.sync()
  device.publish(2, { 'a.md': 'A2', 'b.md': 'B' })
  const before = await device.files()
  const whole: string[] = []
  const error = await device.failure({
    intercept: changes => ({
      ...changes,
      async write(path, ...rest) {
        await changes.write(path, ...rest)
        whole.push(`write ${path}`)
        if (STAGED.test(`write ${path}`)) await rm(join(device.dir, '.kura/lock'), { recursive: true })
      },
    }),
  })
  expect(error).toMatchObject({
    code: 'device_busy',
    message: `Cannot continue in "${device.dir}": another run has taken it over`,
    hint: expect.stringContaining('sync again'),
  })
  expect(whole).toEqual([expect.stringMatching(STAGED)])
  expect(await device.files()).toEqual(before)
  expect(await readdir(join(device.dir, '.kura'))).not.toContain('journal.json')
  expect(device.host.reports).toHaveLength(1)
})

test('a run that loses the directory at any change makes no other one, and the next run ends right', async () => {
  const device = await createDevice({ 'a.md': 'A', 'old/b.md': 'B' })
  let stopped = 0
  let clean = 0
  // three folders are made before the lock is taken
  for (let number = 4; number < 100; number++) {
    device.publish(2 * number, { 'a.md': 'A', 'old/b.md': 'B' })
    await device.sync()
    device.publish(2 * number + 1, { 'a.md': 'A2', 'new/c.md': 'C' })
    const made: string[] = []
    const outcome = await device
      .sync({ intercept: losing(device.dir, number, made) })
      .catch((error: unknown) => error)
    if (made.length < number) break
    // writes that had already begun may still arrive
    const more = made.slice(number).filter(change => !SIDE_BY_SIDE.test(change))
    expect(more, `change ${number}, ${made[number - 1]}`).toEqual([])
    if (!(outcome instanceof Error)) clean++
    else {
      stopped++
      // the other run has to restore the rest
      expect(outcome).toMatchObject({
        code: 'device_busy',
        hint: expect.stringMatching(/^this run was suspended[^;]*$/),
      })
    }
    expect(await device.sync(), `change ${number}`).toMatchObject({ installed: 2, indexed: 2 })
    expect(await device.files()).toMatchObject({ 'a.md': 'A2', 'new/c.md': 'C' })
  }
  expect(stopped).toBeGreaterThan(10)
  // only cleaning up is left undone at the end; the next run does it
  expect(clean).toBeLessThan(stopped)
})
