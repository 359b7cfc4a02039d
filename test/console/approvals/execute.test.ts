/** A statement that a person has signed is executed once, and nothing but the statement is executed. */

import { describe, expect, test } from 'vitest'
import { consoleContract } from '../../../lib/console/pages/contract.ts'
import { changePerson, endPerson, personKey } from '../../../lib/console/people/people.ts'
import { readApproval } from '../../../lib/core/passkey/approval.ts'
import type { StatementItem } from '../../../lib/core/passkey/statement.ts'
import { readRevocations } from '../../../lib/core/signatures/revocations.ts'
import { listAll } from '../../../lib/core/store/list.ts'
import { hosted } from '../../helpers/functions.ts'
import { createPasskey, FLAGS } from '../../helpers/passkey.ts'
import { createApprovalWorld, type Member, revocation, shownForm } from './world.ts'

const ADMIN = ['admin', 'approve'] as const
const LOST = revocation('lost:admin:1')
const MINUTE = 60_000

type World = Awaited<ReturnType<typeof createApprovalWorld>>

const revoked = async ({ store }: World) => (await readRevocations(store)).map(({ keyid }) => keyid)
/** Returns how many statements of people are approved; the publisher's vouches are approvals too. */
const approvals = async ({ store }: World) => {
  const { records } = await listAll(store, 'approval/')
  return records.filter(({ value }) => 'statement' in JSON.parse(value)).length
}

test('executes the statement, and the activity entry names the approval that is on record', async () => {
  const world = await createApprovalWorld()
  const hana = await world.add('Hana Mori', ADMIN)
  const signed = await world.sign([LOST], hana)
  const { digest, items } = await world.post(signed, hana)
  expect(items).toMatchObject([{ item: LOST, outcome: { state: 'done' } }])
  expect(await revoked(world)).toEqual(['lost:admin:1'])
  expect(await readApproval(digest, world.store)).toMatchObject({
    statement: signed.text,
    credential: hana.passkey.credential,
    publicKey: hana.passkey.spki,
    vouches: [expect.stringMatching(/^[0-9a-f]{64}$/)],
  })
  const own = (await world.entries()).filter(({ act }) => act === 'changeRevocation')
  expect(own).toMatchObject([{ person: 'Hana Mori', approval: digest }])
  expect(world.store.durable).toContain(`approval/${digest}`)
})

test('a second post shows the first outcome, and does nothing; after the statement has expired too', async () => {
  const world = await createApprovalWorld()
  const hana = await world.add('Hana', ADMIN)
  const signed = await world.sign([LOST], hana)
  const first = await world.post(signed, hana)
  const second = await world.post(signed, hana)
  expect(second).toEqual(first)
  const again = await world.sign([LOST], hana)
  expect(again.text).not.toBe(signed.text)
  world.clock.now += 20 * MINUTE
  expect(await world.post(signed, hana)).toEqual({ ...first, continues: false })
  await expect(world.post({ ...signed, answer: '' }, hana)).rejects.toMatchObject({ code: 'bad_request' })
  expect((await world.entries()).filter(({ act }) => act === 'changeRevocation')).toHaveLength(1)
})

test('of two posts at the same time one acts', async () => {
  const world = await createApprovalWorld()
  const hana = await world.add('Hana', ADMIN)
  const signed = await world.sign([LOST], hana)
  const both = await Promise.all([world.post(signed, hana), world.post(signed, hana)])
  for (const { items } of both) expect(items).toMatchObject([{ outcome: { state: 'done' } }])
  expect((await world.entries()).filter(({ act }) => act === 'changeRevocation')).toHaveLength(1)
})

test('fifty items of one kind are executed with one approval', async () => {
  const world = await createApprovalWorld()
  const hana = await world.add('Hana', ADMIN)
  const many = Array.from({ length: 50 }, (_, index) => revocation(`lost-${index}:admin:1`))
  const { items } = await world.post(await world.sign(many, hana), hana)
  expect(items.map(({ outcome }) => outcome.state)).toEqual(Array(50).fill('done'))
  expect(await revoked(world)).toHaveLength(50)
})

