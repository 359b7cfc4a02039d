import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MEASURED } from '../../bench/fleet/measured.ts'
import { priceOf } from '../../bench/fleet/prices.ts'
import { simulate } from '../../bench/fleet/simulate.ts'
import { fleetPlot, fleetRows, withPrices, withTable } from '../../bench/fleet.ts'
import { startKura } from '../../bench/sync/kura.ts'
import { library } from '../../bench/sync/payloads.ts'
import { DEVICE_STATE_INTERVAL } from '../../lib/services/distribution/device-states.ts'
import { temporaryPublisher } from '../helpers/publishing/temporary-publisher.ts'

test('a month is counted from what a real sync costs', async () => {
  const publisher = await temporaryPublisher({ now: Date.now() })
  // few files are enough, because the figures depend only on the changes
  const payload = Object.fromEntries(Object.entries(library()).slice(0, 10))
  await publisher.publish(payload)
  const kura = await startKura(publisher)
  onTestFinished(() => kura.close())
  const device = await kura.newDevice()
  await kura.syncHere(device)
  await kura.syncHere(device)
  const unchanged = await kura.syncHere(device)
  kura.restart()
  const unknown = await kura.syncHere(device)
  await publisher.publish({ ...payload, 'news.md': String(payload['knowledge/0.md']).slice(0, 2_000) })
  const update = await kura.syncHere(device)
  const within = (found: number, expected: number) => {
    expect(found).toBeLessThan(expected * 1.2)
    expect(found).toBeGreaterThan(expected / 5)
  }
  expect(unchanged).toMatchObject({ requests: 1, commands: MEASURED.unchangedCommands })
  within(unchanged.bytes, MEASURED.unchangedBytes)
  // the new instance also reads the list of revoked keys
  expect(unknown).toMatchObject({ requests: 1, commands: MEASURED.unknownCommands + 1 })
  expect(update).toMatchObject({ requests: MEASURED.updateRequests, commands: MEASURED.stateCommands })
  within(update.bytes, MEASURED.updateBytes)
  expect(DEVICE_STATE_INTERVAL).toBe(MEASURED.stateHours * 3_600_000)
})

describe('simulate()', () => {
  test('counts every sync, every release and every state', () => {
    const { requests, bytes, commands } = simulate({ devices: 1, hours: [0] })
    expect(requests).toBe(30 + 29)
    expect(bytes).toBe(1 * MEASURED.unchangedBytes + 29 * MEASURED.updateBytes)
    expect(commands).toBe(30 * MEASURED.stateCommands + 30)
  })

  test('has the first syncs of a day in one hour, with the release that has just come', () => {
    expect(simulate({ devices: 6_000, hours: [9, 12, 16] })).toMatchObject({
      requests: 6_000 * 30 * (MEASURED.updateRequests + 2),
      peakRequests: 100 * MEASURED.updateRequests,
    })
  })

  test('a device reads its state from the store if its instance has stopped since its last sync', () => {
    const day = MEASURED.stateCommands + 2 * MEASURED.unknownCommands
    const minutesWithRequests = 30 * 3 * 60
    expect(simulate({ devices: 1_000, hours: [9, 12, 16] }).commands).toBe(
      30 * 1_000 * day + minutesWithRequests,
    )
  })

  test('grows with the fleet, and an hourly device writes its state no more often than the rule says', () => {
    const [one, ten] = [1_000, 10_000].map(devices =>
      simulate({ devices, hours: Array.from({ length: 24 }, (_, hour) => hour) }),
    )
    expect(ten!.requests).toBeCloseTo(10 * one!.requests, -3)
    const states = (one!.commands - 30 * 24 * 60) / MEASURED.stateCommands / 1_000
    expect(states).toBeLessThanOrEqual(30 * (24 / MEASURED.stateHours + 1))
  })
})

test('priceOf() charges what is beyond the included amounts', () => {
  const usage = {
    bytes: 0,
    cpuMilliseconds: 0,
    instanceMinutes: 0,
    memory: 2,
    peakRequests: 0,
    peakCommands: 0,
  }
  expect(priceOf({ ...usage, requests: 0, commands: 500_000 })).toEqual({ host: 20, store: 0 })
  expect(priceOf({ ...usage, requests: 0, commands: 1_000_000 })).toEqual({ host: 20, store: 2 })
  expect(priceOf({ ...usage, requests: 11_000_000, commands: 0 }).host).toBeCloseTo(20 + 11 * 0.6 + 2)
})

test('docs/scale.md and docs/scale.svg are those of the simulation', async () => {
  const docs = join(import.meta.dirname, '../../docs')
  const rows = fleetRows()
  const page = await readFile(join(docs, 'scale.md'), 'utf8')
  expect(withTable(page, rows), 'run npm run bench fleet').toBe(page)
  expect(fleetPlot(rows), 'run npm run bench fleet').toBe(await readFile(join(docs, 'scale.svg'), 'utf8'))
})

test('docs/ja/price.md has the prices of the simulation', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/ja/price.md'), 'utf8')
  expect(page).toContain('| 1日3回 | 20 |')
  expect(withPrices(page), 'run npm run bench fleet').toBe(page)
})
