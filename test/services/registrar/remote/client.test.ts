import { describe, expect, test } from 'vitest'
import type { AppError } from '../../../../lib/core/errors.ts'
import { createRegistrarClient, purchasePrice } from '../../../../lib/services/registrar/remote/client.ts'

/** A client of a registrar that gives one answer. */
function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const seen: { url: URL; init: RequestInit | undefined }[] = []
  const client = createRegistrarClient({
    settings: { token: 'secret-token', teamId: 'team_a', baseUrl: 'https://registrar.test' },
    fetch: async (url, init) => {
      seen.push({ url: new URL(String(url)), init })
      return new Response(JSON.stringify(body), { status, headers })
    },
    clock: () => 0,
    sleep: async () => undefined,
    random: () => 0,
  })
  return { client, seen }
}

const DOMAIN = 'example.com'

describe('replies are read loosely', () => {
  test.each([
    {
      name: 'a number, a string and null',
      body: { years: 1, purchasePrice: 9.99, renewalPrice: '12.50', transferPrice: null },
      want: [999, 1250, null],
    },
    { name: 'only what document 2 shows', body: { years: 1, purchasePrice: 9.99 }, want: [999, null, null] },
    {
      name: 'members that are new',
      body: { years: 1, purchasePrice: '9', renewalPrice: 9, transferPrice: 9, currency: 'USD' },
      want: [900, 900, 900],
    },
  ])('a price: $name', async ({ body, want }) => {
    const { purchaseCents, renewalCents, transferCents } = await answering(200, body).client.price(DOMAIN)
    expect([purchaseCents, renewalCents, transferCents]).toEqual(want)
  })

  test('a price that is no amount of whole cents is refused', async () => {
    const { client } = answering(200, { years: 1, purchasePrice: 9.995 })
    await expect(client.price(DOMAIN)).rejects.toMatchObject({ code: 'remote_answer' })
  })

  test('an order as document 2 shows it', async () => {
    const { client } = answering(200, { orderId: 'o', status: 'purchasing' })
    expect(await client.order('o')).toEqual({ orderId: 'o', status: 'purchasing', domains: [] })
  })

  test('an order whose status is plain, whatever goes along with it', async () => {
    const mine = { domainName: 'Example.com', purchaseType: 'purchase', status: 'failed' }
    const { client } = answering(200, {
      orderId: 'o',
      status: 'failed',
      error: 'declined',
      domains: [{ ...mine, price: 11.255, error: { message: 'no' } }],
    })
    const error = { code: 'unreadable' }
    const domains = [{ name: DOMAIN, kind: 'purchase', status: 'failed', error, cents: null }]
    expect(await client.order('o')).toEqual({ orderId: 'o', status: 'failed', error, domains })
    const empty = answering(200, { orderId: 'o', status: 'draft', error: null, domains: null })
    expect(await empty.client.order('o')).toEqual({ orderId: 'o', status: 'draft', domains: [] })
  })

  test('a domain record whose moments no calendar has, and without nameservers', async () => {
    const record = { name: DOMAIN, verified: true, nameservers: null, boughtAt: 1e18, expiresAt: -1e300 }
    const { client } = answering(200, { domain: record })
    expect(await client.domain(DOMAIN)).toEqual({
      name: DOMAIN,
      verified: true,
      nameservers: [],
      boughtAt: undefined,
      expiresAt: undefined,
      renew: undefined,
    })
  })

  test('a domain record without the times of a purchase', async () => {
    const { client } = answering(200, {
      domain: { name: DOMAIN, verified: true, expiresAt: null, renew: false },
    })
    const record = await client.domain(DOMAIN)
    expect(record).toMatchObject({ verified: true, renew: false })
    expect(record?.boughtAt).toBeUndefined()
    expect(record?.expiresAt).toBeUndefined()
  })

  test.each([
    { name: 'text', verifyBy: '2026-06-30T03:00:00Z', want: Date.UTC(2026, 5, 30, 3) },
    { name: 'milliseconds', verifyBy: 1_782_788_400_000, want: 1_782_788_400_000 },
    { name: 'milliseconds in text', verifyBy: '1782788400000', want: 1_782_788_400_000 },
    { name: 'a day that no calendar has', verifyBy: '+999999-01-01T00:00:00Z', want: undefined },
    { name: 'nonsense', verifyBy: 'soon', want: undefined },
    { name: 'a few milliseconds', verifyBy: 12_345, want: 12_345 },
    { name: 'milliseconds with a sign', verifyBy: '-1782788400000', want: undefined },
    { name: 'a fraction of milliseconds in text', verifyBy: '1782788400000.5', want: undefined },
  ])('a date as $name', async ({ verifyBy, want }) => {
    const { client } = answering(200, { verified: false, verifyBy, email: 'a@b.example' })
    expect(await client.verification(DOMAIN)).toEqual({ state: 'pending', verifyBy: want })
  })
})