test('a passkey that is revoked meanwhile executes nothing more', async () => {
  const world = await createApprovalWorld()
  const hana = await world.add('Hana', ADMIN)
  const many = [LOST, revocation('second:admin:1'), revocation('third:admin:1')]
  const signed = await world.sign(many, hana)
  const { swap } = world.store
  world.store.swap = async (...given) => {
    const answer = await swap(...given)
    if (given[0] === 'revoked') {
      world.store.swap = swap
      await changePerson(personKey('Hana'), endPerson(hana.passkey.credential), world.own)
    }
    return answer
  }
  const { items } = await world.post(signed, hana)
  expect(items.map(({ outcome }) => outcome.state)).toEqual(['done', 'left', 'left'])
  expect(await revoked(world)).toEqual(['lost:admin:1'])
})

test('fifty items with the longest reasons fit into the form', async () => {
  const world = await createApprovalWorld()
  const hana = await world.add('Hana', ADMIN)
  const many = Array.from({ length: 50 }, (_, index) => {
    const name = `${'令和八年六月分の領収書'.repeat(3)} ${index}`
    const body = JSON.stringify({ person: 'Hana', operation: 'o'.repeat(36), reason: '重'.repeat(200) })
    return {
      method: 'POST',
      address: `/api/accounting/cases/${encodeURIComponent(name)}/free`,
      body,
      sends: null,
    }
  })
  const signed = await world.sign(many, hana)
  const { endpoints, schemas } = consoleContract
  const fields = { ...signed, back: '/console' }
  expect((await schemas()).approve.body.safeParse(fields).success).toBe(true)
  expect(String(new URLSearchParams(fields)).length).toBeLessThan(endpoints.approve.bodyLimit)
})

test('an item that fails does not keep the others from being executed', async () => {
  const world = await createApprovalWorld()
  const hana = await world.add('Hana', ADMIN)
  const { items } = await world.post(await world.sign([revocation('lost'), LOST], hana), hana)
  const [first, second] = items.map(({ outcome }) => outcome)
  expect(first?.state === 'failed' && first.error.code).toBe('usage')
  expect(second?.state).toBe('done')
})

test('a passkey approves with the scopes that it was vouched for with, however the person has grown', async () => {
  const world = await createApprovalWorld()
  const hana = await world.add('Hana', ['today.read'])
  const signed = { issued: '', answer: '' }
  const grown = await world.add('Hana', ADMIN)
  Object.assign(signed, await world.sign([LOST], grown, { signer: hana.passkey }))
  await expect(world.post(signed, grown)).rejects.toMatchObject({ code: 'scope_missing' })
  expect([await approvals(world), await revoked(world)]).toEqual([0, []])
  const { markup } = await shownForm([LOST], await grown.session(), world.start())
  expect(markup).toContain(grown.passkey.credential)
  expect(markup).not.toContain(hana.passkey.credential)
})

