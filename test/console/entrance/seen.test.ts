/** The newest end of the activity log that a browser carries: it shows that the store is older. */
import { expect, test } from 'vitest'
import { readStopped } from '../../../lib/core/store/stopped.ts'
import { restoreOf } from '../../helpers/host/restore.ts'
import { colleague, signedIn, startConsole } from './console-host.ts'

const SEEN = '__Host-kura-seen'

test('a sign-in after the restore of an older store stops all acts', async () => {
  const host = await startConsole()
  const mei = await colleague(host, 'Mei')
  const restore = await restoreOf(host.store)
  await colleague(host, 'Ken')
  await mei.signIn('Mei')
  expect(mei.cookies.has(SEEN)).toBe(true)
  await restore()
  expect(await readStopped(host.store)).toBeUndefined()
  await mei.signIn('Mei')
  expect(await readStopped(host.store)).toMatchObject({ by: 'console' })
  expect((await host.post('invitations', { name: 'Aoi', scopes: [] })).status).toBe(503)
})

test('each form carries what the form before it did, and compares before it does anything', async () => {
  const host = await startConsole()
  const mei = await signedIn(host, 'Mei')
  const restore = await restoreOf(host.store)
  const before = mei.cookies.get(SEEN)
  await colleague(host, 'Ken')
  await mei.send('/console/language', { language: 'en', to: '/console' })
  expect(mei.cookies.get(SEEN)).not.toBe(before)
  await restore()
  await mei.send('/console/language', { language: 'en', to: '/console' })
  expect(await readStopped(host.store)).toMatchObject({ by: 'Mei' })
})

test('after the stop the browser keeps what it has seen', async () => {
  const host = await startConsole()
  const mei = await signedIn(host, 'Mei')
  const restore = await restoreOf(host.store)
  await colleague(host, 'Ken')
  await mei.send('/console/language', { language: 'en', to: '/console' })
  const seen = mei.cookies.get(SEEN)
  await restore()
  for (const _ of [1, 2]) await mei.send('/console/language', { language: 'en', to: '/console' })
  expect(mei.cookies.get(SEEN)).toBe(seen)
})

test('a store that is not older goes on, and a cookie without a MAC of the deployment stops nothing', async () => {
  const host = await startConsole()
  const mei = await signedIn(host, 'Mei')
  await mei.signIn('Mei')
  expect(await readStopped(host.store)).toBeUndefined()
  const text = Buffer.from(mei.cookies.get(SEEN) ?? '', 'base64url').toString()
  const forged = text.replace(/^\d+/, '99999')
  mei.cookies.set(SEEN, Buffer.from(forged).toString('base64url'))
  await mei.signIn('Mei')
  expect(await readStopped(host.store)).toBeUndefined()
})

test('a stranger gets no such cookie', async () => {
  const host = await startConsole()
  await signedIn(host, 'Mei')
  const stranger = host.browser()
  await stranger.open('/console/sign-in')
  await stranger.send('/console/language', { language: 'en', to: '/console' })
  expect(stranger.cookies.has(SEEN)).toBe(false)
})
