import { expect, test } from 'vitest'
import { listAll } from '../../../../../lib/core/store/list.ts'
import { createWorld, EXPIRED, LIFETIME, SEAL_KEYS } from '../world.ts'
import { failure, warm } from './instances.ts'

test('the sealed pair of one generation does not open in another', async () => {
  const world = await createWorld()
  await world.change({ generation: 7 })
  expect((await failure(world.tokens().accessToken())).code).toBe('seal_invalid')
})

test('a key that is added in front leaves the stored pair readable', async () => {
  const world = await createWorld()
  const sealKeys = [{ epoch: '2', secret: Buffer.alloc(32, 9) }, ...SEAL_KEYS]
  expect(await world.call(await world.tokens({ sealKeys }).accessToken())).toBe(200)
})

test('no token and no secret stands in the log, in the stored record or in an error', async () => {
  const world = await createWorld()
  const { tokens, token } = await warm(world)
  const secrets = [token, await tokens.accessToken({ rejected: { token, codes: EXPIRED } })]
  world.sandbox.oauth.revoke()
  world.advance(LIFETIME)
  const error = await failure(tokens.accessToken())
  const { records } = await listAll(world.store, '')
  const sent = await Promise.all(world.requests.map(request => request.text()))
  const refreshTokens = sent.map(body => new URLSearchParams(body).get('refresh_token') ?? '').filter(Boolean)
  expect(refreshTokens.length).toBeGreaterThan(1)
  const seen = JSON.stringify([
    world.notes,
    records,
    error.message,
    error.hint,
    error.details,
    await tokens.status(),
  ])
  for (const secret of [...secrets, ...refreshTokens, world.settings.clientSecret])
    expect(seen).not.toContain(secret)
})
