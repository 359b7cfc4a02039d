/** The button that authorizes the books, and the way through the accounting service and back. */
import { describe, expect, test } from 'vitest'
import { ROLES } from '../../../../lib/console/invitations.ts'
import { stopActs } from '../../../../lib/core/store/stopped.ts'
import { employ } from '../../../helpers/publishing/vouched.ts'
import { signedIn } from '../../entrance/console-host.ts'
import { back, heading, landed, startBooks } from './books.ts'

const COMPANY = '開発用テスト事業所'

test('the button leads to the service and back; nothing is kept before the passkey has named the company', async () => {
  const { host, status, exchanges } = await startBooks()
  const hana = await signedIn(host, 'Hana')
  const question = await landed(hana, await back(hana))
  expect([question.status, heading(question)]).toEqual([200, 'Let kura use these books?'])
  for (const text of [COMPANY, '8101234567', 'administrator', '>none<']) expect(question.text).toContain(text)
  expect(question.question?.text).toMatch(/authorize\/keep.*\\"company\\":1234567/)
  expect((await status()).state).toBe('unauthorized')
  const outcome = await hana.approve(question)
  expect(heading(outcome)).toBe('What you approved')
  expect(await status()).toMatchObject({ state: 'current', company: { id: 1_234_567, name: COMPANY } })
  expect((await hana.open('/console/connections')).text).toContain('connected')
  expect(heading(await hana.open('/console/authorize'))).toBe('Authorize the books')
  expect(exchanges()).toBe(1)
})

test('a person may sign in with one passkey and approve with another', async () => {
  const { host, status } = await startBooks()
  const hana = await signedIn(host, 'Hana')
  const { passkey: laptop } = await employ(
    { name: 'Hana', scopes: ROLES.admin },
    { publisher: host.publisher, store: host.own },
  )
  const question = await landed(hana, await back(hana))
  await hana.approve(question, laptop)
  expect((await status()).state).toBe('current')
})

test('it works while acts are stopped because the store is older', async () => {
  const { host, status } = await startBooks()
  const hana = await signedIn(host, 'Hana')
  await stopActs({ by: 'status', seq: 46, digest: 'd', at: '' }, host.store)
  await hana.approve(await landed(hana, await back(hana)))
  expect((await status()).state).toBe('current')
})

test('the cookie is Lax, of ten minutes, and goes when the code has served; no page has a script before the question', async () => {
  const { host } = await startBooks()
  const hana = await signedIn(host, 'Hana')
  const page = await hana.open('/console/connections')
  const leaving = await hana.send('/console/authorize', { form: page.field('form') })
  expect(leaving.headers.get('set-cookie')).toMatch(
    /^__Host-kura-authorize=[\w.-]+; Path=\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/,
  )
  expect(leaving.text).not.toContain('<script')
  const answer = await hana.open(await back(hana))
  expect(answer.headers.get('location')).toBe('/console/authorize')
  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-kura-authorize=;.*Max-Age=0/)
})