describe('the form', () => {
  const refused: readonly (readonly [string, readonly StatementItem[]])[] = [
    [
      'an act of a session',
      [{ method: 'DELETE', address: '/api/admin/devices/pc-1', body: '', sends: null }],
    ],
    ['a dry run', [{ method: 'POST', address: '/api/accounting/cases/a/release', body: '{}', sends: null }]],
    [
      'acts of two kinds',
      [LOST, { method: 'POST', address: '/api/admin/enrolments', body: '{}', sends: null }],
    ],
    ['an act in the name of another person', [{ ...LOST, body: '{"keyid":"lost:admin:1","person":"Ken"}' }]],
    ['a digest that the body does not have', [{ ...LOST, sends: 'a'.repeat(64) }]],
    [
      'a release that does not name what is sent',
      [{ method: 'POST', address: '/api/accounting/cases/a/release?mode=write', body: '{}', sends: null }],
    ],
  ]
  test.each(refused)('is not made for %s', async (_name, items) => {
    const world = await createApprovalWorld()
    const hana = await world.add('Hana', [...ADMIN, 'accounting.write'])
    await expect(world.sign(items, hana)).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('says to a person without the scope approve that they may not', async () => {
    const world = await createApprovalWorld()
    const ken = await world.add('Ken', ['admin'])
    const { markup, issued } = await shownForm([LOST], await ken.session(), world.start())
    expect(markup).toContain('この操作を承認する権限がありません')
    expect(issued).toBe('')
  })
})

describe('nothing is written for', () => {
  async function serve() {
    const world = await createApprovalWorld()
    const hana = await world.add('Hana', ADMIN)
    const ken = await world.add('Ken', ADMIN)
    return { world, hana, ken }
  }
  type Served = Awaited<ReturnType<typeof serve>>
  interface Attempt {
    readonly issued: string
    readonly answer: string
    readonly by?: Member
  }
  const INVALID = 'approval_invalid'
  const rows: [name: string, attempt: (served: Served) => Promise<Attempt>, code?: string][] = [
    [
      'an answer of another passkey',
      ({ world, hana }) => world.sign([LOST], hana, { signer: createPasskey() }),
    ],
    ["another person's answer", ({ world, hana, ken }) => world.sign([LOST], hana, { signer: ken.passkey })],
    [
      "another session's form",
      async ({ world, hana, ken }) => ({ ...(await world.sign([LOST], hana)), by: ken }),
    ],
    ['an answer over other bytes', ({ world, hana }) => world.sign([LOST], hana, { statement: 'other' })],
    ['the answer to a sign-in', ({ world, hana }) => world.sign([LOST], hana, { purpose: 'sign-in' })],
    [
      'an answer for another site',
      ({ world, hana }) => world.sign([LOST], hana, { origin: 'https://evil.example' }),
    ],
    [
      'an answer without verification',
      ({ world, hana }) => world.sign([LOST], hana, { flags: FLAGS.present }),
    ],
    [
      'an expired statement',
      async ({ world, hana }) => {
        const signed = await world.sign([LOST], hana)
        world.clock.now += 15 * MINUTE
        return signed
      },
    ],
    [
      'a statement with a forged MAC',
      async ({ world, hana }) => {
        const { issued, answer } = await world.sign([LOST], hana)
        return { issued: `${issued.slice(0, -1)}${issued.endsWith('A') ? 'B' : 'A'}`, answer }
      },
    ],
    [
      'an answer that is no JSON',
      async ({ world, hana }) => ({ ...(await world.sign([LOST], hana)), answer: '{' }),
      'bad_request',
    ],
    [
      'an answer whose parts are damaged',
      async ({ world, hana }) => {
        const { issued, answer } = await world.sign([LOST], hana)
        const read = JSON.parse(answer) as { response: Record<string, string> }
        const response = { ...read.response, authenticatorData: '!' }
        return { issued, answer: JSON.stringify({ ...read, response }) }
      },
      'bad_request',
    ],
    [
      'a person who may no longer approve',
      async ({ world, hana }) => {
        const signed = await world.sign([LOST], hana)
        await changePerson(
          personKey('Hana'),
          person => ({ write: { ...(person as never as object), scopes: ['admin'] } as never, result: 0 }),
          world.own,
        )
        return signed
      },
      'scope_missing',
    ],
  ]
  test.each(rows)('%s', async (...row) => {
    const [, attempt, code = INVALID] = row
    const served = await serve()
    const { world, hana } = served
    const { by = hana, ...posted } = await attempt(served)
    await expect(world.post(posted, by)).rejects.toMatchObject({ code })
    expect([await approvals(world), await revoked(world)]).toEqual([0, []])
  })

  test("another deployment's statement", async () => {
    const [here, there] = [await createApprovalWorld(), await createApprovalWorld()]
    const hana = await here.add('Hana', ADMIN)
    const signed = await here.sign([LOST], hana)
    const elsewhere = here.start(here.store, {
      env: { ...here.settings, KURA_RELEASE_DIR: there.settings.KURA_RELEASE_DIR },
    })
    await expect(here.post(signed, hana, elsewhere)).rejects.toMatchObject({ code: INVALID })
    expect(await approvals(here)).toBe(0)
  })

  test('a preview, and while acts are paused', async () => {
    const world = await createApprovalWorld()
    const hana = await world.add('Hana', ADMIN)
    const enrol = { method: 'POST', address: '/api/admin/enrolments', body: '{"name":"pc-9"}', sends: null }
    const signed = await world.sign([enrol], hana)
    const paused = world.start(world.store, { env: { ...world.settings, KURA_PAUSED: 'on' } })
    await expect(world.post(signed, hana, paused)).rejects.toMatchObject({ code: 'paused' })
    const env = { ...world.settings, ...hosted('preview') }
    await expect(world.post(signed, hana, world.start(world.store, { env }))).rejects.toMatchObject({
      code: 'not_in_preview',
    })
    expect(await approvals(world)).toBe(0)
  })
})
