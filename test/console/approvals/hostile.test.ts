/** Attacks with a person's browser, cookie, statement or answer, over HTTP: none has an effect. */
import { describe, expect, test } from 'vitest'
import { challengeOf } from '../../../lib/core/passkey/challenge.ts'
import { listAll } from '../../../lib/core/store/list.ts'
import type { Question } from '../../helpers/passkey.ts'
import { type ConsoleHost, type Page, signedIn, startConsole } from '../entrance/console-host.ts'

/** The page on which Hana is asked to approve that Eve is invited. */
const INVITE = { act: 'invite', name: 'Eve', role: 'viewer' }

async function serve() {
  const host = await startConsole()
  const hana = await signedIn(host, 'Hana')
  return { host, hana, page: await hana.send('/console/people', INVITE) }
}
type Served = Awaited<ReturnType<typeof serve>>

const approvalsOf = async ({ store }: ConsoleHost) => (await listAll(store, 'approval/')).records.length
const invitationsOf = async ({ store }: ConsoleHost) =>
  (await listAll(store, 'console/invitation/')).records.length

/** Returns the fields that the browser posts; with `change`, the passkey signs a changed text. */
function fieldsOf({ host, hana, page }: Served, change: Partial<Question> = {}) {
  const { text = '', publicKey: { rpId = '' } = {} } = page.question ?? {}
  const asked = { challenge: challengeOf('act', text), origin: new URL(host.url).origin, rpId, ...change }
  return {
    issued: page.field('issued'),
    back: page.field('back'),
    answer: JSON.stringify(hana.passkey.assert(asked)),
  }
}

type Attempt = (served: Served) => Promise<Page>

/** What counts as an answer is tested in `execute.test.ts`; here, one answer that does not count. */
const ATTEMPTS: readonly (readonly [string, number, Attempt])[] = [
  [
    'a form of another site with the stolen cookie',
    403,
    served => served.hana.send('/console/approve', fieldsOf(served), { 'sec-fetch-site': 'cross-site' }),
  ],
  [
    'another browser without the cookie',
    401,
    served => served.host.browser().send('/console/approve', fieldsOf(served)),
  ],
  [
    'a colleague with the form of the person',
    403,
    async served => (await signedIn(served.host, 'Ken')).send('/console/approve', fieldsOf(served)),
  ],
  [
    'an answer over other bytes',
    403,
    served =>
      served.hana.send('/console/approve', fieldsOf(served, { challenge: challengeOf('act', '{"v":1}') })),
  ],
  ['no fields at all', 403, ({ hana }) => hana.send('/console/approve', {})],
  [
    'a malformed answer',
    400,
    served => served.hana.send('/console/approve', { ...fieldsOf(served), answer: '{' }),
  ],
]

describe('nothing is approved or done by', () => {
  test.each(ATTEMPTS)('%s: %i', async (name, status, attempt) => {
    const served = await serve()
    const before = [await approvalsOf(served.host), await invitationsOf(served.host)]
    const answer = await attempt(served)
    expect(answer.status).toBe(status)
    const { store } = served.host
    const left = (await listAll(store, 'console/form/')).records
    const after = [await approvalsOf(served.host), await invitationsOf(served.host)]
    // in one attack, a colleague has an invitation and a vouch of the publisher
    const own = name.startsWith('a colleague') ? 1 : 0
    expect([after, left]).toEqual([before.map(count => count + own), []])
  })
})

test('an answer that was used is shown its outcome again, and does nothing', async () => {
  const served = await serve()
  const fields = fieldsOf(served)
  const first = await served.hana.send('/console/approve', fields)
  expect(first.status).toBe(200)
  const invitations = await invitationsOf(served.host)
  const again = await served.hana.send('/console/approve', fields)
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(await invitationsOf(served.host)).toBe(invitations)
  const other = await served.hana.send('/console/people', INVITE)
  const replayed = await served.hana.send('/console/approve', { ...fields, issued: other.field('issued') })
  expect(replayed.status).toBe(403)
  expect(await invitationsOf(served.host)).toBe(invitations)
})

test('the page of the outcome shows the address to which it leads as text', async () => {
  const served = await serve()
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'a\u202Egnp.exe\u0000',
    '</pre>',
  ]
  const posted = { ...fieldsOf(served), back: `/console/item?name=${hostile.join('')}` }
  const { text } = await served.hana.send('/console/approve', posted)
  for (const raw of ['<script>alert', '<img', '\u0000', '\u202E']) expect(text).not.toContain(raw)
  expect(text.match(/<\/pre>/g) ?? []).toHaveLength((text.match(/<pre>/g) ?? []).length)
})

test('the outcome leads back to the console alone', async () => {
  const served = await serve()
  const fields = fieldsOf(served)
  const others = [
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    '/console/../api/admin/keys',
  ]
  for (const back of others) {
    const { text } = await served.hana.send('/console/approve', { ...fields, back })
    expect(text).toContain('href="/console"')
    expect(text).not.toMatch(/evil|alert|\/api\/admin/)
  }
})

test('another type of the body, and another method, approve nothing', async () => {
  const served = await serve()
  const { hana, host } = served
  const form = new URLSearchParams(fieldsOf(served))
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
    const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin' }
    const body = JSON.stringify(Object.fromEntries(form))
    expect((await hana.open('/console/approve', { method: 'POST', body, headers })).status).toBe(400)
  }
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? form : null
    expect((await hana.open('/console/approve', { method, body })).status).toBe(405)
  }
  expect(await invitationsOf(host)).toBe(1)
})

test('a field that is given twice, and the host of a header, change nothing', async () => {
  const served = await serve()
  const fields = Object.entries(fieldsOf(served))
  const twice = new URLSearchParams([...fields, ['issued', 'another']])
  expect((await served.hana.open('/console/approve', { method: 'POST', body: twice })).status).toBe(400)
  const elsewhere = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const asked = await served.hana.send('/console/people', INVITE, elsewhere)
  expect((await served.hana.approve(asked)).text).toContain(`value="${served.host.url}/console/enrol#`)
})

test('an id of a session that was set before the sign-in is not taken, and the sign-in sets a new one', async () => {
  const { host, hana } = await serve()
  const stranger = host.browser()
  for (const name of ['__Host-kura-session', 'kura-session']) stranger.cookies.set(name, 'A'.repeat(43))
  expect((await stranger.open('/console/more')).status).toBe(401)
  const before = hana.cookies.get('__Host-kura-session') ?? ''
  await hana.signIn('Hana')
  expect(hana.cookies.get('__Host-kura-session')).not.toBe(before)
  for (const name of ['kura-session', '__host-kura-session', '__Host-kura-session2'])
    stranger.cookies.set(name, before)
  expect((await stranger.open('/console/more')).status).toBe(401)
})
