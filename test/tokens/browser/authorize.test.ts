/** The whole way of a person, by HTTP: link, cookie, redirects, question, answer. */
import { describe, expect, test } from 'vitest'
import {
  type Answered,
  COMPANY,
  createBrowser,
  createWorld,
  MINUTE,
  OTHER,
  pressed,
  type World,
} from './world.ts'

const CALLBACK = '/api/accounting/authorize/callback'
const CONFIRM = '/api/accounting/authorize/confirm'

function heading({ text }: Answered): string {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''
}

/** What has been recorded of browsers. */
async function recorded(world: World) {
  const { entries } = await world.activity().page({ limit: 100 })
  return entries.filter(({ by }) => by === 'browser').map(({ act, what }) => ({ act, ...what }))
}

test('a link leads to the service, back to the question, and after a yes the pair is stored', async () => {
  const world = await createWorld()
  const { browser, page } = await world.ask()
  expect(heading(page)).toBe('Let kura use these books?')
  for (const text of [COMPANY.name, COMPANY.number, String(COMPANY.id), 'administrator', 'none'])
    expect(page.text).toContain(`<dd>${text}</dd>`)
  expect((await world.tokens().status()).state).toBe('unauthorized')
  const kept = await browser.press(page, 'keep')
  expect([kept.status, heading(kept), kept.url]).toEqual([200, 'kura uses these books', world.url + CONFIRM])
  expect(await world.tokens().status()).toMatchObject({ state: 'current', generation: 1, company: COMPANY })
  expect(await world.works()).toBe(200)
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

async function storedText(world: World): Promise<string> {
  const { keys } = await world.store.keys('tokens/accounting/link/')
  const { records } = await world.store.readMany(keys)
  return records.map(record => record?.value).join('\n')
}

describe('a foreign login', () => {
  test('does not swap the books: it is said, and the pair is dropped at once', async () => {
    const world = await createWorld({ authorized: true })
    world.service.sandbox.state.chosen = OTHER.id
    const { browser, page } = await world.ask()
    expect(heading(page)).toBe('Not kept: these are other books')
    for (const text of [OTHER.name, COMPANY.name, `kura accounting authorize --company ${OTHER.number}`])
      expect(page.text).toContain(text)
    expect(page.text).not.toContain('<form')
    await browser.go(world.url + CONFIRM, { init: pressed(page, 'keep') })
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

describe('a link', () => {
  const rows: readonly [string, string, (link: string) => string][] = [
    [
      'with another secret',
      'This link does not work',
      link => link.replace(/link=.*/, `link=${'x'.repeat(43)}`),
    ],
    ['without a secret', 'This link does not work', link => link.replace(/\?.*/, '')],
  ]
  test.each(rows)('%s is refused with a page', async (_name, want, change) => {
    const world = await createWorld()
    const page = await createBrowser().go(change(await world.link()))
    expect([page.status, heading(page)]).toEqual([400, want])
  })

  test.each([
    [10 * MINUTE - 1, 302],
    [10 * MINUTE, 400],
  ])('after %i ms: %i', async (age, want) => {
    const world = await createWorld()
    const link = await world.link()
    world.advance(age)
    expect((await createBrowser().send(link)).status).toBe(want)
  })

  test('works in the browser that opened it first, and in no other', async () => {
    const world = await createWorld()
    const link = await world.link()
    const [first, second] = [createBrowser(), createBrowser()]
    const there = await first.go(link, { until: 'public_api' })
    const refused = await second.go(link)
    expect([refused.status, heading(refused)]).toEqual([400, 'Opened in another browser'])
    expect(second.cookies.size).toBe(0)
    const again = await first.go(link, { until: 'public_api' })
    expect(again.url).toBe(there.url)
    expect(heading(await first.go(again.url))).toBe('Let kura use these books?')
  })

  test('is not used up by a program that looks at it and keeps no cookie', async () => {
    const world = await createWorld()
    const link = await world.link()
    const first = await createBrowser().send(link)
    const [cookie = ''] = first.headers.getSetCookie()
    expect(cookie).toMatch(
      /^kura-authorize=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    )
    const again = new URL(first.headers.get('location') ?? '', link).href
    const refused = await createBrowser().go(again)
    expect([refused.status, heading(refused)]).toEqual([400, 'This browser keeps no cookies'])
    expect(heading(await createBrowser().go(link))).toBe('Let kura use these books?')
  })

  test('of a key that is revoked since does not work, at any step', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const unopened = await world.link()
    const value = JSON.stringify([{ keyid: 'hana:admin:1', state: 'revoked', by: 'x', at: '2026-04-01' }])
    await world.store.swap('revoked', undefined, { value, version: 'v' })
    expect((await createBrowser().send(unopened)).status).toBe(400)
    expect(heading(await browser.press(page, 'keep'))).toBe('This link does not work')
    expect((await world.tokens().status()).state).toBe('unauthorized')
  })

  test.each([
    ['no scope admin', ['accounting.write'], 403],
    ['no scope but approve', ['approve'], 403],
    ['the scope admin', ['admin'], 200],
  ] as const)('is given to a key with %s: %s %i', async (_name, scopes, want) => {
    const world = await createWorld()
    const response = await world.call('/api/accounting/authorize', { method: 'POST', scopes, body: '{}' })
    expect(response.status).toBe(want)
  })

  test('leads to the redirect address of the settings, whatever host a request names', async () => {
    const world = await createWorld()
    const there = await createBrowser().go((await world.link()).replace('127.0.0.1', 'localhost'), {
      until: 'public_api',
    })
    const { searchParams } = new URL(there.url)
    expect(searchParams.get('redirect_uri')).toBe(world.url + CALLBACK)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
  })
})

describe('the way back', () => {
  /** A browser at the service, and the address to which that sends it back. */
  async function atService(world: World) {
    const browser = createBrowser()
    const { url } = await browser.go(await world.link(), { until: CALLBACK })
    return { browser, back: url }
  }

  test('needs the browser that opened the link', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    const stranger = await createBrowser().go(back)
    expect([stranger.status, heading(stranger)]).toEqual([400, 'Opened in another browser'])
    const attacker = await atService(world)
    const forced = await attacker.browser.go(back)
    expect([forced.status, heading(forced)]).toEqual([400, 'This link does not work'])
    expect(world.service.sandbox.oauth.counts.exchanges).toBe(0)
    expect(heading(await browser.go(back))).toBe('Let kura use these books?')
  })

  test('with another state exchanges nothing', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    const changed = new URL(back)
    changed.searchParams.set('state', 'other')
    expect((await browser.go(changed.href)).status).toBe(400)
    expect(world.service.sandbox.oauth.counts.exchanges).toBe(0)
  })

  test('twice, reloaded or in two tabs, exchanges the code once', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    const pages = await Promise.all([browser.go(back), browser.go(back), browser.go(back)])
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(heading(await browser.go(back))).toBe('Let kura use these books?')
    expect(world.service.sandbox.oauth.counts).toMatchObject({ exchanges: 1, invalidGrants: 0 })
  })

  test('without a code says that access was not granted', async () => {
    const world = await createWorld({ authorized: true })
    const { browser, back } = await atService(world)
    const denied = new URL(back)
    denied.searchParams.delete('code')
    denied.searchParams.set('error', 'access_denied')
    expect(heading(await browser.go(denied.href))).toBe('Not authorized')
    expect(heading(await browser.go(back))).toBe('Not authorized')
    expect((await world.tokens().status()).generation).toBe(1)
  })

  test('with a code that the service refuses says so', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    const wrong = new URL(back)
    wrong.searchParams.set('code', 'wrong')
    const page = await browser.go(wrong.href)
    expect(heading(page)).toBe('The authorization did not work')
    expect(page.text).toContain('(invalid_grant)')
  })

  test('works again if the service could not be reached', async () => {
    const world = await createWorld()
    const { browser, back } = await atService(world)
    world.fetch = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
    const page = await browser.go(back)
    expect([page.status, heading(page)]).toEqual([503, 'That did not work'])
    world.fetch = fetch
    expect(heading(await browser.go(back))).toBe('Let kura use these books?')
  })

  test('before it the question says where to go on', async () => {
    const world = await createWorld()
    const { browser } = await atService(world)
    expect(heading(await browser.go(world.url + CONFIRM))).toBe('Continue at the accounting service')
  })

  test('leads to an address without a code, and no code, token or secret is in the log', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    await browser.press(page, 'keep')
    expect(page.url).toBe(world.url + CONFIRM)
    const codes = browser.visited
      .map(url => new URL(url).searchParams.get('code'))
      .filter(code => code !== null)
    const secrets = [...codes, await world.tokens().accessToken(), [...browser.cookies.values()].join()]
    const texts = JSON.stringify([
      world.lines,
      (await world.activity().page({ limit: 100 })).entries,
      page.text,
    ])
    expect(codes).toHaveLength(1)
    for (const secret of secrets) expect(texts).not.toContain(secret)
  })
})

