/**
 * A stranger who may write to the store does not become a person who counts, not even with the environment's secrets.
 */
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../../lib/console/cookies.ts'
import { makeInvitation, ROLES } from '../../../lib/console/invitations.ts'
import { changePerson, personKey } from '../../../lib/console/people/people.ts'
import type { Person } from '../../../lib/console/people/stored-records.ts'
import { beginSession } from '../../../lib/console/sessions.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { SEAL_KEYS } from '../../helpers/publishing/vouched.ts'
import { passkeyOf, personOf } from '../known-people.ts'
import { type ConsoleHost, colleague, isSignedIn, signedIn, startConsole } from './console-host.ts'

type Browser = ReturnType<ConsoleHost['browser']>

/** Writes the record of a person with every right, whose passkey is that of `browser`. */
async function forge(
  { passkey }: Browser,
  store: Store,
  { name = 'Eve', ...change }: Partial<Person> & { readonly vouches?: never } = {},
): Promise<void> {
  const { credential, publicKey, spki, algorithm } = passkey
  const vouched = new Date(Date.now() - 60_000).toISOString()
  const scopes = [...ROLES.admin]
  const made = passkeyOf({ credential, publicKey, spki, algorithm, scopes, vouched, host: 'localhost' })
  const write = personOf({ name, scopes, passkeys: [made], ...change })
  await changePerson(personKey(name), () => ({ write, result: undefined }), store)
}

/** Makes the text of `from` that of the record `to`, as anyone can who may write to the store. */
async function copy(from: string, to: string, store: Store): Promise<void> {
  const value = (await store.read(from)).record?.value ?? ''
  const { record } = await store.read(to)
  await store.swap(to, record?.version, { value, version: crypto.randomUUID() })
}

/** The store without the MACs of records, for whoever has a cookie or a link that kura has made. */
const withTokens = ({ store, own: { tokens } }: ConsoleHost): Store => ({
  ...store,
  ...(tokens && { tokens }),
})

/** Starts another instance over the same store and release. */
const startedAgain = (host: ConsoleHost, env: Record<string, string> = {}) =>
  startConsole({
    env: { KURA_RELEASE_DIR: host.publisher.releaseDir, ...env },
    openStore: async () => host.store,
  })

const faultsOf = async (host: ConsoleHost) => {
  const reply = (await host.people()) as unknown as {
    refused: readonly { name?: string }[]
    people: readonly { name: string; passkeys: readonly { fault?: string }[] }[]
  }
  return {
    refused: reply.refused.map(({ name }) => name),
    broken: reply.people.flatMap(({ passkeys }) => passkeys.flatMap(({ fault }) => fault ?? [])),
  }
}

describe('whoever may write to the store, without the secrets,', () => {
  test('makes no person: the record signs in nobody, and the list names it', async () => {
    const host = await startConsole()
    const eve = host.browser()
    await forge(eve, host.store)
    expect((await eve.signIn('Eve')).answer.status).toBe(401)
    expect(isSignedIn(eve)).toBe(false)
    expect(await faultsOf(host)).toEqual({ refused: ['Eve'], broken: [] })
  })

  test('does not move the record of a person to another name, and gives nobody another passkey', async () => {
    const host = await startConsole()
    const mei = await signedIn(host, 'Mei')
    await copy(`console/person/${personKey('Mei')}`, `console/person/${personKey('Eve')}`, host.store)
    expect((await mei.signIn('Eve')).answer.status).toBe(401)
    const eve = host.browser()
    await forge(eve, host.store, { name: 'Mei' })
    expect((await eve.signIn('Mei')).answer.status).toBe(401)
    expect((await mei.open('/console/more')).status).toBe(401)
  })

  test('makes no session of a person who counts', async () => {
    const host = await startConsole()
    const mei = await signedIn(host, 'Mei')
    const session = { person: personKey('Mei'), credential: mei.passkey.credential }
    const eve = host.browser()
    const own = await beginSession(session, withTokens(host))
    eve.cookies.set('__Host-kura-session', own)
    expect((await eve.open('/console/more')).status).toBe(401)
    const digest = digestOf(mei.cookies.get('__Host-kura-session') ?? '')
    await copy(`console/session/${digest}`, `console/session/${digestOf(own)}`, host.store)
    expect((await eve.open('/console/more')).status).toBe(401)
    expect((await mei.open('/console/more')).status).toBe(200)
  })

  test('invites nobody', async () => {
    const host = await startConsole()
    const terms = { name: 'Eve', scopes: [...ROLES.admin], by: 'Mei' }
    const { token } = await makeInvitation(terms, withTokens(host))
    expect((await host.browser().enrol(`${host.url}/console/enrol#${token}`)).status).toBe(400)
  })

  test('a person replaces the refused record by an invitation, or removes it', async () => {
    const host = await startConsole()
    await forge(host.browser(), host.store)
    const eve = await colleague(host, 'Eve')
    expect((await eve.signIn('Eve')).answer.status).toBe(303)
    await forge(host.browser(), host.store)
    expect(await (await host.post('revocations', { name: 'Eve' })).json()).toEqual({ ended: 'person' })
    expect(await faultsOf(host)).toEqual({ refused: [], broken: [] })
    expect((await host.post('revocations', { name: 'Eve' })).status).toBe(404)
  })
})

