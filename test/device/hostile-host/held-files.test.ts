/** Attacks by a host while another program has a file open, or that try to make a device wait. */
import { expect, test } from 'vitest'
import { type TestDevice, windowsOf } from '../../helpers/device/device.ts'
import { jsonReply } from '../../helpers/device/host.ts'
import { AFTER, BEFORE, updating } from './attack.ts'

const ATTACKS: readonly { name: string; arrange: (device: TestDevice) => void }[] = [
  {
    name: 'answers 304 to everything',
    arrange: ({ host }) => {
      host.bend = reply => ({ ...reply, status: 304, body: Buffer.alloc(0) })
    },
  },
  {
    name: 'cuts its answers off',
    arrange: ({ host }) => {
      host.bend = reply => ({ ...reply, body: reply.body.subarray(0, reply.body.length / 2) })
    },
  },
  {
    name: 'changes the contents',
    arrange: ({ host }) => {
      host.bend = reply => ({
        ...reply,
        body: Buffer.from(reply.body.toString('latin1').replaceAll('A2', 'A3'), 'latin1'),
      })
    },
  },
  { name: 'hands out an older release', arrange: device => device.publish(1, BEFORE) },
  {
    name: 'says that the file is open',
    arrange: ({ host }) => {
      const refusal = { error: '"a.md" is open in another program', code: 'device_write', held: 'a.md' }
      host.bend = () =>
        jsonReply({ ...refusal, waiting: ['a.md'], details: { held: 'a.md' } }, { status: 409 })
    },
  },
  {
    name: 'answers nothing but waiting',
    arrange: ({ host }) => {
      host.bend = () => jsonReply({ v: 2, waiting: ['a.md'], held: 'a.md' })
    },
  },
]

test.each(ATTACKS)('a host that $name makes no device wait', async ({ arrange }) => {
  const device = await updating()
  const { on } = windowsOf(device)
  arrange(device)
  const waiting = await device.sync(on).then(
    result => result.waiting,
    () => [],
  )
  expect(waiting).toEqual([])
  expect(device.host.reports.filter(report => report.waiting)).toEqual([])
})

test.each(ATTACKS)(
  'a host that $name changes no file that waits, and brings no older release',
  async ({ arrange }) => {
    const device = await updating()
    const { files, on } = windowsOf(device)
    files.open('a.md')
    expect(await device.sync(on)).toMatchObject({ release: 2, waiting: ['a.md'] })
    arrange(device)
    for (const closed of [false, true]) {
      if (closed) files.close('a.md')
      await device.sync(on).catch(() => undefined)
      expect(await device.files()).toMatchObject({
        ...AFTER,
        'a.md': expect.stringMatching(closed ? /^A2?$/ : /^A$/),
      })
    }
    device.host.bend = reply => reply
    device.publish(2, AFTER)
    expect(await device.sync(on)).toMatchObject({ release: 2, installed: 3, indexed: 3, waiting: [] })
    expect(await device.files()).toMatchObject(AFTER)
  },
)