test('behind the redirect from another site the browser has the Lax cookie alone: the page opens itself again', async () => {
  const { host, exchanges } = await startBooks()
  const hana = await signedIn(host, 'Hana')
  const address = await back(hana)
  const session = hana.cookies.get('__Host-kura-session') ?? ''
  hana.cookies.delete('__Host-kura-session')
  const first = await hana.open(address, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect([first.status, first.headers.get('refresh')]).toEqual([200, `0; url=${address}`])
  expect(exchanges()).toBe(0)
  hana.cookies.set('__Host-kura-session', session)
  expect(heading(await landed(hana, address))).toBe('Let kura use these books?')
})

describe('other books', () => {
  test('are shown as such, and are used only by the approval that names them', async () => {
    const { host, service, status } = await startBooks()
    const hana = await signedIn(host, 'Hana')
    await hana.approve(await landed(hana, await back(hana)))
    const same = await landed(hana, await back(hana))
    expect(same.text).toContain('kura uses these books already')
    service.sandbox.state.chosen = 7_654_321
    const other = await landed(hana, await back(hana))
    expect(other.text).toContain(`kura stops using the books of ${COMPANY} (1234567)`)
    expect(other.text).toContain('You are not an administrator there')
    expect((await status()).company?.id).toBe(1_234_567)
    await hana.approve(other)
    expect((await status()).company?.id).toBe(7_654_321)
  })

  test('that came into use since the page was opened stay, and the page says why', async () => {
    const { host, status } = await startBooks({ KURA_LANGUAGE: 'ja' })
    const [hana, yui] = [await signedIn(host, 'Hana'), await signedIn(host, 'Yui')]
    const first = await landed(hana, await back(hana))
    await yui.approve(await landed(yui, await back(yui)))
    const late = await hana.approve(first)
    expect(late.text).toContain('その後に保存された別の連携を使っています')
    expect((await status()).generation).toBe(1)
  })
})

describe('the same address again', () => {
  test('shows that it was used; the question stays, and the code is exchanged once', async () => {
    const { host, exchanges } = await startBooks()
    const hana = await signedIn(host, 'Hana')
    const address = await back(hana)
    const cookie = hana.cookies.get('__Host-kura-authorize') ?? ''
    await hana.open(address)
    expect((await hana.open(address)).status).toBe(400)
    hana.cookies.set('__Host-kura-authorize', cookie)
    expect(heading(await landed(hana, address))).toBe('Let kura use these books?')
    expect(heading(await hana.open('/console/authorize'))).toBe('Let kura use these books?')
    expect(exchanges()).toBe(1)
  })

  test('works if the service could not be reached before', async () => {
    const world = await startBooks()
    const hana = await signedIn(world.host, 'Hana')
    const address = await back(hana)
    world.fetch = () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }))
    const failed = await hana.open(address)
    expect([failed.status, failed.text]).toEqual([504, expect.stringContaining('code=')])
    world.fetch = fetch
    expect(heading(await landed(hana, address))).toBe('Let kura use these books?')
  })

  test('after a code that the service does not accept begins anew', async () => {
    const { host, status } = await startBooks()
    const hana = await signedIn(host, 'Hana')
    const address = new URL(await back(hana), host.url)
    address.searchParams.set('code', 'wrong')
    const page = await hana.open(address.pathname + address.search)
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('invalid_grant')])
    await hana.approve(await landed(hana, await back(hana)))
    expect((await status()).state).toBe('current')
  })

  test('an approval that is sent again keeps the pair once', async () => {
    const { host, status } = await startBooks()
    const hana = await signedIn(host, 'Hana')
    const question = await landed(hana, await back(hana))
    await Promise.all([hana.approve(question), hana.approve(question)])
    await hana.approve(question)
    expect((await status()).generation).toBe(1)
  })
})

test('of several companies the person chooses one, and the passkey signs that one', async () => {
  const world = await startBooks()
  const hana = await signedIn(world.host, 'Hana')
  world.fetch = async (...given) => {
    const response = await fetch(...given)
    if (!String(given[0]).endsWith('/token')) return response
    const { company_id: _, external_cid: __, ...reply } = (await response.json()) as Record<string, unknown>
    return Response.json(reply)
  }
  const choice = await landed(hana, await back(hana))
  expect([heading(choice), choice.question]).toEqual(['Which company?', undefined])
  const links = [...choice.text.matchAll(/href="(\/console\/authorize\?company=\d+)"/g)].map(
    ([, link]) => link,
  )
  expect(links).toHaveLength(2)
  const question = await hana.open('/console/authorize?company=7654321')
  await hana.approve(question)
  expect((await world.status()).company?.id).toBe(7_654_321)
})

test('while the service is asked, another tab waits; later it says that the request has ended', async () => {
  const world = await startBooks()
  const hana = await signedIn(world.host, 'Hana')
  const address = await back(hana)
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  world.fetch = async (...given) => {
    asked.resolve()
    await answer.promise
    return fetch(...given)
  }
  const first = hana.open(address)
  await asked.promise
  expect((await hana.open('/console/authorize')).text).toContain('One moment')
  world.host.clock.ahead += 66_000
  expect((await hana.open('/console/authorize')).text).toContain('The authorization was interrupted')
  answer.resolve()
  await first
  expect(heading(await hana.open('/console/authorize'))).toBe('Let kura use these books?')
})

test('without a code the page says how far the authorization is', async () => {
  const { host } = await startBooks()
  const hana = await signedIn(host, 'Hana')
  expect((await hana.open('/console/authorize')).text).toContain('No authorization is under way')
  await back(hana)
  expect((await hana.open('/console/authorize')).text).toContain('Continue at the accounting service')
})
