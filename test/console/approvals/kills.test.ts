/**
 * A process is killed before or after any of its writes while it executes a statement. The same form then continues,
 * and the service never gets the deal twice.
 */

import { expect, test } from 'vitest'
import { optionsOf } from '../../../lib/app/accounting-access.ts'
import { consoleCore } from '../../../lib/app/console-core.ts'
import { callInProcess } from '../../../lib/console/in-process.ts'
import { actDigest } from '../../../lib/core/claims/claims.ts'
import { LEASE } from '../../../lib/core/claims/lease.ts'
import type { StatementItem } from '../../../lib/core/passkey/statement.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { authorizeHere } from '../../../lib/services/accounting/tokens/authorize/here.ts'
import { type RunningSandbox, startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from '../../services/accounting/deals/world.ts'
import { authorize } from '../../services/accounting/tokens/world.ts'
import { createApprovalWorld, revocation } from './world.ts'

const BOOKS = ['accounting.read', 'accounting.write', 'approve'] as const
const LINE = { account_item: '消耗品費', tax_code: 136, amount: 1100 }
const DEAL = { company_id: COMPANY, issue_date: '2026-06-15', details: [LINE] }
const TAXES = ['companies', 'users', 'account_items', 'taxes', 'deals'] as const

/** Creates a deployment with a deal in review that looks double, and the statement with which Hana releases it. */
async function createWorld() {
  const service = await startAccountingSandbox({ permissions: TAXES })
  const world = await createApprovalWorld({ env: { ...service.settings, ACCOUNTING_WRITES: 'on' } })
  const core = world.start()
  await authorize(authorizeHere(optionsOf(core, { name: 'test' })))
  const first = { company: COMPANY, deal: 1, confirmedBy: 'Mei', key: 'hana', at: new Date().toISOString() }
  const record = { value: JSON.stringify(first), version: 'first' }
  await world.store.swap(`accounting/first-deal/${COMPANY}`, undefined, record)
  const hana = await world.add('Hana Mori', BOOKS)
  const books = { via: 'session', person: 'Hana Mori', credential: 'c', scopes: BOOKS } as const
  const ask = async (method: string, address: string, body?: object) => {
    const given = { method, address, ...(body && { body: JSON.stringify(body) }) }
    return (await callInProcess(given, books, consoleCore(core))).json() as Promise<Record<string, unknown>>
  }
  await ask('POST', '/api/accounting/deals?mode=write', { ...DEAL, case: 'receipt 1' })
  await ask('POST', '/api/accounting/deals?mode=write', { ...DEAL, case: 'receipt 2' })
  const { operation, body } = await ask('GET', '/api/accounting/cases/receipt%202')
  const sends = actDigest(JSON.stringify(body))
  const release: StatementItem = {
    method: 'POST',
    address: '/api/accounting/cases/receipt%202/release?mode=write',
    body: JSON.stringify({ person: 'Hana Mori', operation, sends }),
    sends,
  }
  return { world, service, hana, release, stateOf: () => ask('GET', '/api/accounting/cases/receipt%202') }
}

const dealsOf = ({ company }: RunningSandbox) =>
  [...company.deals.values()].filter(({ issue_date }) => issue_date === '2026-06-15').length

/**
 * Returns a store that kills its process at the swap with the number `last`, before or after it is stored. No later
 * call has an effect.
 */
function mortal(store: Store, last: number, when: 'before' | 'after') {
  let swaps = 0
  let isDead = false
  const living = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      if (isDead) throw new Error('killed')
      return work(...given)
    }
  }
  const swap: Store['swap'] = async (...given) => {
    const isLast = ++swaps === last
    if (isLast) isDead = true
    if (isLast && when === 'before') throw new Error('killed')
    const answer = await store.swap(...given)
    if (isLast) throw new Error('killed')
    return answer
  }
  const { swap: _, ...others } = store
  const dying = { ...others, read: living(store.read), readMany: living(store.readMany), swap: living(swap) }
  const ended = living(fetch)
  return { store: dying as Store, fetch: ended as typeof fetch, swaps: () => swaps }
}

test('the deal of a released case is sent once, and the statement is on record before anything is claimed', async () => {
  const { world, service, hana, release, stateOf } = await createWorld()
  const keys: string[] = []
  const { swap } = world.store
  world.store.swap = (...given) => {
    keys.push(given[0])
    return swap(...given)
  }
  const { digest, items } = await world.post(await world.sign([release], hana), hana)
  expect(items).toMatchObject([{ outcome: { state: 'done', reply: { state: 'done' } } }])
  expect(dealsOf(service)).toBe(2)
  const claims = keys.findIndex(key => key.startsWith('claim/'))
  expect(keys.indexOf(`approval/${digest}`)).toBeLessThan(claims)
  expect(keys[0]).toBe(`approval/${digest}`)
  expect(await stateOf()).toMatchObject({ state: 'done', releasedBy: `Hana Mori (approval ${digest})` })
})

test('a statement that lies about the body is refused before anything is claimed', async () => {
  const { world, service, hana, release, stateOf } = await createWorld()
  const lie = {
    ...release,
    body: release.body.replace(release.sends ?? '', 'a'.repeat(64)),
    sends: 'a'.repeat(64),
  }
  const { items } = await world.post(await world.sign([lie], hana), hana)
  const [outcome] = items.map(item => item.outcome)
  expect(outcome?.state === 'failed' && outcome.error.message).toContain('not what was shown')
  expect(dealsOf(service)).toBe(1)
  expect(await stateOf()).toMatchObject({ state: 'review' })
  expect(await stateOf()).not.toHaveProperty('releasedBy')
})

test('a kill at any write: the same form goes on, and the service has the deal at most once', async () => {
  const outcomes: string[] = []
  for (const when of ['before', 'after'] as const) {
    for (let last = 1; ; last++) {
      const { world, service, hana, release, stateOf } = await createWorld()
      const signed = await world.sign([release], hana)
      const dying = mortal(world.store, last, when)
      const process = world.start(dying.store, { fetch: dying.fetch })
      const killed = await world.post(signed, hana, process).then(
        () => false,
        () => true,
      )
      if (!killed && dying.swaps() < last) break
      world.clock.now += LEASE + 1
      const { items } = await world.post(signed, hana)
      const { state } = await stateOf()
      const [item] = items
      outcomes.push(`${item?.outcome.state} ${state} ${dealsOf(service) - 1}`)
      expect(dealsOf(service)).toBeLessThanOrEqual(2)
      if (item?.outcome.state === 'done') expect([state, dealsOf(service)]).toEqual(['done', 2])
    }
  }
  // either the deal was sent, or the case says that its outcome is unknown
  expect(new Set(outcomes)).toEqual(
    new Set(['done done 1', 'failed unknown 0', 'failed unknown 1', 'failed done 1']),
  )
}, 60_000)

test('after the statement has expired, an item that was killed is not called "not begun"', async () => {
  const world = await createApprovalWorld()
  const hana = await world.add('Hana', ['admin', 'approve'])
  const signed = await world.sign(
    ['first', 'second'].map(name => revocation(`${name}:admin:1`)),
    hana,
  )
  const { swap } = world.store
  world.store.swap = async (...given) => {
    if (given[0] === 'revoked') throw new Error('killed')
    return swap(...given)
  }
  await expect(world.post(signed, hana)).rejects.toThrow('killed')
  world.store.swap = swap
  world.clock.now += 20 * 60_000
  const { items, continues } = await world.post(signed, hana)
  expect([continues, ...items.map(({ outcome }) => outcome.state)]).toEqual([false, 'lost', 'left'])
})
