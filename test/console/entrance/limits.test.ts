/** After some failed sign-ins, an instance no longer asks the store. What a stranger's request costs the store. */
import { expect, test } from 'vitest'
import { addressOf, createAttempts } from '../../../lib/console/entrance/sign-in.ts'
import { createPasskey } from '../../helpers/passkey.ts'
import { colleague, isSignedIn, startConsole } from './console-host.ts'

const WINDOW = 600_000

/** Fails from each address until one is refused; returns how many failed before. */
function failures(addresses: readonly string[], attempts: ReturnType<typeof createAttempts>): number {
  return addresses.findIndex(address => {
    try {
      attempts.check(address)
    } catch {
      return true
    }
    attempts.failed(address)
    return false
  })
}

test.each([
  { name: 'one address', addressAt: () => 'a', most: 20 },
  { name: 'many addresses together', addressAt: (at: number) => `${at}`, most: 500 },
])('$name: $most in ten minutes', ({ addressAt, most }) => {
  let now = 0
  const attempts = createAttempts(() => now)
  const addresses = Array.from({ length: 600 }, (_, at) => addressAt(at))
  expect(failures(addresses, attempts)).toBe(most)
  now = WINDOW - 1
  expect(failures(addresses, attempts)).toBe(0)
  now = WINDOW
  expect(failures(addresses, attempts)).toBe(most)
})

test.each([
  [{ 'x-real-ip': '192.0.2.1', 'x-forwarded-for': '198.51.100.7' }, '192.0.2.1'],
  [{ 'x-forwarded-for': '198.51.100.7, 192.0.2.1' }, '198.51.100.7'],
  [{}, ''],
])('the host names the address of %j', (headers, address) => {
  expect(addressOf({ headers: new Headers(headers) })).toBe(address)
})

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
