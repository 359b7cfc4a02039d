/** How a colleague gets a passkey that counts: the invitation, the registration, and the vouch. */
import { describe, expect, test } from 'vitest'
import { confirmRestored } from '../../../lib/core/store/stopped.ts'
import { createPasskey, FLAGS } from '../../helpers/passkey.ts'
import { colleague, invited, isSignedIn, startConsole } from './console-host.ts'

describe('a colleague', () => {
  test('is invited, makes a passkey, is vouched for, signs in, and signs out', async () => {
    const host = await startConsole()
    const mei = host.browser()
    const page = await mei.enrol(await invited(host, 'Mei'))
    const [shown] = (await host.people()).people
    expect(shown).toMatchObject({
      name: 'Mei',
      scopes: [],
      passkeys: [{ state: 'waits', scopes: ['accounting.read'] }],
    })
    expect(page.text).toContain(shown?.passkeys[0]?.number ?? 'no number')
    expect((await mei.signIn('Mei')).answer.status).toBe(401)
    expect(isSignedIn(mei)).toBe(false)

    await host.post('vouches', (await host.envelopeFor('Mei')).body)
    const { answer } = await mei.signIn('Mei')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console'])
    expect((await mei.open('/console/more')).status).toBe(200)
    expect((await host.people()).people[0]).toMatchObject({ scopes: ['accounting.read'], sessions: [{}] })

    await mei.send('/console/sign-out', {})
    expect((await mei.open('/console/more')).status).toBe(401)
    expect((await host.people()).people[0]?.sessions).toEqual([])
  })

  test('adds a passkey to another device, which only that person confirms', async () => {
    const host = await startConsole()
    await colleague(host, 'Mei')
    const { text } = await host.browser().enrol(await invited(host, 'Mei'), { with: createPasskey() })
    expect(text).toContain('You have another passkey: sign in with it on its device')
    expect(text).not.toMatch(/have confirmed it|a person who can confirm/)
  })

  test('whose passkey waits raises a notice, which ends with the vouch and never has the number', async () => {
    const host = await startConsole()
    await host.browser().enrol(await invited(host, 'Mei'))
    const number = (await host.people()).people[0]?.passkeys[0]?.number ?? 'none'
    const raised = (await host.store.read('notices')).record?.value ?? ''
    expect(raised).toContain('console/passkey/')
    expect(raised).not.toContain(number)
  })

  test.each(['revocations', 'a restore of the store'])('is out at once after %s', async how => {
    const host = await startConsole()
    const mei = await colleague(host, 'Mei')
    await mei.signIn('Mei')
    expect((await mei.open('/console/more')).status).toBe(200)
    if (how === 'revocations') await host.post('revocations', { name: 'ＭＥＩ' })
    else await confirmRestored({ by: 'ken', since: undefined }, host.store)
    expect((await mei.open('/console/more')).status).toBe(401)
    expect((await mei.signIn('Mei')).answer.status).toBe(401)
  })

  test('counts again after a restore when the publisher confirms the passkey anew', async () => {
    const host = await startConsole()
    const mei = await colleague(host, 'Mei')
    const { body } = await host.envelopeFor('Mei')
    await confirmRestored({ by: 'ken', since: undefined }, host.store)
    host.clock.ahead = 16 * 60_000
    expect((await host.post('vouches', body)).status).toBe(409)
    expect((await host.post('vouches', (await host.envelopeFor('Mei')).body)).status).toBe(200)
    expect((await mei.signIn('Mei')).answer.status).toBe(303)
  })
})

