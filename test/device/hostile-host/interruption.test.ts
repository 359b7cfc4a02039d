/** The connection is cut, silent or refused; or a person stops the run. */

import { describe, expect, test } from 'vitest'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { FETCH_PARTS } from '../../../lib/device/fetch/words.ts'
import { STILL, type TestDevice } from '../../helpers/device/device.ts'
import { UNREACHABLE } from '../../helpers/http/unreachable.ts'
import { expectAfter, expectBefore, updating } from './attack.ts'

describe('a connection that is cut', () => {
  /** Sends only the first `length` bytes of a raw answer. */
  function cutAfter(device: TestDevice, length: number): { total: () => number } {
    let total = 0
    device.host.bend = ({ body }, { response }) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
      const raw = Buffer.concat([Buffer.from(head), body])
      total = raw.length
      const { socket } = response
      if (length === 0) socket?.destroy()
      else socket?.write(raw.subarray(0, length), () => socket.destroy())
      return undefined
    }
    return { total: () => total }
  }

  test('after any of 25 bytes, sampled from head to end, changes nothing, and the next run ends right', async () => {
    const device = await updating()
    const probe = cutAfter(device, 1)
    await device.failure()
    const length = probe.total()
    const offsets = Array.from({ length: 24 }, (_, index) => Math.floor((index * length) / 24))
    for (const offset of [...offsets, length - 1]) {
      cutAfter(device, offset)
      const error = await device.failure()
      expect(error).toMatchObject({ code: 'remote_silent', hint: expect.stringContaining('sync again') })
      await expectBefore(device)
    }
    device.host.bend = reply => reply
    await device.sync()
    await expectAfter(device)
  })

  test('in a later page keeps the pages before it', async () => {
    const device = await updating()
    device.host.inlineLimit = 0
    device.host.bend = (reply, { asked, response }) => {
      if (asked.query['page'] !== '2') return reply
      response.socket?.destroy()
      return undefined
    }
    await device.failure()
    await expectBefore(device)
    device.host.bend = reply => reply
    const asked = device.host.asked.length
    await device.sync()
    const pages = device.host.asked.slice(asked).flatMap(({ query }) => query['page'] ?? [])
    expect(pages).toEqual(['2'])
    await expectAfter(device)
  })

  test('once is passed over: the request is sent again', async () => {
    const device = await updating()
    let cuts = 0
    device.host.bend = (reply, { response }) => {
      if (cuts++ > 0) return reply
      response.socket?.destroy()
      return undefined
    }
    expect(await device.sync()).toMatchObject({ release: 2, requests: 3 })
    await expectAfter(device)
  })
})

test('a host that falls silent is given up, and the message says how long it was waited for', async () => {
  const device = await updating()
  device.host.bend = ({ body }, { response }) => {
    response.writeHead(200, { 'content-length': body.length }).write(body.subarray(0, 100))
    return undefined
  }
  const error = await device.failure({ idleTimeout: 50 })
  expect(error).toMatchObject({
    code: 'remote_silent',
    message: expect.stringContaining('no byte arrived for 0.05 s'),
    phrase: { values: { reason: phrase(FETCH_PARTS.noByte, { seconds: 0.05 }) } },
  })
  await expectBefore(device)
})

test('a host that cannot be reached is named', async () => {
  const device = await updating()
  const credentials = JSON.parse(await device.read('credentials.json'))
  await device.write('credentials.json', JSON.stringify({ ...credentials, url: UNREACHABLE }))
  expect(await device.failure()).toMatchObject({
    code: 'remote_unreachable',
    message: expect.stringContaining(`Cannot reach "${new URL(UNREACHABLE).host}"`),
    hint: expect.stringContaining('refuses connections'),
  })
  await expectBefore(device)
})

test('Ctrl-C while fetching ends it, keeps what was staged, and changes nothing', async () => {
  const device = await updating()
  device.host.inlineLimit = 0
  const stop = new AbortController()
  device.host.bend = (reply, { asked }) => {
    if (asked.query['page'] === '2') stop.abort(new Error('stopped by a person'))
    return reply
  }
  await expect(device.sync({ ...STILL, signal: stop.signal })).rejects.toThrow('stopped by a person')
  await expectBefore(device)
  device.host.bend = reply => reply
  await device.sync()
  await expectAfter(device)
})