describe('the question', () => {
  test('is answered only with the token of the page, from the same site, by the same browser', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const good = pressed(page, 'keep')
    const elsewhere = { ...good, headers: { 'sec-fetch-site': 'cross-site' } }
    const wrong = { ...good, body: new URLSearchParams({ token: 'wrong', answer: 'keep' }) }
    const none = { ...good, body: new URLSearchParams({ answer: 'keep' }) }
    const neither = { ...good, body: new URLSearchParams({ token: 'x', answer: 'perhaps' }) }
    for (const init of [elsewhere, wrong, none, neither]) {
      const refused = await browser.go(world.url + CONFIRM, { init })
      expect([refused.status, heading(refused)]).toEqual([400, 'Look at it again'])
    }
    expect((await createBrowser().go(world.url + CONFIRM, { init: good })).status).toBe(400)
    const stranger = await world.ask()
    expect((await stranger.browser.go(world.url + CONFIRM, { init: good })).status).toBe(400)
    expect((await world.tokens().status()).state).toBe('unauthorized')
    await browser.press(page, 'keep')
    expect((await world.tokens().status()).state).toBe('current')
  })

  test('answered twice, or by two tabs at once, stores one pair', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const pages = await Promise.all([browser.press(page, 'keep'), browser.press(page, 'keep')])
    pages.push(await browser.press(page, 'keep'), await browser.go(page.url))
    expect(pages.map(heading)).toEqual(Array(4).fill('kura uses these books'))
    expect(await world.tokens().status()).toMatchObject({ generation: 1 })
  })

  test('answered with yes and with no in two tabs has one outcome, which all pages show', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    await Promise.all([browser.press(page, 'keep'), browser.press(page, 'drop')])
    const shown = heading(await browser.go(page.url))
    const { state } = await world.tokens().status()
    expect([
      ['kura uses these books', 'current'],
      ['Not kept', 'unauthorized'],
    ]).toContainEqual([shown, state])
  })

  test('answered with a no that comes too late is recorded as kept', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    const swap = world.store.swap.bind(world.store)
    world.store.swap = async (...given) => {
      if (JSON.stringify(given[2]).includes('declined')) {
        world.store.swap = swap
        await browser.press(page, 'keep')
      }
      return swap(...given)
    }
    expect(heading(await browser.press(page, 'drop'))).toBe('kura uses these books')
    const outcomes = (await recorded(world)).map(entry => ('outcome' in entry ? entry.outcome : ''))
    expect(outcomes).toEqual(['opened', 'received', 'kept'])
  })

  test('lasts ten minutes, and then the pair is gone', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    expect(await storedText(world)).toContain('"grant":"seal1.')
    world.advance(10 * MINUTE)
    expect(await storedText(world)).toBe('')
    expect(heading(await browser.press(page, 'keep'))).toBe('This link does not work')
    expect((await world.tokens().status()).state).toBe('unauthorized')
  })

  test('answered late does not bring back a pair that was refreshed since', async () => {
    const world = await createWorld()
    const { browser, page } = await world.ask()
    await browser.press(page, 'keep')
    world.advance(5 * MINUTE)
    const { oauth } = world.service.sandbox
    await world.refresh()
    const before = await world.tokens().status()
    expect(before.generation).toBe(2)
    await browser.press(page, 'keep')
    expect(await world.tokens().status()).toEqual(before)
    expect(oauth.counts.invalidGrants).toBe(0)
  })

  test('waits, and loads itself again, while another request exchanges the code', async () => {
    const world = await createWorld()
    const browser = createBrowser()
    const { url } = await browser.go(await world.link(), { until: CALLBACK })
    const held = Promise.withResolvers<void>()
    world.fetch = async (...given) => {
      await held.promise
      return fetch(...given)
    }
    const back = browser.go(url)
    let page: Answered
    do page = await browser.go(world.url + CONFIRM)
    while (heading(page) === 'Continue at the accounting service')
    expect([heading(page), page.headers.get('refresh')]).toEqual(['One moment', '3'])
    held.resolve()
    expect(heading(await back)).toBe('Let kura use these books?')
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
  expect([page.status, heading(page)]).toEqual([503, 'That did not work'])
  expect(page.text).toMatch(/<p lang="en">internal, request [\w-]+<\/p>/)
  expect(page.text).not.toContain('the address of the store')
  expect(world.lines.at(-1)).toMatchObject({ code: 'internal', status: 503 })
  const unset = await createWorld({ env: { ACCOUNTING_CLIENT_ID: '' } })
  const answer = await createBrowser().send(`${unset.url}/api/accounting/authorize?link=x`)
  expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining('ACCOUNTING')])
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
