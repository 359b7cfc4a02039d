import { describe, expect, test } from 'vitest'
import { answered, lostAnswer } from '../../../../../sandbox/faults.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { createWorld, shownCode, TOKEN_CALL } from '../world.ts'

const TEN_MINUTES = 600_000
const CALLBACK = 'http://127.0.0.1/callback'

describe('finish() fails clearly', () => {
  const rows = [
    { name: 'with an empty code', given: '  ', want: 'expected the code' },
    { name: 'with words instead of a code', given: 'I do not know', want: 'expected the code' },
    { name: 'with a wrong code', given: 'wrong', want: 'did not accept the code (invalid_grant)' },
    {
      name: "with another page's state",
      given: `${CALLBACK}?code=c&state=other`,
      want: 'its state is not the one',
    },
    {
      name: 'with an address without a state',
      given: `${CALLBACK}?code=c`,
      want: 'its state is not the one',
    },
    { name: 'with an address without a code', given: `${CALLBACK}?x=1`, want: 'the address has no code' },
    {
      name: 'if the person refused',
      given: `${CALLBACK}?error=access_denied&state=x`,
      want: 'access_denied',
    },
    {
      name: 'if the page answered nonsense',
      given: `${CALLBACK}?error=<b>`,
      want: 'the address has no code',
    },
    {
      name: 'if the page answered a word after nonsense',
      given: `${CALLBACK}?error=<b>denied`,
      want: 'the address has no code',
    },
    {
      name: 'if the page answered a word before nonsense',
      given: `${CALLBACK}?error=denied<b>`,
      want: 'the address has no code',
    },
  ]
  test.each(rows)('$name', async ({ given, want }) => {
    const world = await createWorld({ authorized: false })
    const tokens = world.tokens()
    await tokens.begin()
    await expect(tokens.finish(given)).rejects.toMatchObject({
      code: 'authorization_failed',
      message: expect.stringContaining(want),
      hint: expect.stringContaining('kura accounting authorize'),
    })
    expect((await tokens.status()).state).toBe('unauthorized')
  })

  test('and a mistyped code may be typed again', async () => {
    const world = await createWorld({ authorized: false })
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    await expect(tokens.finish(`${code}x`)).rejects.toMatchObject({ code: 'authorization_failed' })
    expect((await tokens.finish(code)).state).toBe('current')
  })

  test('with a code of an authorization begun before the last one (PKCE)', async () => {
    const world = await createWorld({ authorized: false })
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    await tokens.begin()
    await expect(tokens.finish(code)).rejects.toMatchObject({
      message: expect.stringContaining('invalid_grant'),
    })
  })

  test('after ten minutes', async () => {
    const world = await createWorld({ authorized: false })
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    world.advance(TEN_MINUTES)
    await expect(tokens.finish(code)).rejects.toMatchObject({
      message: expect.stringContaining('none was begun in the last ten minutes'),
    })
  })

  test('with a code that served already', async () => {
    const world = await createWorld({ authorized: false })
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    await tokens.finish(code)
    await expect(tokens.finish(code)).rejects.toMatchObject({ code: 'authorization_failed' })
    await tokens.begin()
    await expect(tokens.finish(code)).rejects.toMatchObject({
      message: expect.stringContaining('invalid_grant'),
    })
    expect(await tokens.status()).toMatchObject({ state: 'current', generation: 1 })
  })

  test('if the service fails, its answer is lost, or it cannot be reached', async () => {
    const world = await createWorld({ authorized: false })
    const tokens = world.tokens()
    await tokens.begin()
    world.sandbox.faults.arm(
      TOKEN_CALL,
      answered(() => new Response('', { status: 503 })),
    )
    await expect(tokens.finish('c')).rejects.toMatchObject({ message: expect.stringContaining('status_503') })
    // the service may have used the code; sending it twice could revoke its tokens
    await expect(tokens.finish('c')).rejects.toMatchObject({
      message: expect.stringContaining('none was begun'),
    })
    await tokens.begin()
    world.sandbox.faults.arm(TOKEN_CALL, lostAnswer())
    await expect(tokens.finish('c')).rejects.toMatchObject({
      message: expect.stringContaining('no_answer'),
      cause: { code: 'remote_silent' },
    })
    await tokens.begin()
    const refusing: typeof fetch = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
    await expect(world.tokens({ fetch: refusing }).finish('c')).rejects.toMatchObject({
      code: 'remote_unreachable',
    })
  })

  test('if the store is down the code is not spent', async () => {
    const world = await createWorld({ authorized: false })
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    world.store.failure = OUTAGE
    const { now } = world.time
    await expect(tokens.finish(code)).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(world.time.now, 'it has tried for ten seconds').toBeGreaterThanOrEqual(now + 10_000)
    world.store.failure = undefined
    expect((await tokens.finish(code)).state).toBe('current')
  })

  test('in a preview', async () => {
    const world = await createWorld({ authorized: false })
    const preview = world.tokens({ deployment: 'preview' })
    const refusal = {
      code: 'not_in_preview',
      message: 'Cannot authorize: this is a preview deployment',
      hint: expect.stringContaining('the production deployment'),
    }
    await expect(preview.begin()).rejects.toMatchObject(refusal)
    await expect(preview.finish('c')).rejects.toMatchObject(refusal)
  })
})