describe('whoever may write to the store, and has the secrets,', () => {
  test('makes no passkey count, whose vouches do not lead to the publisher; the list names the chain', async () => {
    const host = await startConsole()
    const eve = host.browser()
    await forge(eve, host.own)
    expect((await eve.signIn('Eve')).answer.status).toBe(401)
    expect(host.lines.map(({ why }) => why)).toContain('no vouch for its passkey is named')
    expect(await faultsOf(host)).toEqual({ refused: [], broken: ['no vouch for its passkey is named'] })
  })

  test('lets nobody approve with such a passkey in the session of a person who counts', async () => {
    const host = await startConsole()
    const hana = await signedIn(host, 'Hana')
    const eve = host.browser()
    const made = passkeyOf({ ...eve.passkey, vouched: new Date().toISOString(), scopes: [...ROLES.admin] })
    const { privateKey: _, register: __, assert: ___, ...passkey } = made as never as Record<string, unknown>
    await changePerson(
      personKey('Hana'),
      person => ({
        write: { ...person, passkeys: [...(person?.passkeys ?? []), passkey] } as never,
        result: 0,
      }),
      host.own,
    )
    const page = await hana.send('/console/people', { act: 'invite', name: 'Ken', role: 'viewer' })
    expect((await hana.approve(page, eve.passkey)).text).toContain('do not lead to the publisher')
    expect((await hana.approve(page)).text).toContain('/console/enrol#')
  })

  test('the publisher mends a chain whose record is gone', async () => {
    const host = await startConsole()
    const mei = await signedIn(host, 'Mei')
    const [approval = ''] = (await host.store.keys('approval/')).keys
    const { record } = await host.store.read(approval)
    await host.store.remove(approval, record?.version ?? '')
    const again = await startedAgain(host)
    expect((await faultsOf(again)).broken).toEqual([expect.stringContaining('is in none of the records')])
    const { body } = await host.envelopeFor('Mei')
    expect(await (await again.post('vouches', body)).json()).toMatchObject({ state: 'counts' })
    expect((await faultsOf(again)).broken).toEqual([])
    expect((await mei.signIn('Mei')).answer.status).toBe(303)
  })
})

test('a record ends with its epoch of KURA_SEAL_KEYS; a sign-in renews it', async () => {
  const host = await startConsole()
  const { passkey } = await colleague(host, 'Mei')
  const fresh = `2:${Buffer.alloc(32, 8).toString('base64url')}`
  const signInAt = async (served: ConsoleHost) => {
    const browser = served.browser()
    return (await browser.signIn('Mei', {}, { with: passkey })).answer.status
  }
  const rotated = await startedAgain(host, { KURA_SEAL_KEYS: fresh })
  expect(await signInAt(rotated)).toBe(401)
  expect(await faultsOf(rotated)).toMatchObject({ refused: ['Mei'] })
  const both = await startedAgain(host, { KURA_SEAL_KEYS: `${fresh},${SEAL_KEYS}` })
  expect((await both.people()).people).toMatchObject([{ name: 'Mei', older: true }])
  expect(await signInAt(both)).toBe(303)
  expect((await both.people()).people).not.toMatchObject([{ older: true }])
  expect(await signInAt(rotated)).toBe(303)
})