describe('replies that decide', () => {
  test.each([true, false])('a domain is available: %s', async available => {
    expect(await answering(200, { available }).client.availability(DOMAIN)).toBe(available)
    const misconfigured = !available
    expect(await answering(200, { misconfigured }).client.isConfigured(DOMAIN)).toBe(available)
  })

  test('nothing is concluded from a reply without its answer', async () => {
    const { client } = answering(200, {})
    for (const asked of [client.availability(DOMAIN), client.isConfigured(DOMAIN)])
      await expect(asked).rejects.toMatchObject({ code: 'remote_answer' })
  })

  test('a contact is verified, or its domain is not registered', async () => {
    const verified = answering(200, { verified: true }).client
    expect(await verified.verification(DOMAIN)).toEqual({ state: 'verified' })
    const unregistered = answering(400, { code: 'domain_not_registered' }).client
    expect(await unregistered.verification(DOMAIN)).toEqual({ state: 'unregistered' })
    const broken = answering(500, { code: 'domain_not_registered' }).client
    await expect(broken.verification(DOMAIN)).rejects.toMatchObject({ code: 'remote_answer' })
  })

  test('what a domain was ordered for is a purchase unless the order says otherwise', async () => {
    const domains = [{ domainName: DOMAIN, status: 'completed', price: null }]
    const { client } = answering(200, { orderId: 'o', status: 'completed', domains })
    expect((await client.order('o')).domains).toMatchObject([{ kind: 'purchase' }])
  })

  test('a registration renews itself', async () => {
    const { client } = answering(200, { domain: { name: DOMAIN, verified: true, renew: true } })
    expect((await client.domain(DOMAIN))?.renew).toBe(true)
  })

  const names = [
    { name: 'plain', body: { name: DOMAIN }, want: { name: DOMAIN, verified: false } },
    {
      name: 'that redirects',
      body: { name: DOMAIN, verified: true, redirect: 'a.com', redirectStatusCode: 301 },
      want: { name: DOMAIN, verified: true, redirect: 'a.com', redirectStatusCode: 301 },
    },
  ]
  test.each(names)('a name of a project: $name', async ({ body, want }) => {
    const { client } = answering(200, body)
    expect(await client.attached({ project: 'site', name: DOMAIN })).toEqual(want)
  })

  test('a redirect is set, and taken away', async () => {
    const { client, seen } = answering(200, { name: DOMAIN })
    await client.redirect({ project: 'site', name: DOMAIN }, 'a.com')
    await client.redirect({ project: 'site', name: DOMAIN }, undefined)
    const sent = seen.map(({ init }) => new Response(init?.body ?? null).json())
    expect(await Promise.all(sent)).toEqual([
      { redirect: 'a.com', redirectStatusCode: 301 },
      { redirect: null, redirectStatusCode: null },
    ])
  })
})

