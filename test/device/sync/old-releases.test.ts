import { describe, expect, test } from 'vitest'
import { createDevice } from '../../helpers/device/device.ts'
import { HOST_NOW } from '../../helpers/device/publisher.ts'

const DAY = 86_400_000

describe('what is behind or past its time', () => {
  test('an older release is reported and not installed', async () => {
    const device = await createDevice({ 'a.md': 'A' })
    const old = device.host.release
    device.publish(2, { 'a.md': 'A2' })
    await device.sync()
    device.host.release = old
    const result = await device.sync()
    expect(result).toMatchObject({ release: 2, installed: 1, changed: 0 })
    expect(result.warnings).toEqual([
      expect.stringMatching(/^host is behind: .* release 1, this device has release 2/),
    ])
    expect(device.host.reports.at(-1)?.problems).toEqual(result.warnings)
    expect(await device.read('a.md')).toBe('A2')
  })

  test('a device that lacks files is repaired from an older release as far as that has them', async () => {
    const device = await createDevice({ 'a.md': 'A', 'b.md': 'B' })
    const old = device.host.release
    device.publish(2, { 'a.md': 'A', 'b.md': 'B2' })
    await device.sync()
    device.host.release = old
    await device.write('a.md', 'mine')
    expect(await device.sync()).toMatchObject({ release: 2, installed: 2, changes: { repaired: ['a.md'] } })
    await device.write('b.md', 'mine')
    expect(await device.failure()).toMatchObject({ code: 'content_mismatch' })
    expect(await device.read('b.md')).toBe('mine')
  })

  test('the installed release past its time stays, and is warned of', async () => {
    const device = await createDevice()
    await device.sync()
    const now = () => HOST_NOW + 91 * DAY
    const result = await device.sync({ now })
    expect(result).toMatchObject({ installed: 1, changed: 0 })
    expect(result.warnings).toEqual([expect.stringContaining('release 1 expired on')])
    expect(device.host.reports.at(-1)?.problems).toEqual(result.warnings)
  })
})
