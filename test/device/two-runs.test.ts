import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../lib/errors.ts'
import { createDevice } from '../helpers/device.ts'
import { useDeviceProcess } from '../helpers/run-device-process.ts'

const run = useDeviceProcess()

test('while one run is at work another one is told so, and touches nothing', async () => {
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
    message: `Cannot sync "${device.dir}": another run is at work there, process ${process.pid}`,
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
