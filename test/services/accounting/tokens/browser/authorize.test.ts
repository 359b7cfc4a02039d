/** The whole way of a person, by HTTP: link, cookie, redirects, question, answer. */
import { describe, expect, test } from 'vitest'
import { stopActs } from '../../../../../lib/core/store/stopped.ts'
import {
  CALLBACK,
  COMPANY,
  CONFIRM,
  createBrowser,
  createWorld,
  heading,
  OTHER,
  pressed,
  recorded,
  storedText,
} from './world.ts'

test.each([
  { name: 'as usual', env: {} },
  { name: 'while KURA_PAUSED stops all acts', env: { KURA_PAUSED: 'on' } },
  { name: 'while acts are stopped because the store is older', env: {}, isStopped: true },
])(
  'a link leads to the service, back to the question, and after a yes the pair is stored: $name',
  async ({ env, isStopped }) => {
    const world = await createWorld({ env })
    if (isStopped) await stopActs({ by: 'status', seq: 46, digest: 'd', at: '' }, world.store)
    const { browser, page } = await world.ask()
    expect(heading(page)).toBe('Let kura use these books?')
    for (const text of [COMPANY.name, COMPANY.number, String(COMPANY.id), 'administrator', 'none'])
      expect(page.text).toContain(`<dd>${text}</dd>`)
    expect((await world.tokens().status()).state).toBe('unauthorized')
    const kept = await browser.press(page, 'keep')
    expect([kept.status, heading(kept), kept.url]).toEqual([
      200,
      'kura uses these books',
      world.url + CONFIRM,
    ])
    expect(await world.tokens().status()).toMatchObject({ state: 'current', generation: 1, company: COMPANY })
    expect(await world.works()).toBe(200)
  },
)

test('every step of it is written so that a failover of the store cannot undo it', async () => {
  const world = await createWorld()
  const steps: unknown[] = []
  const swap = world.store.swap.bind(world.store)
  world.store.swap = (...given) => {
    const [key, , { value, durable }] = given
    if (key.startsWith('tokens/accounting/link/')) steps.push([JSON.parse(value).step.at, durable])
    return swap(...given)
  }
  const { browser, page } = await world.ask()
  await browser.press(page, 'keep')
  const want = ['issued', 'opened', 'exchanging', 'received', 'received', 'keeping', 'kept']
  expect(steps).toEqual(want.map(at => [at, true]))
})

test('it is recorded: with which key, by whom, for which company', async () => {
  const world = await createWorld()
  const { browser, page } = await world.ask({ company: COMPANY.number })
  await browser.press(page, 'keep')
  await browser.go(page.url)
  const { entries } = await world.activity().page({ limit: 100 })
  expect(entries[0]).toMatchObject({
    by: 'hana:admin:1',
    act: 'requestLink',
    what: { company: COMPANY.number },
  })
  const key = 'hana:admin:1'
  expect(await recorded(world)).toEqual([
    { act: 'openLink', key, outcome: 'opened' },
    { act: 'receiveCode', key, outcome: 'received' },
    {
      act: 'answerQuestion',
      key,
      outcome: 'kept',
      company: COMPANY.id,
      office_number: COMPANY.number,
      generation: 1,
    },
  ])
})

test('a link that is loaded again is recorded as opened once', async () => {
  const world = await createWorld()
  const [link, browser] = [await world.link(), createBrowser()]
  const there = await browser.go(link, { until: 'public_api' })
  for (let again = 0; again < 3; again++)
    expect((await browser.go(link, { until: 'public_api' })).url).toBe(there.url)
  expect(await recorded(world)).toMatchObject([{ act: 'openLink', outcome: 'opened' }])
})

