/**
 * Some records are read before zod is loaded, so kura does not check them then. In this test, each of them is written
 * by its owner, and must match the schema from which its type is inferred.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { addPasskey, changePerson, personKey, vouchFor } from '../../lib/console/people/people.ts'
import { personSchema } from '../../lib/console/people/stored-records.ts'
import { claimSchema } from '../../lib/core/claims/stored-records.ts'
import { deviceStateSchema } from '../../lib/core/release/device-state.ts'
import { changeRevocation } from '../../lib/core/signatures/revocations.ts'
import { revocationSchema } from '../../lib/core/signatures/stored-records.ts'
import { testDurability } from '../../lib/core/store/durability.ts'
import { confirmRestored, stopActs } from '../../lib/core/store/stopped.ts'
import type { Store } from '../../lib/core/store/store.ts'
import { durabilitySchema, restoredSchema, stoppedSchema } from '../../lib/core/store/stored-records.ts'
import { ownReceipt } from '../../lib/services/accounting/receipts/schema.ts'
import { addOwn } from '../../lib/services/accounting/routes/receipts.ts'
import { anchorSchema, headSchema, storedGap } from '../../lib/services/activity/contract-schemas.ts'
import { keepGap } from '../../lib/services/activity/gap.ts'
import { createActivityLog } from '../../lib/services/activity/log.ts'
import { createKeyUses } from '../../lib/services/admin/key-uses.ts'
import { keyUseSchema } from '../../lib/services/admin/stored-records.ts'
import { recordedJob } from '../../lib/services/notices/daily-jobs.ts'
import { dailyJobsSchema, outboxSchema } from '../../lib/services/notices/stored-records.ts'
import { at, BY_PUBLISHER, NOW, passkeyOf } from '../console/known-people.ts'
import { createClaimsWorld, KEY, NAME } from '../core/claims/world.ts'
import { createMemoryStore } from '../helpers/memory-store.ts'
import { BROKEN, reported, takeIn } from '../services/distribution/statements.ts'
import { exposed, planAt, scanAt, scanOf, T0 } from '../services/notices/outbox-days.ts'

const ACT = { by: 'hana:admin:1', act: 'x', endpoint: 'POST /api/x', what: { n: 1 }, status: 200 }

async function stored(key: string, store: Store): Promise<unknown> {
  return JSON.parse((await store.read(key)).record?.value ?? '')
}

/** The anchor as an earlier version wrote it when it removed exported entries. */
const ANCHOR = {
  seq: 16,
  digest: 'd',
  at: '1970-01-01T00:00:00.000Z',
  first: 1,
  count: 16,
  export: 'e',
  by: 'hana',
  person: 'Hana',
  removedAt: '1970-02-10T00:00:00.000Z',
}

async function headOfLog(): Promise<unknown> {
  const store = createMemoryStore()
  const { append } = createActivityLog({ store: () => store, now: () => 0 })
  for (let at = 0; at < 16; at++) await append({ ...ACT, request: String(at) })
  return stored('activity/head', store)
}

/** For each type, its schema and a function that writes a record of this type and reads it. */
const RECORDS: Readonly<Record<string, readonly [z.ZodType, () => unknown]>> = {
  Witness: [headSchema, headOfLog],
  Anchor: [anchorSchema, () => ANCHOR],
  OwnReceipt: [
    z.array(ownReceipt),
    async () => {
      const store = createMemoryStore()
      await addOwn('Mei', { receipt: '7-d', id: 1, name: 'a.pdf', size: 4 }, store)
      return stored('accounting/own-receipts/Mei', store)
    },
  ],
  StoredGap: [
    storedGap,
    async () => {
      const store = createMemoryStore()
      await keepGap({ from: 2, digest: 'd', to: 1 }, store)
      return stored('activity/gap', store)
    },
  ],
  Claim: [
    claimSchema,
    async () => {
      const { claims, store, request } = createClaimsWorld()
      const flags = [{ id: 'claims.processEnded', values: {} }, 'a text']
      await claims.request(NAME, request({ operation: 'a', body: '{}', flags }))
      const outcome = { state: 'unknown', reason: 'time-out' } as const
      await claims.settle(NAME, { operation: 'lost', outcome, by: 'hana' })
      return stored(KEY, store)
    },
  ],
  Person: [
    personSchema,
    async () => {
      const store = createMemoryStore()
      const { added: _, vouches: __, ...passkey } = passkeyOf({ role: 'viewer' })
      const add = addPasskey({ name: 'Mei', since: at(NOW) }, passkey)
      await changePerson(personKey('Mei'), add, store)
      const vouch = vouchFor({ ...passkey, name: 'Mei' }, BY_PUBLISHER, 0)
      expect(await changePerson(personKey('Mei'), vouch, store)).toBe('counts')
      return stored(`console/person/${personKey('Mei')}`, store)
    },
  ],
  DailyJobs: [
    dailyJobsSchema,
    async () => {
      const store = createMemoryStore()
      const work = { work: async () => 'a reason', problemsOf: (problem: string) => [problem] }
      await recordedJob('refresh', work, { store, problemOf: () => undefined })
      return stored('cron/jobs', store)
    },
  ],
  DeviceState: [deviceStateSchema, () => takeIn([[0, reported(3, { ...BROKEN, waiting: ['a.md'] })]]).record],
  StoredKeyUse: [
    keyUseSchema,
    async () => {
      const store = createMemoryStore()
      const caller = { keyid: 'hana:admin:1', name: 'hana', scopes: ['admin'] } as const
      await createKeyUses({ store: () => store, now: () => 0 }).note(caller)
      return stored('key/hana:admin:1', store)
    },
  ],
  Outbox: [
    outboxSchema,
    () => planAt(scanAt({ count: 0, notices: {}, sending: [] }, scanOf(exposed('/.env')), T0), T0),
  ],
  Durability: [
    durabilitySchema,
    async () => {
      const store = createMemoryStore()
      const confirming: Store = {
        ...store,
        swap: async (...given) => ({ ...(await store.swap(...given)), confirmed: true }),
      }
      return testDurability(confirming)
    },
  ],
  Restored: [restoredSchema, () => confirmRestored({ by: 'hana', since: undefined }, createMemoryStore())],
  Stopped: [
    stoppedSchema,
    async () => {
      const store = createMemoryStore()
      await stopActs({ by: 'hana:admin:1', seq: 46, digest: 'd', at: at(NOW) }, store)
      return stored('store/stopped', store)
    },
  ],
  Revocation: [
    z.array(revocationSchema),
    async () => {
      const store = createMemoryStore()
      await changeRevocation(store, { keyid: 'hana:admin:1', state: 'revoked', by: 'anna' })
      return stored('revoked', store)
    },
  ],
}

test('each type that is read without its schema is here', () => {
  const files = globSync('lib/**/*.ts').map(file => readFileSync(file, 'utf8'))
  const types = files.flatMap(text => [...text.matchAll(/= uncheckedFormat<(?:readonly )?(\w+)/g)])
  const missing = types.map(([, type = '']) => type).filter(type => !(type in RECORDS))
  expect(missing, 'RECORDS in test/app/stored-records.test.ts needs a row for each').toEqual([])
})

test.each(Object.entries(RECORDS))('%s fits its schema', async (_name, [schema, write]) => {
  const record = JSON.parse(JSON.stringify(await write()))
  expect(schema.parse(record)).toEqual(record)
})
