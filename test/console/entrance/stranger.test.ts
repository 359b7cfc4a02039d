/** What a stranger's request costs the store. */
import { expect, test } from 'vitest'
import { createPasskey } from '../../helpers/passkey.ts'
import { colleague, isSignedIn, startConsole } from './console-host.ts'

test('a sign-in over the limit asks the store nothing, and a browser that signed in before is not limited', async () => {
  const host = await startConsole()
  const mei = await colleague(host, 'Mei')
  await mei.signIn('Mei')
  mei.cookies.delete('__Host-kura-session')
  const stranger = host.browser()
  const invented = () => stranger.signIn('Mei', {}, { with: createPasskey() })
  for (let tries = 0; tries < 20; tries++) await invented()
  const before = { ...host.store.calls }
  expect((await invented()).answer.status).toBe(429)
  expect(host.store.calls).toEqual(before)
  await mei.signIn('Mei')
  expect(isSignedIn(mei)).toBe(true)
})

test('an enrolment with an invented answer asks the store nothing', async () => {
  const host = await startConsole()
  const stranger = host.browser()
  const before = { ...host.store.calls }
  await stranger.send('/console/enrol', { issued: 'issued1.1.x.y', answer: '{}' })
  expect(host.store.calls).toEqual(before)
})
