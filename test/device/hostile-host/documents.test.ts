/**
 * Attacks on the signed documents, which are in the answers of both versions. A host offers an older release than the
 * device has, or says that nothing has changed.
 */
import { describe, expect, test } from 'vitest'
import { createDevice } from '../../helpers/device/device.ts'
import { createPublisher, HOST_NOW, newKey } from '../../helpers/device/publisher.ts'
import { AFTER, type Attack, answerOnce, BEFORE, expectAfter, expectWithstood, updating } from './attack.ts'

const ATTACKS: Attack[] = [
  {
    name: 'a release past its time',
    arrange: device => device.publish(2, AFTER, { expires: HOST_NOW - 1 }),
    code: 'release_expired',
    message: /release 2 expired on 2025-12-31/,
    hint: /ask the publisher for a new release/,
  },
  {
    name: 'a release signed by an unknown key',
    arrange: device => device.publish(2, AFTER, { keys: [newKey()] }),
    code: 'release_rejected',
    message: /signed by 0 of the keys of root 1/,
    hint: /tell the operator.*unchanged/,
  },
  {
    name: 'another release of the same version',
    arrange: device => device.publish(1, AFTER),
    code: 'release_rejected',
    message: /two releases of version 1/,
    hint: /publish the next version/,
  },
  {
    name: 'a root that does not follow',
    arrange: device => {
      device.host.roots = [createPublisher().rotate()]
    },
    code: 'root_invalid',
    message: /root 2 is not signed by 1 of the keys of root 1/,
    hint: /enrol the device again/,
  },
  {
    name: 'a path that leads out of the directory',
    arrange: device => device.publish(2, { '../../outside.md': 'X' }),
    code: 'release_rejected',
    message: /"\.\.\/\.\.\/outside\.md": it has the segment "\.\."/,
    hint: /ask the publisher/,
  },
  {
    name: 'a path that would be started instead of Node',
    arrange: device => device.publish(2, { 'node.exe': 'X' }),
    code: 'release_rejected',
    message: /"node\.exe": it uses the device's own name/,
    hint: /ask the publisher/,
  },
]

test.each(
  ATTACKS.flatMap(attack => [
    { ...attack, wire: 1 as const },
    { ...attack, wire: 2 as const },
  ]),
)('$name changes nothing and says what to do, in version $wire', expectWithstood)

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
