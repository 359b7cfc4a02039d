/** The page More over real HTTP, for a person who has signed in. */
import { expect, test } from 'vitest'
import { servedConsole } from '../to-do/world.ts'

test('More leads to the other pages, says what the person may do, and signs out', async () => {
  const { open, send } = await servedConsole()
  const { text } = await open('/console/more')
  expect(text).toContain('href="/console/connections"')
  expect(text).toContain('release with a passkey')
  expect(text).toContain('action="/console/sign-out"')
  const out = await send('/console/sign-out', {})
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await open('/console/more')).text).not.toContain('/console/sign-out')
})
