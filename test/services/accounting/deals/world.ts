import type { Store } from '../../../../lib/core/store/store.ts'
import { accountingClaims } from '../../../../lib/services/accounting/claims.ts'
import { referenceOf } from '../../../../lib/services/accounting/deals/cases/of-deal.ts'
import { type DealCall, registerDeal } from '../../../../lib/services/accounting/deals/register.ts'
import { type DealRequest, dealRequest } from '../../../../lib/services/accounting/deals/schema.ts'
import type { LearnDeps } from '../../../../lib/services/accounting/learning/steps.ts'
import type { PartnerDeps } from '../../../../lib/services/accounting/partners/create.ts'
import type { ReceiptDeps } from '../../../../lib/services/accounting/receipts/upload.ts'
import type { AccountingClient } from '../../../../lib/services/accounting/remote/client.ts'
import type { Permission } from '../../../../sandbox/accounting/state.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import { testClient } from '../../../helpers/remotes/accounting-client.ts'
import {
  NOON,
  type SandboxOptions,
  startAccountingSandbox,
} from '../../../helpers/remotes/accounting-sandbox.ts'

export const COMPANY = 1_234_567

/** Every permission of an application, that to list tax codes included. */
export const ALL_PERMISSIONS: readonly Permission[] = [
  'companies',
  'users',
  'account_items',
  'taxes',
  'deals',
  'journals',
  'partners',
  'items',
  'sections',
  'tags',
  'walletables',
  'receipts',
]

/** The seconds that an access token lives here: no test of deals refreshes one. */
const TEN_YEARS = 315_360_000

export interface WorldOptions extends SandboxOptions {
  readonly writes?: boolean
  /** Whether a person has confirmed the first deal, which has been deleted since. */
  readonly confirmed?: boolean
}

export type DealWorld = Awaited<ReturnType<typeof createDealWorld>>

export async function createDealWorld({
  writes = true,
  confirmed = true,
  permissions = ALL_PERMISSIONS,
  ...options
}: WorldOptions = {}) {
  const running = await startAccountingSandbox({ permissions, ...options })
  running.sandbox.state.expiresIn = TEN_YEARS
  const now = () => running.clock.now
  const store = createMemoryStore({ now })
  const notes: Record<string, unknown>[] = []
  const deps = {
    ...createDealDeps({ store, now }),
    writes,
    note: (event: string, facts: object) => void notes.push({ event, ...facts }),
  }
  const client = testClient(running)
  const call: DealCall = { client, companyId: COMPANY, by: 'hana' }
  const world = {
    running,
    sandbox: running.sandbox,
    company: running.company,
    store,
    deps,
    notes,
    client,
    call,
    advance(milliseconds: number) {
      running.clock.now += milliseconds
    },
    /** The deals at the service that carry the case's reference. */
    dealsOf: (name: string) =>
      [...running.company.deals.values()].filter(deal => deal.ref_number === referenceOf(COMPANY, name)),
    register: (change: Partial<DealRequest> = {}, with_: { client?: AccountingClient } = {}) =>
      registerDeal(deal(change), { ...call, ...with_ }, deps),
  }
  if (confirmed) await storeConfirmation(store)
  return world
}

/** The dependencies of deals, over a store and a time. */
export function createDealDeps({
  store,
  now,
}: {
  store: Store
  now: () => number
}): LearnDeps & Pick<ReceiptDeps, 'receipts'> & Pick<PartnerDeps, 'partners'> {
  let ids = 0
  return {
    store,
    ...accountingClaims({ store }),
    writes: true,
    schedule: undefined,
    timezone: 'Asia/Tokyo',
    now,
    clock: now,
    sleep: async () => undefined,
    newId: () => `operation-${++ids}`,
    note: () => undefined,
  }
}

/** A deal that no person has to look at. */
export function deal(change: Partial<Record<keyof DealRequest, unknown>> = {}): DealRequest {
  return dealRequest.parse({
    case: 'receipt 1',
    company_id: COMPANY,
    issue_date: '2026-06-15',
    details: [{ account_item: '消耗品費', tax_code: 136, amount: 1100 }],
    ...change,
  })
}

/** A deal that a person has to look at. */
export const flagged = { details: [{ account_item: '消耗品費', tax_code: 190, amount: 1100 }] } as const

/** The operation of the case that a person would be shown now. */
export async function operationOf(name: string, { claims }: Pick<LearnDeps, 'claims'>): Promise<string> {
  return (await claims.read(name))?.operation ?? 'none'
}

/** Stores that a person confirmed the first deal, which has been deleted since. */
export async function storeConfirmation(store: Store): Promise<void> {
  const at = new Date(NOON).toISOString()
  const value = JSON.stringify({ company: COMPANY, deal: 1, confirmedBy: 'Mei', key: 'hana', at })
  await store.swap(`accounting/first-deal/${COMPANY}`, undefined, { value, version: 'confirmed' })
}
