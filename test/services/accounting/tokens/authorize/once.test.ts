import { expect, test } from 'vitest'
import { createWorld, shownCode } from '../world.ts'

test('an authorization is finished once, whoever repeats its code', async () => {
  const world = await createWorld({ authorized: false })
  const tokens = world.tokens()
  const { url } = await tokens.begin()
  const code = await shownCode(url)
  const finished = await Promise.allSettled([tokens.finish(code), world.tokens().finish(code)])
  expect(finished.map(({ status }) => status)).toContain('fulfilled')
  await expect(tokens.finish(code)).rejects.toThrow(/none was begun/)
  expect(world.sandbox.oauth.counts).toMatchObject({ exchanges: 1, invalidGrants: 0 })
  expect(await world.call(await tokens.accessToken())).toBe(200)
})
