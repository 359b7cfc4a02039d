/**
 * 端末 / Devices over real HTTP with 500 devices: the size of the page, forgetting a device once, and the pages in
 * Chromium.
 */
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { describeInChromium, problemsOf } from '../../../helpers/chromium.ts'
import { problemsOfPages, signIn } from '../../browser.ts'
import { servedConsole } from '../to-do/world.ts'

/** The maximum size of a first page in bytes, as the host compresses it. */
const MOST_BYTES = 10_000
const DAY = 86_400_000

/** Creates `count` devices: each seventh lacks a file, each eleventh is silent, and the others are whole. */
async function createDevices(count: number) {
  const world = await servedConsole()
  const answer = await world.call('/api/admin/release', { scopes: ['admin'] })
  const { release } = (await answer.json()) as { release: string }
  for (let at = 0; at < count; at++) {
    const name = `pc-${String(at).padStart(3, '0')}`
    const state = stateOf(name, { at, release })
    await world.store.swap(`device/${name}`, undefined, { value: JSON.stringify(state), version: 'v' })
  }
  return world
}

function stateOf(name: string, { at, release }: { at: number; release: string }) {
  const seen = new Date(Date.now() - (at % 11 === 10 ? 5 * DAY : 60_000 * at)).toISOString()
  const counts = { expected: 1, installed: at % 7 === 6 ? 0 : 1, indexed: at % 7 === 6 ? 0 : 1 }
  const problems = at % 7 === 6 ? { problems: ['the disk of <b>\u202Ethis PC</b> is full'] } : {}
  const marks = Array.from({ length: 30 }, (_, day) => 'wwwwbiw-'[(at * 7 + day * 3) % 8]).join('')
  return {
    name,
    keyid: `${name}:device:1`,
    release,
    version: 1,
    ...counts,
    ...problems,
    line: 'memory=1 / index reference=yes',
    sequence: 1,
    since: seen,
    at: seen,
    days: { until: seen.slice(0, 10), marks },
  }
}

test('the first page of 500 devices is small, and a device is forgotten once', async () => {
  const { open, send, store } = await createDevices(500)
  const { status, text } = await open('/console/devices')
  expect(status).toBe(200)
  expect(brotliCompressSync(text).byteLength).toBeLessThan(MOST_BYTES)
  expect(text).toContain('all (500)')
  expect((await open('/console/devices/device?name=pc-001')).status).toBe(200)
  const fields = { act: 'forget', name: 'pc-001', form: 'a-number-of-the-form' }
  for (let time = 0; time < 2; time++)
    expect((await send('/console/devices', fields)).text).toContain('is off the list')
  expect((await store.read('device/pc-001')).record).toBeUndefined()
  expect((await open('/console/devices/device?name=pc-001')).status).toBe(404)
})

test('a key is revoked with the passkey', async () => {
  const { signed, open, send, store } = await createDevices(1)
  const { text } = await send('/console/devices', { act: 'revoke', name: 'pc-000' })
  await send('/console/approve', signed(text))
  const page = await open('/console/devices/device?name=pc-000')
  for (const part of ['revoked', 'To do: take it off the list']) expect(page.text).toContain(part)
  const { keys } = await store.keys('activity/entry/', {})
  expect(keys.length).toBeGreaterThan(0)
})

describeInChromium('the page Devices', open => {
  test('each page fits, axe finds nothing, and the keyboard reaches all', async () => {
    const { url, session } = await createDevices(24)
    const page = await open()
    await signIn(page, { url, session })
    const pages = {
      devices: '/console/devices',
      'devices-device': '/console/devices/device?name=pc-006',
      'devices-release': '/console/devices/release',
    } as const
    expect(await problemsOfPages(page, { url, pages })).toEqual([])
    await page.goto(`${url}/console/devices`)
    await page.locator('#name').fill('mei-pc')
    await page.locator('form:has(#name) button').click()
    await page.locator('form[data-passkey]').waitFor()
    expect(await problemsOf(page)).toEqual([])
    const plain = await open({ javaScriptEnabled: false })
    await signIn(plain, { url, session })
    await plain.goto(`${url}/console/devices`)
    await plain.locator('details:has(#show) > summary').click()
    await plain.locator('#show').selectOption('silent')
    await plain.locator('form:has(#show) button').click()
    expect(await plain.locator('article').count()).toBe(2)
    await plain.locator('article a').first().click()
    expect(await plain.locator('svg rect').count()).toBeGreaterThan(1)
  })
})
