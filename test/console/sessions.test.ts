import { describe, expect, test } from 'vitest'
import { isFromConsole, isFromElsewhere, readCookie, setCookie } from '../../lib/console/cookies.ts'
import {
  addPasskey,
  changePerson,
  endPerson,
  listPeople,
  personKey,
  vouchFor,
} from '../../lib/console/people/people.ts'
import type { Passkey, Person, StoredSession } from '../../lib/console/people/stored-records.ts'
import {
  beginSession,
  endSession,
  holds,
  listSessions,
  sessionOf,
  THIS_MACHINE,
} from '../../lib/console/sessions.ts'
import type { Scope } from '../../lib/core/signatures/keys.ts'
import { confirmRestored } from '../../lib/core/store/stopped.ts'
import { createMemoryStore } from '../helpers/memory-store.ts'
import { at, BY_PUBLISHER, NOW, passkeyOf, personOf } from './known-people.ts'

const HOUR = 3_600_000
const SESSION: StoredSession = {
  person: personKey('Mei'),
  credential: 'mine',
  since: at(NOW),
  until: at(NOW + 12 * HOUR),
}

describe('holds()', () => {
  const mine = passkeyOf({ credential: 'mine', vouched: at(NOW - 1) })
  type Given = {
    session?: Partial<StoredSession>
    person?: Partial<Person>
    passkey?: Partial<Passkey>
    later?: number
    restored?: number
    local?: boolean
  }
  test.each<[string, boolean, Given]>([
    ['a session of a passkey that counts', true, {}],
    ['its last moment', true, { later: 12 * HOUR - 1 }],
    ['one of twelve hours ago', false, { later: 12 * HOUR }],
    ['one of a passkey that was ended', false, { passkey: { ended: at(NOW) } }],
    ['one of a passkey without a vouch', false, { passkey: { vouched: undefined } }],
    ['one of another credential', false, { passkey: { credential: 'other' } }],
    ['one of a person who has left', false, { person: { ended: at(NOW) } }],
    ['one from before a restore of the store', false, { restored: NOW, passkey: { vouched: at(NOW + 1) } }],
    ['the link of npm start, on this machine', true, { session: { credential: THIS_MACHINE }, local: true }],
    ['the link of npm start, elsewhere', false, { session: { credential: THIS_MACHINE } }],
  ])('%s: %s', (_, expected, { session, person, passkey, later = 0, restored = 0, local = false }) => {
    const known = { key: personKey('Mei'), ...personOf({ passkeys: [{ ...mine, ...passkey }], ...person }) }
    expect(holds({ ...SESSION, ...session }, known, { restored, now: NOW + later, local })).toBe(expected)
  })
})