describe('an address of another machine over http', () => {
  test('gets no link, with the reason', async () => {
    const world = await createWorld()
    Object.assign(world.env, { KURA_AUTHORITIES: new URL(world.url).host, KURA_URL: 'http://kura.example' })
    const response = await world.call('/api/accounting/authorize', {
      method: 'POST',
      scopes: ['admin'],
      body: '{}',
    })
    expect([response.status, await response.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'settings_invalid',
        error: expect.stringMatching(
          /^Cannot authorize at "http:\/\/kura.example": over http:\/\/ others could read/,
        ),
        hint: expect.stringContaining('https://'),
      }),
    ])
  })

  test('opens none, and says nothing of its settings to strangers', async () => {
    const world = await createWorld()
    const link = await world.link()
    const other = await createWorld()
    Object.assign(other.env, { KURA_URL: 'http://kura.example' })
    const answer = await createBrowser().send(link.replace(world.url, other.url))
    expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining('kura.example')])
  })
})

test('after a no nothing is stored, and the pair is gone', async () => {
  const world = await createWorld({ authorized: true })
  const { browser, page } = await world.ask()
  expect(page.text).toContain('kura uses these books already')
  const dropped = await browser.press(page, 'drop')
  expect(heading(dropped)).toBe('Not kept')
  expect(await world.tokens().status()).toMatchObject({ state: 'current', generation: 1 })
  expect(heading(await browser.press(page, 'keep'))).toBe('Not kept')
  expect((await world.tokens().status()).generation).toBe(1)
  expect(await storedText(world)).not.toContain('"grant"')
  expect((await recorded(world)).at(-1)).toMatchObject({ outcome: 'declined', company: COMPANY.id })
})

describe('a foreign login', () => {
  test('does not swap the books: it is said, and the pair is dropped at once', async () => {
    const world = await createWorld({ authorized: true })
    world.service.sandbox.state.chosen = OTHER.id
    const { browser, page } = await world.ask()
    expect(heading(page)).toBe('Not kept: these are other books')
    for (const text of [OTHER.name, COMPANY.name, `<span>--company</span> ${OTHER.number}`])
      expect(page.text).toContain(text)
    expect(page.text).not.toContain('<form')
    await browser.go(world.url + CONFIRM, { init: pressed(page, 'keep') })
    expect((await browser.go(page.url)).text).toContain(OTHER.name)
    expect(await world.tokens().status()).toMatchObject({ generation: 1, company: COMPANY })
    expect((await recorded(world)).at(-1)).toMatchObject({ act: 'showQuestion', outcome: 'foreign' })
    expect(await storedText(world)).not.toContain('"grant"')
  })

  test('changes the books if the link names the company, and the page says what changes', async () => {
    const world = await createWorld({ authorized: true })
    world.service.sandbox.state.chosen = OTHER.id
    const { browser, page } = await world.ask({ company: OTHER.number })
    expect(page.text).toContain(`kura stops using those of ${COMPANY.name}`)
    expect(page.text).toContain('You are not an administrator there')
    await browser.press(page, 'keep')
    expect(await world.tokens().status()).toMatchObject({ generation: 2, company: OTHER })
  })

  test('is refused if the link names another company than the one that was chosen', async () => {
    const world = await createWorld()
    const { page } = await world.ask({ company: OTHER.number })
    expect(heading(page)).toBe('Not kept: these are other books')
    expect(page.text).toContain(OTHER.number)
    expect((await world.tokens().status()).state).toBe('unauthorized')
  })

  test('is refused if kura does not know which books it uses, unless the link names the company', async () => {
    const world = await createWorld({ authorized: true })
    await world.forgetCompany()
    const { page } = await world.ask()
    expect(heading(page)).toBe('Not kept: these are other books')
    expect(page.text).toContain('cannot tell whether these are the books')
    const named = await world.ask({ company: COMPANY.number })
    expect(named.page.text).toContain('kura does not know which books it has used until now')
    expect(named.page.text).toContain('<dd>none</dd>')
    await named.browser.press(named.page, 'keep')
    expect(await world.tokens().status()).toMatchObject({ generation: 2, company: COMPANY })
  })

  test('is recorded once, even if two requests find it at once', async () => {
    const world = await createWorld({ authorized: true })
    world.service.sandbox.state.chosen = OTHER.id
    const browser = createBrowser()
    const swap = world.store.swap.bind(world.store)
    world.store.swap = async (...given) => {
      if (JSON.stringify(given[2]).includes('foreign')) {
        world.store.swap = swap
        await browser.go(world.url + CONFIRM)
      }
      return swap(...given)
    }
    expect(heading(await browser.go(await world.link()))).toBe('Not kept: these are other books')
    const outcomes = (await recorded(world)).map(entry => ('outcome' in entry ? entry.outcome : ''))
    expect(outcomes.filter(outcome => outcome === 'foreign')).toHaveLength(1)
  })

  test('that was asked about before other books came into use is not kept after that', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    world.service.sandbox.state.chosen = OTHER.id
    const other = await world.ask()
    await other.browser.press(other.page, 'keep')
    const stale = await browser.press(page, 'keep')
    expect([stale.status, heading(stale)]).toEqual([200, 'Not kept: these are other books'])
    expect(await world.tokens().status()).toMatchObject({ generation: 1, company: OTHER })
  })
})