describe('refusals', () => {
  const rows = [
    { status: 401, body: {}, want: { code: 'remote_refused', status: 401 } },
    { status: 402, body: { error: { code: 'payment', message: 'x' } }, want: { code: 'payment_required' } },
    {
      status: 403,
      body: { code: 'not_authorized_for_scope' },
      want: { code: 'permission_missing', details: { codes: ['not_authorized_for_scope'] } },
    },
    { status: 404, body: { code: 'not_found' }, want: { code: 'remote_refused', status: 404 } },
    { status: 408, body: {}, want: { code: 'remote_answer' } },
    {
      status: 429,
      body: { code: 'too_many_requests', retryAfter: { value: 30, str: '' } },
      want: { code: 'limited', details: { retryAfter: '30' } },
    },
    { status: 500, body: 'broken', want: { code: 'remote_answer', status: 500 } },
    { status: 302, body: {}, want: { code: 'remote_answer', status: 502 } },
    { status: 200, body: {}, want: { code: 'remote_answer' } },
  ]
  test.each(rows)('a $status is $want.code', async ({ status, body, want }) => {
    await expect(answering(status, body).client.order('o')).rejects.toMatchObject(want)
  })

  test('the code stands in the message, and the words of the service only in the hint', async () => {
    const { client } = answering(400, {
      code: 'tld_not_supported',
      message: 'The TLD "jp" is not supported.',
    })
    await expect(client.price('example.jp')).rejects.toMatchObject({
      message:
        'Cannot GET "/v1/registrar/domains/example.jp/price": the registrar answered 400 tld_not_supported',
      hint: 'the service says: The TLD "jp" is not supported.',
    })
  })

  test.each([
    { name: 'a message', body: { code: 'bad_request', message: 'bad secret-token' } },
    { name: 'a code', body: { code: 'secret-token', message: 'bad' } },
    { name: 'words in place of a code', body: { code: 'the token secret-token is bad' } },
  ])('$name that repeats the token goes no further', async ({ body }) => {
    const error = await answering(400, body)
      .client.order('o')
      .catch((thrown: AppError) => thrown)
    const { message, hint, details } = error as AppError
    expect(JSON.stringify([message, hint, details])).not.toContain('secret-token')
  })

  test('a domain is not found if the registrar says so, and not if a page of a proxy does', async () => {
    expect(await answering(404, { code: 'not_found' }).client.domain(DOMAIN)).toBeUndefined()
    await expect(answering(404, '<html>').client.domain(DOMAIN)).rejects.toMatchObject({ status: 404 })
  })

  test.each([404, 400])('a contact verification that answers %d tells nothing', async status => {
    const { client } = answering(status, { code: 'bought_too_recently' })
    expect(await client.verification(DOMAIN)).toEqual({ state: 'untold' })
  })
})

test('a call carries team, token and its own version, and quotes what stands in the path', async () => {
  const { client, seen } = answering(404, { code: 'not_found' })
  await client.attached({ project: 'my/site', name: 'a b.com' })
  expect(seen[0]?.url.href).toBe(
    'https://registrar.test/v9/projects/my%2Fsite/domains/a%20b.com?teamId=team_a',
  )
  expect(new Headers(seen[0]?.init?.headers).get('authorization')).toBe('Bearer secret-token')
})

test('a purchase is sent once, whatever comes of it', async () => {
  for (const status of [200, 400, 429, 500, 502, 503, 504]) {
    const { client, seen } = answering(status, {})
    await client.buy(DOMAIN, { autoRenew: true, years: 1, expectedPrice: 1, contactInformation: {} })
    expect(seen).toHaveLength(1)
  }
})

const priceOf = (years: number, purchaseCents: number | null) =>
  ({ years, purchaseCents, renewalCents: null, transferCents: null }) as const

test.each([
  { price: priceOf(3, null), term: '3 years' },
  { price: priceOf(1, null), term: '1 year' },
  { price: priceOf(1, 0), term: '1 year' },
])('purchasePrice() refuses what is not sold for $term', ({ price, term }) => {
  expect(() => purchasePrice(DOMAIN, price)).toThrow(
    expect.objectContaining({
      code: 'remote_refused',
      message: `Cannot buy "example.com": it is not sold for ${term}`,
      hint: 'ask for another number of years, or for another domain',
    }),
  )
})

test('purchasePrice() takes one cent', () => {
  expect(purchasePrice(DOMAIN, priceOf(1, 1))).toBe(1)
})