describe('a stored session', () => {
  async function signedIn() {
    const clock = { now: NOW }
    const store = createMemoryStore({ now: () => clock.now })
    const {
      vouches: _,
      added: __,
      ...passkey
    } = passkeyOf({ credential: 'mine', scopes: ['accounting.read', 'approve'] })
    await changePerson(SESSION.person, addPasskey({ name: 'Mei', since: at(NOW) }, passkey), store)
    await changePerson(SESSION.person, vouchFor({ ...passkey, name: 'Mei' }, BY_PUBLISHER, 0), store)
    const id = await beginSession(SESSION, store)
    const request = new Request('https://kura.example.com/console', {
      headers: { cookie: setCookie('session', id) },
    })
    return { clock, store, id, deps: { store, local: false }, request }
  }

  test('has no scope that its passkey was not vouched for with, however the person has grown', async () => {
    const { request, deps } = await signedIn()
    const grow = (person: Person | undefined) =>
      ({
        write: { ...(person as Person), scopes: ['accounting.read', 'admin'] as Scope[] },
        result: 0,
      }) as const
    await changePerson(SESSION.person, grow, deps.store)
    expect((await sessionOf(request, deps))?.scopes).toEqual(['accounting.read'])
  })

  test('has the person, and never the scope approve', async () => {
    const { request, deps } = await signedIn()
    const session = await sessionOf(request, deps)
    expect(session).toMatchObject({
      person: { name: 'Mei' },
      scopes: ['accounting.read'],
      until: at(NOW + 12 * HOUR),
    })
  })

  test('its id is in no record', async () => {
    const { store, id } = await signedIn()
    const { keys } = await store.keys('')
    const values = await Promise.all(keys.map(async key => (await store.read(key)).record?.value))
    expect(JSON.stringify([keys, values])).not.toContain(id)
  })

  test('ends at once when its passkey is ended, when the person signs out, and with a restore of the store', async () => {
    const ends = [
      async ({ store }: Awaited<ReturnType<typeof signedIn>>) =>
        changePerson(SESSION.person, endPerson('mine'), store),
      async ({ store, request, deps }: Awaited<ReturnType<typeof signedIn>>) =>
        endSession((await sessionOf(request, deps))?.digest ?? '', store),
      async ({ store }: Awaited<ReturnType<typeof signedIn>>) =>
        confirmRestored({ by: 'ken', since: undefined }, store),
    ]
    for (const end of ends) {
      const world = await signedIn()
      expect(await sessionOf(world.request, world.deps)).toBeDefined()
      await end(world)
      expect(await sessionOf(world.request, world.deps)).toBeUndefined()
    }
  })

  test('is listed as long as it holds', async () => {
    const { store, clock } = await signedIn()
    const list = async () => listSessions(await listPeople(store), { restored: 0, local: false }, store)
    expect(await list()).toMatchObject([{ person: SESSION.person, credential: 'mine' }])
    await changePerson(SESSION.person, endPerson(), store)
    clock.now += 1
    expect(await list()).toEqual([])
  })
})

const ORIGIN = 'https://kura.example.com'
const request = (headers: Record<string, string>, method = 'GET') => new Request(ORIGIN, { headers, method })

test('each cookie is for this host alone, over https, out of reach of a script', () => {
  for (const name of ['session', 'browser', 'authorize'] as const)
    expect(setCookie(name, 'x')).toMatch(
      /^__Host-kura-\w+=x; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=/,
    )
  expect(setCookie('session', 'x')).toMatch(/Max-Age=43200;.*SameSite=Strict$/)
  expect(setCookie('authorize', 'x')).toMatch(/Max-Age=600;.*SameSite=Lax$/)
  expect(setCookie('session', '')).toContain('Max-Age=0')
})

const ID = 'x'.repeat(43)
test.each<[string, string, string | undefined]>([
  ['alone', `__Host-kura-session=${ID}`, ID],
  ['among others', `a=b; __Host-kura-session=${ID}; c=d`, ID],
  ['of another name', `kura-session=${ID}`, undefined],
  ['of another form', '__Host-kura-session=<script>', undefined],
  ['empty', '__Host-kura-session=', undefined],
])('readCookie() reads a cookie %s', (_, cookie, expected) => {
  expect(readCookie(request({ cookie }), 'session')).toBe(expected)
})

test.each<[string, Record<string, string>, boolean]>([
  ['its own form', { 'sec-fetch-site': 'same-origin' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: ORIGIN }, false],
  ['the address bar', { 'sec-fetch-site': 'none', origin: ORIGIN }, false],
  ['an older browser, its own form', { origin: ORIGIN }, true],
  ['an older browser, another site', { origin: 'https://evil.example' }, false],
  ['an older browser, no referrer', { origin: 'null' }, false],
  ['a program that says nothing', {}, false],
])('isFromConsole(): %s', (_, headers, expected) => {
  expect(isFromConsole(request(headers, 'POST'), ORIGIN)).toBe(expected)
})

test.each<[string, Record<string, string>, string, boolean]>([
  ['a link in a chat message', { 'sec-fetch-site': 'cross-site' }, 'GET', true],
  ['the request that Refresh made', { 'sec-fetch-site': 'same-origin' }, 'GET', false],
  ['the address bar', { 'sec-fetch-site': 'none' }, 'GET', false],
  ['a form of another site', { 'sec-fetch-site': 'cross-site' }, 'POST', false],
])('isFromElsewhere(): %s', (_, headers, method, expected) => {
  expect(isFromElsewhere(request(headers, method))).toBe(expected)
})
