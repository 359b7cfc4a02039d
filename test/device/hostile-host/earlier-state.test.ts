/** A host offers an older release than the device has, or says that nothing has changed. */
import { describe, expect, test } from 'vitest'
import { createDevice } from '../../helpers/device/device.ts'
import { AFTER, answerOnce, BEFORE, expectAfter, updating } from './attack.ts'

test('a host with an earlier program refuses version 2, and is asked in version 1 for the rest of the run', async () => {
  const device = await updating(1)
  const asked = device.host.asked.length
  expect(await device.sync()).toMatchObject({ release: 2, requests: 3, warnings: [] })
  expect(device.host.asked.slice(asked).map(({ query }) => query['v'])).toEqual(['2', '1', '1'])
  await expectAfter(device)
  expect(await device.sync()).toMatchObject({ requests: 2, changed: 0 })
})

describe('a host that replays an older release', () => {
  test('is reported as behind; nothing goes back', async () => {
    const device = await createDevice(BEFORE)
    const replayed = device.host.release
    device.publish(2, AFTER)
    await device.sync()
    device.host.release = replayed
    expect((await device.sync()).warnings).toEqual([expect.stringContaining('host is behind')])
    await expectAfter(device)
  })
})

describe('a 304 that nothing justifies', () => {
  test.each([
    { name: 'to a fresh device', prepare: async () => createDevice(BEFORE) },
    {
      name: 'to a device that asked for contents',
      prepare: async () => {
        const device = await updating()
        await device.write('a.md', 'mine')
        return device
      },
    },
  ])('is refused $name', async ({ prepare }) => {
    const device = await prepare()
    answerOnce(device, { status: 304, body: Buffer.alloc(0) })
    expect(await device.failure()).toMatchObject({
      code: 'remote_answer',
      message: expect.stringContaining('304'),
      hint: expect.stringContaining('caches and proxies'),
    })
  })
})
