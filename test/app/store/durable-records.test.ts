/**
 * Each record in the list "What is durable" of `lib/core/store/README.md` is written so that no failover undoes the
 * write.
 */

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { submitOnce } from '../../../lib/console/forms.ts'
import { makeInvitation } from '../../../lib/console/invitations.ts'
import { changePerson } from '../../../lib/console/people/people.ts'
import { actDigest, createClaims } from '../../../lib/core/claims/claims.ts'
import { createCalendar } from '../../../lib/core/language/calendar.ts'
import { recordVouch } from '../../../lib/core/passkey/approval.ts'
import { spendIssued } from '../../../lib/core/passkey/issued.ts'
import { spendNonce } from '../../../lib/core/signatures/authenticator.ts'
import { changeRevocation } from '../../../lib/core/signatures/revocations.ts'
import { confirmRestored, stopActs } from '../../../lib/core/store/stopped.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { foundByBody, keepCaseOfFile } from '../../../lib/services/accounting/deals/cases/of-deal.ts'
import { leaveOut } from '../../../lib/services/accounting/imports/left-out.ts'
import { changePending } from '../../../lib/services/accounting/tokens/authorize/pending.ts'
import { createSecondRecord } from '../../../lib/services/accounting/tokens/storing/second-record.ts'
import { keepGap } from '../../../lib/services/activity/gap.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { enrolmentHandlers } from '../../../lib/services/admin/enrolments.ts'
import { storeDelivery } from '../../../lib/services/chat/delivery/stored-delivery.ts'
import { createLedger } from '../../../lib/services/registrar/spending/ledger.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { createWorld, LIFETIME } from '../../services/accounting/tokens/world.ts'

const README = new URL('../../../lib/core/store/README.md', import.meta.url)
const ACT = { by: 'hana:admin:1', act: 'x', endpoint: 'POST /api/x', what: {}, status: 200, request: 'r' }

/** For each record in the list, writes it by its owner's own functions. */
const WRITES: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  async revoked(store) {
    for (const state of ['revoked', 'restored'] as const)
      await changeRevocation(store, { keyid: 'lost:admin:1', state, by: 'anna' })
  },
  'nonce/<keyid>/<nonce>': store => spendNonce(store, { keyid: 'anna:admin:1', nonce: 'n' }),
  async 'enrolment/<name>'(store) {
    const { enrol, exchangeToken } = enrolmentHandlers({
      store: () => store,
      secrets: () => [{ epoch: '1', secret: Buffer.alloc(32) }],
      revoked: async () => new Set(),
      notify: async () => undefined,
    })
    const token = await enrol({ body: { name: 'demo' } } as Parameters<typeof enrol>[0])
    const [name] = 'keyid' in token ? token.keyid.split(':') : []
    for (const claim of ['first', 'second'])
      await exchangeToken({ body: { claim }, caller: { name } } as never).catch(() => undefined)
  },
  'approval/<digest>': store => recordVouch({ signed: 'a vouch', signatures: [] }, store),
  'console/spent/<digest>': store => spendIssued('an issued text', store),
  'console/person/<key>': store => changePerson('mei', () => ({ write: {} as never, result: 1 }), store),
  'console/invitation/<digest>': store =>
    makeInvitation({ name: 'Mei', scopes: ['approve'], by: 'hana' }, store),
  'console/form/<number>': store =>
    submitOnce({ number: 'the-number-of-a-form', session: 's' }, async () => 1, {
      store: () => store,
      config: { sealKeys: () => [{ epoch: '1', secret: Buffer.alloc(32) }] } as never,
      clock: () => 0,
    }),
  async 'claim/<kind>/<case>'(store) {
    const claims = createClaims<number>({ store, kind: 'deal', parseResult: Number })
    const act = { digest: actDigest(''), operation: 'a', by: 'hana', lease: 1000, flags: ['date'] }
    const [name, by] = ['receipt 1', 'hana']
    const seen = async () => ({ name, claim: (await claims.request(name, act)).claim })
    await claims.release(await seen(), { person: 'mei' })
    const { claim } = await claims.request(name, { ...act, operation: 'b' })
    const outcome = { state: 'unknown', reason: 'time-out' } as const
    await claims.settle(name, { operation: claim.operation, outcome, by })
    await claims.resolve(await seen(), { result: 1, by })
    await claims.remove(await seen(), { by })
  },
  async 'registrar/spending/<team>'(store) {
    const caps = { order: 1, day: 1, month: 1 }
    const limits = { caps, calendar: createCalendar('UTC'), until: Number.POSITIVE_INFINITY }
    const amount = { operation: 'a', domain: 'a.com', cents: 1, years: 1, autoRenew: false }
    const ledger = createLedger({ store, team: 'team' })
    await ledger.reserve(amount, limits)
    await ledger.spend('a')
    await ledger.release('a')
  },
  async 'accounting/case-of/<reference>'(store) {
    const claims = createClaims<number>({ store, kind: 'deal', parseResult: Number })
    const act = { digest: actDigest(''), operation: 'a', by: 'hana', lease: 1000, flags: [] }
    const body = { company_id: 7, issue_date: '2026-11-20', details: [{ amount: 100 }], ref_number: 'kura-1' }
    await claims.request('receipt 1', act, foundByBody(body, 'receipt 1'))
  },
  'accounting/case-of/file-<file>': store => keepCaseOfFile('7-0', 'receipt 1', { store }),
  'accounting/left-out/<company>/<digest>': store =>
    leaveOut(7, { case: 'receipt 1', id: '00000000', by: 'hana' }, { store }),
  async 'tokens/accounting'(store) {
    const world = await createWorld()
    world.advance(LIFETIME)
    const { swap } = world.store
    world.store.swap = async (...given) => {
      const answer = await swap(...given)
      if (answer.done) await store.swap(given[0], (await store.read(given[0])).record?.version, given[2])
      return answer
    }
    await world.tokens().accessToken()
  },
  'tokens/accounting/unstored': store => createSecondRecord({ store, ...TIMES }).unstored(ANSWER),
  'tokens/accounting/authorization/<digest>': store =>
    changePending('id', () => ({ write: {} as never, result: undefined }), { store, ...TIMES }),
  'chat/delivery/<name>': store => storeDelivery(DELIVERY, store),
  'activity/entry/<number>': store => appendTo(store, 1),
  'activity/head': store => appendTo(store, 16),
  'activity/gap': store => keepGap({ from: 2, digest: 'd', to: 1 }, store),
  'store/stopped': store => stopActs({ by: 'hana', seq: 2, digest: 'd', at: '' }, store),
  'store/restored': store => confirmRestored({ by: 'hana', since: undefined }, store),
}

