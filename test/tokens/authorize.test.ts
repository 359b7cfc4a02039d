import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { TOKEN_PATH } from '../../lib/sandbox/accounting/sandbox.ts'
import { answered, lostAnswer } from '../../lib/sandbox/faults.ts'
import { authorizationUrl } from '../../lib/tokens/authorize.ts'
import type { UserCompany } from '../../lib/tokens/company.ts'
import { CREDENTIAL_KEY, PENDING_KEY } from '../../lib/tokens/schema.ts'
import { OUTAGE } from '../helpers/memory-store.ts'
import { authorize, createMemoryJournal, createWorld, HOUR, shownCode } from './world.ts'

const TEN_MINUTES = 600_000
const CALLBACK = 'http://127.0.0.1/callback'
const TOKEN_CALL = `POST ${TOKEN_PATH}`

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

/** The address that the page leads to if it shows no code. */
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
    expect(record?.value).toMatch(/^seal1\./)
    expect(record?.value).not.toContain(state)
  })

  test('that is finished leaves nothing of itself in the store', async () => {
    const world = await createWorld()
    expect((await world.store.read(PENDING_KEY)).record).toBeUndefined()
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
})

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
    world.sandbox.faults.arm(TOKEN_CALL, lostAnswer())
    await expect(tokens.finish('c')).rejects.toMatchObject({ message: expect.stringContaining('no_answer') })
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
    await expect(tokens.finish(code)).rejects.toMatchObject({ code: 'store_unavailable' })
    world.store.failure = undefined
    expect((await tokens.finish(code)).state).toBe('current')
  })

  test('in a preview', async () => {
    const world = await createWorld({ authorized: false })
    const preview = world.tokens({ deployment: 'preview' })
    await expect(preview.begin()).rejects.toMatchObject({ code: 'not_in_preview' })
    await expect(preview.finish('c')).rejects.toMatchObject({ code: 'not_in_preview' })
  })
})

describe('the books of another company', () => {
  const OTHER = { id: 7_654_321, number: '0091234567', name: '' }

  test('are refused, and the pair in use stays', async () => {
    const world = await createWorld()
    world.sandbox.state.chosen = OTHER.id
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    await expect(tokens.finish(code)).rejects.toMatchObject({
      code: 'authorization_failed',
      message: expect.stringContaining('these are the books of 7654321, and kura uses 1234567'),
      hint: expect.stringContaining('kura accounting authorize --company 0091234567'),
    })
    expect(await tokens.status()).toMatchObject({ generation: 1, company: { id: 1_234_567 } })
    expect(await world.call(await tokens.accessToken())).toBe(200)
  })

  test('are used if they are named, and stay known while the pair is refreshed', async () => {
    const world = await createWorld()
    world.sandbox.state.chosen = OTHER.id
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    expect((await tokens.finish(code, { company: '009-1234567' })).company).toEqual(OTHER)
    world.advance(6 * HOUR)
    await tokens.accessToken()
    expect(await tokens.status()).toMatchObject({ generation: 3, company: OTHER })
  })

  test('are refused if others came into use while the code was exchanged', async () => {
    const world = await createWorld({ authorized: false })
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    const overtaken = world.tokens({
      companies: async () => {
        world.sandbox.state.chosen = OTHER.id
        const other = world.tokens()
        await other.finish(await shownCode((await other.begin()).url))
        return []
      },
    })
    await expect(overtaken.finish(code)).rejects.toMatchObject({ code: 'authorization_failed' })
    expect((await tokens.status()).company).toEqual(OTHER)
  })

  test('are named by the service, or by its list if it does not say which, or not kept', async () => {
    const world = await createWorld({ authorized: false })
    const silent: typeof fetch = async (...given) => {
      const {
        company_id: _,
        external_cid: __,
        ...reply
      } = (await (await fetch(...given)).json()) as Record<string, unknown>
      return Response.json(reply)
    }
    const finish = async (companies: readonly UserCompany[]) => {
      const tokens = world.tokens({ fetch: silent, companies: async () => companies })
      return tokens.finish(await shownCode((await tokens.begin()).url))
    }
    await expect(finish([])).rejects.toMatchObject({
      message: expect.stringContaining('does not say whose books'),
    })
    await expect(finish([OTHER, { ...OTHER, id: 2 }])).rejects.toMatchObject({
      message: expect.stringContaining('several'),
    })
    expect((await finish([{ ...OTHER, role: 'admin' }])).company).toEqual(OTHER)
  })
})