describe('an invitation', () => {
  test('works once, in one browser', async () => {
    const host = await startConsole()
    const link = await invited(host, 'Mei')
    const mei = host.browser()
    await mei.enrol(link)
    const other = await host.browser().enrol(link, { with: createPasskey() })
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('This link was used already')])
    expect((await mei.enrol(link, { with: createPasskey() })).status).toBe(400)
    expect((await host.people()).people[0]?.passkeys).toHaveLength(1)
  })

  test('is over after 15 minutes', async () => {
    const host = await startConsole()
    const link = await invited(host, 'Mei')
    host.clock.ahead = 15 * 60_000
    expect((await host.browser().enrol(link)).text).toContain('This link has expired')
    expect((await host.people()).people).toEqual([])
  })

  test.each(['opened', 'not opened'])('of a person who is removed is over, %s', async how => {
    const host = await startConsole()
    await colleague(host, 'Mei')
    const link = await invited(host, 'Mei')
    const second = host.browser()
    const passkey = createPasskey()
    const token = new URL(link).hash.slice(1)
    const page = how === 'opened' ? await second.send('/console/enrol', { token }) : undefined
    host.clock.ahead = 1_000
    await host.post('revocations', { name: 'Mei' })
    host.clock.ahead = 2_000
    const answer = page
      ? await second.finishEnrol(page, passkey)
      : await second.send('/console/enrol', { token })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('This link')])
    expect((await host.people()).people[0]).toMatchObject({
      ended: expect.any(String),
      passkeys: [{ state: 'ended' }],
    })
  })

  test('its token is in no log and no record, and in no address that is sent', async () => {
    const host = await startConsole()
    const link = await invited(host, 'Mei')
    await host.browser().enrol(link)
    const token = new URL(link).hash.slice(1)
    expect(token).toHaveLength(32)
    const { keys } = await host.store.keys('')
    const records = await Promise.all(keys.map(async key => (await host.store.read(key)).record?.value))
    expect(JSON.stringify([host.lines, keys, records])).not.toContain(token)
  })

  test.each<[string, object, string[], number]>([
    ['a scope that the key lacks', { scopes: ['registrar.buy'] }, ['admin'], 403],
    ['a role with such a scope', { role: 'accounting' }, ['admin'], 403],
    ['a scope of devices', { scopes: ['device'] }, ['admin', 'device'], 400],
    ['a key without admin', { scopes: ['accounting.read'] }, ['accounting.read'], 403],
    [
      'a name of control characters',
      { name: 'a\u202eb', scopes: ['accounting.read'] },
      ['admin', 'accounting.read'],
      400,
    ],
  ])('refuses %s', async (_, body, scopes, status) => {
    const host = await startConsole()
    expect((await host.post('invitations', { name: 'Mei', ...body }, { scopes })).status).toBe(status)
  })

  test('a registration without verification of the person is refused', async () => {
    const host = await startConsole()
    const mei = host.browser()
    const passkey = createPasskey()
    const device = {
      ...passkey,
      register: (question: Parameters<typeof passkey.register>[0]) =>
        passkey.register({ ...question, flags: FLAGS.present }),
    }
    expect((await mei.enrol(await invited(host, 'Mei'), { with: device })).status).toBe(400)
    expect((await host.people()).people).toEqual([])
  })
})

describe('a vouch', () => {
  const enrolled = async () => {
    const host = await startConsole()
    await host.browser().enrol(await invited(host, 'Mei'))
    return host
  }

  test("is never taken from an operator's key", async () => {
    const host = await enrolled()
    const { vouch } = await host.envelopeFor('Mei')
    const answer = await host.post('vouches', vouch, { scopes: ['admin', 'approve', 'accounting.read'] })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'approval_needed' }),
    ])
    expect((await host.people()).people[0]?.passkeys[0]?.state).toBe('waits')
  })

  test.each<[string, object]>([
    ['other scopes', { scopes: ['accounting.read', 'admin'] }],
    ['another public key', { publicKey: createPasskey().spki }],
    ['another credential', { credential: 'AAAA' }],
    ['another person', { person: 'Ken' }],
  ])("of the publisher's keys for %s changes nothing", async (_, change) => {
    const host = await enrolled()
    expect((await host.post('vouches', (await host.envelopeFor('Mei', change)).body)).status).toBe(409)
    expect((await host.people()).people[0]?.passkeys[0]?.state).toBe('waits')
    expect((await host.store.keys('approval/')).keys).toEqual([])
  })

  test('of keys that no root names, or of an hour ago, changes nothing', async () => {
    const [host, other] = [await enrolled(), await enrolled()]
    for (const { body } of [
      await other.envelopeFor('Mei'),
      await host.envelopeFor('Mei', {}, { at: Date.now() - 3_600_000 }),
    ])
      expect((await host.post('vouches', body)).status).toBe(409)
  })

  test('stands in the activity log with its approval', async () => {
    const host = await enrolled()
    const reply = (await (await host.post('vouches', (await host.envelopeFor('Mei')).body)).json()) as {
      approval: string
    }
    const { keys } = await host.store.keys('activity/entry/')
    const entries = await Promise.all(keys.map(async key => (await host.store.read(key)).record?.value))
    expect(entries.at(-1)).toContain(reply.approval)
  })
})