test('every answer has the headers of a page that nobody else may read, frame or keep', async () => {
  const world = await createWorld()
  const { browser, page } = await world.ask()
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self';/)
  expect(policy).toContain("base-uri 'none'; frame-ancestors 'none'")
  expect(page.text).not.toMatch(/<script|style=| on\w+=/)
  const link = await world.link()
  const answers = [
    page.headers,
    (await browser.send(link)).headers,
    (await createBrowser().send(page.url)).headers,
  ]
  for (const headers of answers) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('x-kura-running')).toBe(false)
  }
})

test('what the store or the settings lack is in the log, and not on the page', async () => {
  const world = await createWorld()
  const link = await world.link()
  world.store.failure = { error: new Error('the address of the store'), when: 'before' }
  const page = await createBrowser().go(link)
  world.store.failure = undefined
  expect([page.status, heading(page)]).toEqual([500, 'That did not work'])
  expect(page.text).toMatch(/<p lang="en">internal, request [\w-]+<\/p>/)
  expect(page.text).not.toContain('the address of the store')
  expect(world.lines.at(-1)).toMatchObject({ code: 'internal', status: 500 })
  const unset = await createWorld({ env: { ACCOUNTING_CLIENT_ID: '' } })
  const answer = await createBrowser().send(`${unset.url}/api/accounting/authorize?link=x`)
  expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining('ACCOUNTING')])
  expect(unset.lines.at(-1)).toMatchObject({
    code: 'settings_missing',
    cause: expect.stringContaining('ACCOUNTING_CLIENT_ID'),
  })
})

test('a page of another browser, or with another state, is not recorded as a refusal', async () => {
  const world = await createWorld()
  const browser = createBrowser()
  await browser.go(await world.link(), { until: '/public_api/authorize' })
  const [name, pair = ''] = [...browser.cookies][0] ?? []
  await browser.go(`${world.url}${CALLBACK}?error=access_denied&state=x`)
  const other = createBrowser()
  other.cookies.set(name ?? '', pair.replace(/\.[^.]*$/, `.${'x'.repeat(43)}`))
  await other.go(`${world.url}${CALLBACK}?error=access_denied&state=x`)
  expect(await recorded(world)).toMatchObject([{ act: 'openLink', outcome: 'opened' }])
})

test('a stranger who asks for nothing real leaves no entry in the activity log', async () => {
  const world = await createWorld()
  const browser = createBrowser()
  await browser.send(`${world.url}/api/accounting/authorize?link=x`)
  await browser.send(`${world.url}${CALLBACK}?code=x&state=y`)
  await browser.send(world.url + CONFIRM)
  await browser.send(world.url + CONFIRM, { method: 'POST', body: new URLSearchParams({ answer: 'keep' }) })
  expect((await world.activity().page({ limit: 10 })).entries).toEqual([])
  expect(world.store.calls.swap).toBe(0)
})
