/** The bridge speaks the protocol that the real client expects, and injects the faults that a test asks for. */
import { Redis } from '@upstash/redis'
import { expect, onTestFinished, test } from 'vitest'
import { startRedisRestBridge } from './rest-bridge.ts'
import { startJsRedis } from './servers.ts'

async function openBridge() {
  const bridge = await startRedisRestBridge(await startJsRedis())
  onTestFinished(() => bridge.close())
  const settings = {
    url: bridge.url,
    token: bridge.token,
    automaticDeserialization: false,
    retry: { retries: 0 },
  }
  return { bridge, settings, client: new Redis(settings) }
}

test('a single command, texts in base64 or plain', async () => {
  const { settings, client } = await openBridge()
  expect(await client.set('a', '蔵\n"')).toBe('OK')
  expect(await client.get('a')).toBe('蔵\n"')
  expect(await new Redis({ ...settings, responseEncoding: false }).get('a')).toBe('蔵\n"')
  expect(await client.get('none')).toBeNull()
  expect(await client.strlen('a')).toBe(5)
})

test('a pipeline answers each command, and a transaction all of them at once', async () => {
  const { client } = await openBridge()
  expect(await client.pipeline().set('a', '1').get('a').incr('a').exec()).toEqual(['OK', '1', 2])
  expect(await client.multi().incr('a').mget('a', 'none').exec()).toEqual([3, ['3', null]])
})

test('errors of the server are answers with status 400', async () => {
  const { client } = await openBridge()
  await client.set('a', 'text')
  await expect(client.incr('a')).rejects.toThrow(/not an integer/)
  await expect(client.multi().incr('a').exec()).rejects.toThrow(/not an integer/)
  await expect(client.exec(['nonsense'])).rejects.toThrow(/unknown command/)
})

test('a wrong token is refused before anything is carried out', async () => {
  const { bridge, settings } = await openBridge()
  await expect(new Redis({ ...settings, token: 'other' }).set('a', '1')).rejects.toThrow(/WRONGPASS/)
  expect(bridge.received).toEqual([])
})

test('every answer has the sync token, which the client sends back', async () => {
  const { bridge, settings } = await openBridge()
  const headers = { authorization: `Bearer ${settings.token}` }
  const request = { method: 'POST', headers, body: '["SET","a","1"]' }
  expect((await fetch(bridge.url, request)).headers.get('upstash-sync-token')).toBeTruthy()
})

test('a dropped answer leaves its command carried out, a refused one does not', async () => {
  const { bridge, client } = await openBridge()
  bridge.inject({ kind: 'drop answer', times: 1 })
  await expect(client.incr('a')).rejects.toThrow()
  bridge.inject({ kind: 'refuse', times: 1 })
  await expect(client.incr('a')).rejects.toThrow()
  expect(await client.get('a')).toBe('1')
})

test('a fault hits the commands that it is for, until it is lifted', async () => {
  const { bridge, client } = await openBridge()
  const lift = bridge.inject({ kind: 'refuse', when: ([name]) => name === 'incr' })
  await expect(client.incr('a')).rejects.toThrow()
  expect(await client.get('a')).toBeNull()
  await expect(client.incr('a')).rejects.toThrow()
  lift()
  expect(await client.incr('a')).toBe(1)
})

test('a command that is held back is carried out when it is let go', async () => {
  const { bridge, client } = await openBridge()
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  bridge.inject({ kind: 'hold', times: 1, until })
  const held = client.incr('a')
  await expect.poll(() => bridge.received.length).toBe(1)
  expect(await client.get('a')).toBeNull()
  release()
  expect(await held).toBe(1)
})
