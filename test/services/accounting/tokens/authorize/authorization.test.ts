import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { authorizationUrl } from '../../../../../lib/services/accounting/tokens/authorize/authorize.ts'
import { pendingKey } from '../../../../../lib/services/accounting/tokens/authorize/pending.ts'
import { CREDENTIAL_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { MAX_DURATION } from '../../../../../lib/services/accounting/tokens/tokens.ts'
import { authorize, createMemoryJournal, createWorld, HOUR, shownCode } from '../world.ts'

const TEN_MINUTES = 600_000
const CALLBACK = 'http://127.0.0.1/callback'
/** The store's key of an authorization that this process has begun without an operator's key. */
const PENDING_KEY = pendingKey('local')

test('authorizationUrl() asks for a code with PKCE and for the company', () => {
  const settings = {
    clientId: 'id',
    clientSecret: 'secret',
    tokenUrl: '',
    authorizeUrl: 'https://accounts.example/authorize?keep=1',
    redirectUri: '',
  }
  const pending = { state: 'st', verifier: 'v'.repeat(43), redirectUri: 'urn:ietf:wg:oauth:2.0:oob' }
  const url = authorizationUrl(settings, pending)
  expect(url.href.startsWith('https://accounts.example/authorize?')).toBe(true)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    keep: '1',
    response_type: 'code',
    client_id: 'id',
    redirect_uri: 'urn:ietf:wg:oauth:2.0:oob',
    state: 'st',
    prompt: 'select_company',
    code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
    code_challenge_method: 'S256',
  })
})

/** The address that the authorization page leads to, if it does not show a code. */
async function redirected(url: string): Promise<string> {
  const page = await fetch(url, { redirect: 'manual' })
  return page.headers.get('location') ?? ''
}

describe('an authorization', () => {
  test('begun in one process is finished in another, with the code that the page shows', async () => {
    const world = await createWorld({ authorized: false })
    const begun = await world.tokens().begin()
    expect(begun).toMatchObject({
      showsCode: true,
      until: new Date(world.time.now + TEN_MINUTES).toISOString(),
    })
    const status = await world.tokens({ instance: 'desk' }).finish(` ${await shownCode(begun.url)}\n`)
    expect(status).toMatchObject({ state: 'current', generation: 1, refreshedBy: 'desk' })
    expect(status.scopes).toEqual(['read', 'write', 'default_read'])
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
    const facts = { generation: 1, company: 1_234_567, by: 'desk' }
    expect(world.notes).toContainEqual({ event: 'token_authorized', facts })
  })

  test('takes the address that the page led to, its state checked', async () => {
    const world = await createWorld({ authorized: false })
    const tokens = world.tokens({ settings: { ...world.settings, redirectUri: CALLBACK } })
    const { url, showsCode } = await tokens.begin()
    expect(showsCode).toBe(false)
    expect((await tokens.finish(await redirected(url))).generation).toBe(1)
  })

  test('leaves neither state nor verifier readable in the store', async () => {
    const world = await createWorld({ authorized: false })
    const { url } = await world.tokens().begin()
    const state = new URL(url).searchParams.get('state') ?? ''
    const { record } = await world.store.read(PENDING_KEY)
    expect(state.length).toBeGreaterThanOrEqual(43)
    expect(JSON.parse(record?.value ?? '').secret).toMatch(/^seal1\./)
    expect(record?.value).not.toContain(state)
  })

  test('that is finished leaves nothing of itself in the store', async () => {
    const world = await createWorld()
    expect((await world.store.read(PENDING_KEY)).record).toBeUndefined()
  })

  test('sends no code if the store does not keep that the code is being exchanged', async () => {
    const world = await createWorld({ authorized: false })
    const { store } = world
    const code = await shownCode((await world.tokens().begin()).url)
    const readOnly = { ...store, swap: () => Promise.reject(new Error('it is read-only')) }
    await expect(world.tokens({ store: readOnly }).finish(code)).rejects.toThrow('it is read-only')
    expect(world.sandbox.oauth.counts.exchanges).toBe(0)
  })

  test('over an existing one stores the next generation, whatever state that was in', async () => {
    const world = await createWorld()
    const tokens = world.tokens()
    world.sandbox.oauth.revoke()
    world.advance(6 * HOUR)
    await expect(tokens.accessToken()).rejects.toMatchObject({ code: 'reauthorize' })
    await authorize(tokens)
    expect(await tokens.status()).toMatchObject({ state: 'current', generation: 2 })
    expect(await world.call(await tokens.accessToken())).toBe(200)
  })

  test('that a refresh overtakes is stored after it', async () => {
    const world = await createWorld()
    const { store } = world
    const other = world.tokens({ journal: createMemoryJournal() })
    const token = await other.accessToken()
    let overtaken = false
    const overtaking = {
      ...store,
      async swap(...given: Parameters<typeof store.swap>) {
        const first = !overtaken && given[0] === CREDENTIAL_KEY
        overtaken ||= first
        if (first) await other.accessToken({ rejected: { token, codes: ['expired_access_token'] } })
        return store.swap(...given)
      },
    }
    await authorize(world.tokens({ store: overtaking, instance: 'desk' }))
    expect(await world.tokens().status()).toMatchObject({ generation: 3, refreshedBy: 'desk' })
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test('whose predecessor is gone from the store is stored as the first', async () => {
    const world = await createWorld()
    const { store } = world
    let gone = false
    const forgetting = {
      ...store,
      async swap(...given: Parameters<typeof store.swap>) {
        if (!gone && given[0] === CREDENTIAL_KEY) {
          gone = true
          await store.remove(CREDENTIAL_KEY, given[1] ?? '')
        }
        return store.swap(...given)
      },
    }
    await authorize(world.tokens({ store: forgetting, instance: 'desk' }))
    expect(await world.tokens().status()).toMatchObject({ generation: 1, refreshedBy: 'desk' })
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test('that is overtaken until its function ends is not stored', async () => {
    const world = await createWorld()
    const { store } = world
    const { generation } = await world.credential()
    let overtaken = false
    const overtaking = {
      ...store,
      async swap(...given: Parameters<typeof store.swap>) {
        const first = !overtaken && given[0] === CREDENTIAL_KEY
        overtaken ||= first
        if (first) {
          await world.change({ generation: generation + 1, operation: 'other' })
          world.advance(MAX_DURATION)
        }
        return store.swap(...given)
      },
    }
    const tokens = world.tokens({ store: overtaking })
    const code = await shownCode((await tokens.begin()).url)
    await expect(tokens.finish(code)).rejects.toMatchObject({
      code: 'authorization_failed',
      message: expect.stringContaining('others kept storing newer tokens'),
    })
    expect((await world.credential()).operation).toBe('other')
  })
})

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
