import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../../lib/core/language/catalogue.ts'
import { TOKEN_REASONS } from '../../../../../lib/services/accounting/tokens/exchange/words.ts'
import { dueForRefresh } from '../../../../../lib/services/accounting/tokens/refresh/if-due.ts'
import { TOKEN_PATH } from '../../../../../sandbox/accounting/sandbox.ts'
import { answered } from '../../../../../sandbox/faults.ts'
import { createWorld, DAY, HOUR, LIFETIME } from '../world.ts'

describe('refreshIfDue()', () => {
  const rows = [
    {
      name: 'a fresh token is left alone',
      pass: LIFETIME - HOUR - 1,
      did: 'nothing',
      why: 'not_due',
      generation: 1,
    },
    {
      name: 'an hour before the expiry it refreshes',
      pass: LIFETIME - HOUR,
      did: 'refreshed',
      why: 'close_to_expiry',
      generation: 2,
    },
    { name: 'past the expiry it refreshes', pass: LIFETIME, did: 'refreshed', why: 'expired', generation: 2 },
    { name: 'a day later it refreshes', pass: DAY, did: 'refreshed', why: 'expired', generation: 2 },
  ]
  test.each(rows)('$name', async ({ pass, did, why, generation }) => {
    const world = await createWorld()
    world.advance(pass)
    expect(await world.tokens().refreshIfDue()).toMatchObject({
      did,
      why,
      token: { state: 'current', generation },
    })
    expect(world.counts).toMatchObject({ rotations: generation - 1, invalidGrants: 0 })
  })

  test('keeps a credential that nobody uses alive over 90 days', async () => {
    const world = await createWorld()
    for (let day = 0; day < 100; day += 1) {
      world.advance(DAY)
      await world.tokens().refreshIfDue()
    }
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
    expect(world.counts).toMatchObject({ rotations: 100, invalidGrants: 0 })
  })

  test('says that nobody has authorized', async () => {
    const world = await createWorld({ authorized: false })
    expect(await world.tokens().refreshIfDue()).toMatchObject({ did: 'nothing', why: 'unauthorized' })
  })

  test('says that it failed, and that a person must authorize, without a second call', async () => {
    const world = await createWorld()
    world.advance(DAY)
    world.sandbox.oauth.revoke()
    expect(await world.tokens().refreshIfDue()).toMatchObject({
      did: 'failed',
      why: 'expired',
      token: { state: 'reauthorize', reason: 'invalid_grant' },
    })
    expect(await world.tokens().refreshIfDue()).toMatchObject({ did: 'nothing', why: 'reauthorize' })
    expect(world.counts.invalidGrants).toBe(1)
  })

  test('says that the service failed and waits out the pause', async () => {
    const world = await createWorld()
    world.advance(LIFETIME - HOUR)
    world.sandbox.faults.arm(
      `POST ${TOKEN_PATH}`,
      answered(() => new Response('', { status: 500 })),
    )
    expect(await world.tokens().refreshIfDue()).toMatchObject({
      did: 'failed',
      token: {
        state: 'reauthorize',
        reason: phrase(TOKEN_REASONS.status, { status: 500 }),
        failures: { count: 1 },
      },
    })
    expect(await world.tokens().refreshIfDue()).toMatchObject({ did: 'nothing', why: 'paused' })
  })

  test('says that another instance is refreshing', async () => {
    const world = await createWorld()
    world.advance(LIFETIME - HOUR)
    const intent = { owner: 'other', operation: 'other', until: world.time.now + 1 }
    await world.change({ lifecycle: { state: 'refreshing', intent } })
    expect(await world.tokens().refreshIfDue()).toMatchObject({ did: 'nothing', why: 'refreshing' })
  })

  test('refreshes nothing in a preview', async () => {
    const world = await createWorld()
    world.advance(DAY)
    const report = await world.tokens({ deployment: 'preview' }).refreshIfDue()
    expect(report).toMatchObject({ did: 'nothing', why: 'not_in_preview' })
    expect(world.counts.rotations).toBe(0)
  })

  test('tells the trace of its call', async () => {
    const world = await createWorld()
    world.advance(DAY)
    const paths: string[] = []
    await world.tokens().refreshIfDue({ observe: ({ path }) => paths.push(path) })
    expect(paths).toEqual([TOKEN_PATH])
  })
})

test('dueForRefresh() calls a week-old refresh token old, however long its access token lives', async () => {
  const world = await createWorld()
  const credential = { ...(await world.credential()), issuedAt: 0, accessExpiresAt: 60 * DAY }
  expect(dueForRefresh(credential, 7 * DAY - 1)).toBeUndefined()
  expect(dueForRefresh(credential, 7 * DAY)).toBe('old')
  expect(dueForRefresh({ ...credential, accessRejected: true }, 0)).toBe('expired')
})
