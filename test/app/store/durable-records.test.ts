/** The list of `lib/core/store/README.md`, "What is durable": each of its records is written so that no failover undoes it. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { actDigest, createClaims } from '../../../lib/core/claims/claims.ts'
import { createCalendar } from '../../../lib/core/language/calendar.ts'
import { spendNonce } from '../../../lib/core/signatures/authenticator.ts'
import { changeRevocation } from '../../../lib/core/signatures/revocations.ts'
import { confirmRestored, stopActs } from '../../../lib/core/store/stopped.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { keepCaseOf } from '../../../lib/services/accounting/deals/case-of-deal.ts'
import { changeLink } from '../../../lib/services/accounting/tokens/browser/deps.ts'
import { createSecondRecord } from '../../../lib/services/accounting/tokens/storing/second-record.ts'
import { contentOf } from '../../../lib/services/activity/export.ts'
import { keepGap } from '../../../lib/services/activity/gap.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { removeEntries } from '../../../lib/services/activity/removal.ts'
import { enrolmentHandlers } from '../../../lib/services/admin/enrolments.ts'
import { storeDelivery } from '../../../lib/services/chat/delivery/stored-delivery.ts'
import { createLedger } from '../../../lib/services/registrar/spending/ledger.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { createWorld, LIFETIME } from '../../services/accounting/tokens/world.ts'

const README = new URL('../../../lib/core/store/README.md', import.meta.url)
const DAY = 86_400_000
const ACT = { by: 'hana:admin:1', act: 'x', endpoint: 'POST /api/x', what: {}, status: 200, request: 'r' }

/** A write of each record, by its owner's own function. */
const WRITES: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  revoked: store => changeRevocation(store, { keyid: 'lost:admin:1', state: 'revoked', by: 'anna' }),
  'nonce/<keyid>/<nonce>': store => spendNonce(store, { keyid: 'anna:admin:1', nonce: 'n' }),
  async 'enrolment/<name>'(store) {
    const { enrol } = enrolmentHandlers({
      store: () => store,
      secrets: () => [{ epoch: '1', secret: Buffer.alloc(32) }],
      revoked: async () => new Set(),
      notify: async () => undefined,
    })
    await enrol({ body: { name: 'demo' } } as Parameters<typeof enrol>[0])
  },
  async 'claim/<kind>/<case>'(store) {
    const claims = createClaims<number>({ store, kind: 'deal', parseResult: Number })
    const act = { digest: actDigest(''), operation: 'a', by: 'hana', lease: 1000, flags: [] }
    await claims.request('receipt 1', act)
  },
  async 'registrar/spending/<team>'(store) {
    const caps = { order: 1, day: 1, month: 1 }
    const limits = { caps, calendar: createCalendar('UTC'), until: Number.POSITIVE_INFINITY }
    const amount = { operation: 'a', domain: 'a.com', cents: 1, years: 1, autoRenew: false }
    await createLedger({ store, team: 'team' }).reserve(amount, limits)
  },
  'accounting/case-of/<reference>': store => keepCaseOf('kura-1', 'receipt 1', { store }),
  async 'tokens/accounting'(store) {
    const world = await createWorld()
    world.advance(LIFETIME)
    await world.tokens().accessToken()
    await mirror(world.store.durable, store)
  },
  'tokens/accounting/unstored': store => createSecondRecord({ store, ...TIMES }).unstored(ANSWER),
  'tokens/accounting/link/<digest>': store =>
    changeLink('id', () => ({ write: {} as never, result: undefined }), { store, ...TIMES }),
  'chat/delivery/<name>': store => storeDelivery(DELIVERY, store),
  'activity/entry/<number>': store => appendTo(store, 1),
  'activity/head': store => appendTo(store, 16),
  'activity/gap': store => keepGap({ from: 2, digest: 'd', to: 1 }, store),
  'store/stopped': store => stopActs({ by: 'hana', seq: 2, digest: 'd', at: '' }, store),
  'store/restored': store => confirmRestored({ by: 'hana', since: undefined }, store),
  async 'activity/anchor'(store) {
    const log = await appendTo(store, 2, 0)
    const { entries } = await log.page({ limit: 2 })
    const last = entries.at(-1)?.digest ?? ''
    const request = { last, count: 2, content: contentOf(entries), export: 'e' }
    const deps = { store, append: log.append, calendar: createCalendar('UTC'), timeBudget: 1 }
    const remover = { by: 'hana', person: 'Hana', request: 'r' }
    await removeEntries(request, remover, { ...deps, now: () => 40 * DAY, clock: () => 0 })
  },
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

/** Writes the keys that were durable in another store durably to this one. */
async function mirror(keys: readonly string[], store: Store): Promise<void> {
  for (const key of new Set(keys))
    await store.swap(key, undefined, { value: '', version: '1', durable: true })
}

/** The records of the table. */
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
  await write(store)
  const pattern = new RegExp(`^${record.replaceAll(/<[a-z]+>/g, '[^/]+')}$`)
  expect(store.durable.filter(key => pattern.test(key))).not.toEqual([])
})
