import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PART_SIZE } from '../../../lib/core/release/limits.ts'
import { createDevice } from '../../helpers/device/device.ts'

describe('pages and parts', () => {
  const LARGE = Buffer.alloc(2 * PART_SIZE + 5, 'kura')

  test('are fetched and put together', async () => {
    const device = await createDevice({ 'large.bin': LARGE, 'page.md': 'P'.repeat(100), 'small.md': 'S' })
    device.host.inlineLimit = 50
    expect(await device.sync()).toMatchObject({ installed: 3, requests: 6 })
    expect((await stat(join(device.dir, 'large.bin'))).size).toBe(LARGE.length)
  })

  test('of an interrupted sync are not fetched again: it continues at the missing part', async () => {
    const device = await createDevice({ 'large.bin': LARGE, 'page.md': 'P'.repeat(100) })
    device.host.inlineLimit = 50
    device.host.bend = (reply, { asked, response }) => {
      if (!asked.query['part']?.endsWith('.1')) return reply
      response.writeHead(200, { 'content-length': reply.body.length })
      response.write(reply.body.subarray(0, 1000), () => response.destroy())
      return undefined
    }
    expect(await device.failure()).toMatchObject({
      code: 'remote_silent',
      hint: expect.stringContaining('continues where it stopped'),
    })
    device.host.bend = reply => reply
    const asked = device.host.asked.length
    expect(await device.sync()).toMatchObject({ installed: 2 })
    const parts = device.host.asked
      .slice(asked)
      .map(({ query }) => query['part']?.split('.')[1] ?? query['page'])
    expect(parts).toEqual([undefined, '1', '2', undefined])
  })

  test('that were damaged while they lay there are fetched once more', async () => {
    const device = await createDevice({ 'large.bin': LARGE })
    const digest = device.host.release?.manifest.files[0]?.sha256
    await device.write(`.kura/staging/${digest}.partial`, 'x'.repeat(PART_SIZE))
    expect(await device.sync()).toMatchObject({ installed: 1 })
    const parts = device.host.asked.flatMap(({ query }) => query['part']?.split('.')[1] ?? [])
    expect(parts).toEqual(['1', '2', '0', '1', '2'])
  })

  test('staged contents of an interrupted sync are hashed before they are believed', async () => {
    const device = await createDevice({ 'a.md': 'A' })
    const digest = device.host.release?.manifest.files[0]?.sha256
    await device.write(`.kura/staging/${digest}`, 'B')
    await device.sync()
    expect(await device.read('a.md')).toBe('A')
  })

  test('a release that changes between the answer and its page is asked for again', async () => {
    const device = await createDevice({ 'a.md': 'A'.repeat(100) })
    device.host.inlineLimit = 50
    let changed = false
    device.host.bend = (reply, { asked }) => {
      if (asked.query['page'] === undefined || changed) return reply
      changed = true
      device.publish(2, { 'a.md': 'B'.repeat(100) })
      return {
        status: 404,
        body: Buffer.from(JSON.stringify({ error: 'Cannot find page 0', code: 'not_found' })),
      }
    }
    expect(await device.sync()).toMatchObject({ release: 2, installed: 1 })
    expect(await device.read('a.md')).toBe('B'.repeat(100))
  })
})