const TIMES = { clock: () => 0, sleep: async () => undefined, random: () => 0 }
const ANSWER = { operation: 'a' } as Parameters<ReturnType<typeof createSecondRecord>['unstored']>[0]
const DELIVERY = { name: 'x', digest: 'd', targets: [] as const } as unknown as Parameters<
  typeof storeDelivery
>[0]

async function appendTo(store: Store, count: number, now = Date.now()) {
  const log = createActivityLog({ store: () => store, now: () => now })
  for (let at = 0; at < count; at++) await log.append({ ...ACT, request: String(at) })
  return log
}

/** The number of writes of a record, if it is not one. */
const MANY: Readonly<Record<string, number>> = {
  revoked: 2,
  'enrolment/<name>': 3,
  'console/form/<number>': 2,
  'claim/<kind>/<case>': 6,
  'registrar/spending/<team>': 3,
  // one key has the reference of the deal, another of the same form has its day and amount
  'accounting/case-of/<reference>': 2,
  'tokens/accounting': 2,
}

/** Returns the records in the list. */
async function readTable(): Promise<string[]> {
  const [, section = ''] = (await readFile(README, 'utf8')).split('## What is durable')
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, record = '']) => record)
}

test('the table of durable records has a row for each record that is written here', async () => {
  expect(await readTable()).toEqual(Object.keys(WRITES))
})

test.each(Object.entries(WRITES))('no failover undoes a write of %s', async (record, write) => {
  const store = createMemoryStore()
  const pattern = new RegExp(`^${record.replaceAll(/<[a-z]+>/g, '[^/]+')}$`)
  const writes: boolean[] = []
  const { swap } = store
  store.swap = (...given) => {
    const [key, , { durable, also = [] }] = given
    for (const written of [key, ...also.map(record => record.key)])
      if (pattern.test(written)) writes.push(durable === true)
    return swap(...given)
  }
  await write(store)
  expect(writes).toEqual(Array(MANY[record] ?? 1).fill(true))
})
