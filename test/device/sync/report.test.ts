import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deviceStatusSchema } from '../../../lib/core/release/question.ts'
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import { STATE } from '../../../lib/device/disk/layout.ts'
import { statusOf } from '../../../lib/device/sync/report.ts'
import { createDevice, STILL } from '../../helpers/device/device.ts'
import { HOST_NOW } from '../../helpers/device/publisher.ts'

const COUNTS = { expected: 3, installed: 2, indexed: 1 }

test('a status is what the host accepts, however much is wrong', () => {
  const problems = Array.from({ length: 50 }, (_, number) => `${number} ${'x'.repeat(1000)}`)
  const status = statusOf(
    { release: undefined, counts: COUNTS, problems },
    { sequence: 1, now: HOST_NOW, node: '24.19.0' },
  )
  expect(deviceStatusSchema.parse(status)).toEqual(status)
  expect(status).toMatchObject({ ...COUNTS, line: 'memory=none / index reference=no', node: '24.19.0' })
  expect(status.problems).toHaveLength(20)
})

test('the number of a report follows the clock, and grows even if the clock goes back or stops', async () => {
  const device = await createDevice()
  const times = [HOST_NOW, HOST_NOW - 86_400_000, HOST_NOW - 86_400_000, HOST_NOW + 60_000]
  for (const [index, time] of times.entries()) {
    device.publish(index + 1, { 'a.md': `A${index}` })
    await device.sync({ now: () => time })
  }
  const first = HOST_NOW / 1000
  expect(device.host.reports.map(({ sequence }) => sequence)).toEqual([
    first,
    first + 1,
    first + 2,
    first + 60,
  ])
})

test('the report after an installation is one exchange, on the connection of the question', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  let connections = 0
  const count = () => {
    connections += 1
  }
  subscribe('net.client.socket', count)
  onTestFinished(() => void unsubscribe('net.client.socket', count))
  expect(await device.sync()).toMatchObject({ changed: 1, requests: 2 })
  expect(device.host.reports).toHaveLength(1)
  expect(connections).toBe(1)
})

test('the number of the report is stored with the installation, and not in a write of its own', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  const replaced: string[] = []
  const intercept = (changes: DiskChanges): DiskChanges => ({
    ...changes,
    async replace(path, data) {
      replaced.push(path)
      await changes.replace(path, data)
    },
  })
  await device.sync({ intercept })
  expect(replaced).toEqual([])
  const { sequence } = JSON.parse(await readFile(join(device.dir, STATE), 'utf8'))
  expect(device.host.reports).toMatchObject([{ sequence }])
})

test('the Node of a device is reported once, and again when it is another one', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  const nodes = ['24.19.0', '24.19.0', '24.21.0', '24.21.0']
  for (const [index, requests] of [2, 1, 2, 1].entries())
    expect(await device.sync({ node: nodes[index] ?? '' })).toMatchObject({ requests })
  await device.write('a.md', 'mine')
  await device.sync({ node: '24.21.0' })
  await device.sync({ node: '24.21.0' })
  expect(device.host.reports.map(({ node }) => node)).toEqual(['24.19.0', '24.21.0', '24.21.0'])
})

test('a silent sync changes nothing about the Node that was reported', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  await device.sync({ node: '24.19.0' })
  device.publish(2, { 'a.md': 'A2' })
  await device.sync({ silent: true, node: '24.21.0' })
  await device.sync({ node: '24.19.0' })
  expect(device.host.reports).toHaveLength(1)
  await device.sync({ node: '24.21.0' })
  expect(device.host.reports.map(({ node }) => node)).toEqual(['24.19.0', '24.21.0'])
})

test('a device whose first sync failed is heard of too', async () => {
  const device = await createDevice()
  device.publish(1, { 'a.md': 'A' }, { expires: HOST_NOW - 1 })
  await device.failure(STILL)
  await device.failure(STILL)
  expect(device.host.reports).toMatchObject([
    { sequence: HOST_NOW / 1000, expected: 0, line: 'memory=none / index reference=no' },
    { sequence: HOST_NOW / 1000 + 1 },
  ])
})

test('a silent sync installs all the same and reports nothing to the host, even if it fails', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  expect(await device.sync({ silent: true })).toMatchObject({ installed: 1, indexed: 1, requests: 1 })
  await device.write('a.md', 'mine')
  await device.sync({ silent: true })
  device.publish(2, { 'a.md': 'A2' }, { expires: HOST_NOW - 1 })
  await device.failure({ silent: true })
  expect(device.host.reports).toEqual([])
  await device.failure()
  expect(device.host.reports).toMatchObject([{ sequence: HOST_NOW / 1000 }])
})
