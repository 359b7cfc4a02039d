import type { EpochSecrets } from '../../core/config/config.ts'
import type { RegistrarSettings } from '../../core/config/registrar.ts'
import type { Store } from '../../core/store/store.ts'
import type { UpdateOptions } from '../../core/store/update.ts'
import { keepMade } from '../../core/work/keep-made.ts'
import type { Deadline } from './orders/deadline.ts'
import type { OrderProgress } from './orders/progress.ts'
import { createDeadlineRecords, createProgressRecords, type PurchaseRecords } from './orders/records.ts'
import { createPurchases, type Purchases } from './purchase/purchase.ts'
import type { ClientDeps, RegistrarClient } from './remote/client.ts'
import { createLedger, type SpendingLedger, type TeamStore } from './spending/ledger.ts'

export interface HttpsReply {
  readonly status: number
  readonly location?: string | undefined
}

export interface RegistrarDeps extends ClientDeps {
  readonly settings: RegistrarSettings
  /** The secrets in KURA_SECRETS, from which the keys of quotes come. */
  readonly secrets: EpochSecrets
  readonly store: Store
  /** The time zone in KURA_TIMEZONE, by whose days and months the caps count. */
  readonly timezone: string
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
  /** Whether anything is stored. A preview deployment only shows stored purchases, and asks the registrar nothing. */
  readonly mayStore: boolean
  /** Requests `https://<name>/` without following a redirect; undefined if there is no answer. */
  readonly requestHttps: (name: string) => Promise<HttpsReply | undefined>
  /** Logs facts, which must not contain contact data. */
  readonly note: (
    event: string,
    facts: Readonly<Record<string, string | number | boolean | undefined>>,
  ) => void
  /** The options for changing records, which only tests set. */
  readonly updates?: UpdateOptions | undefined
}

export interface RegistrarRecords {
  readonly purchases: Purchases
  readonly ledger: SpendingLedger
  readonly progress: PurchaseRecords<OrderProgress>
  readonly deadlines: PurchaseRecords<Deadline>
}

export function registrarRecords(of: TeamStore): RegistrarRecords {
  return {
    purchases: createPurchases(of),
    ledger: createLedger(of),
    progress: createProgressRecords(of),
    deadlines: createDeadlineRecords(of),
  }
}

export interface RequestDeps extends RegistrarDeps, RegistrarRecords {
  readonly client: RegistrarClient
}

export function createRequestDeps(deps: RegistrarDeps): RequestDeps {
  const { store, settings, updates } = deps
  return {
    ...deps,
    ...registrarRecords({ store, team: settings.teamId, updates }),
    client: deferredClient(deps),
  }
}

/** Loads the client at the first call: many requests need only stored records. */
function deferredClient(deps: ClientDeps): RegistrarClient {
  const client = keepMade(async () => (await import('./remote/client.ts')).createRegistrarClient(deps))
  return {
    availability: async domain => (await client()).availability(domain),
    price: async (domain, years) => (await client()).price(domain, years),
    buy: async (domain, body, before) => (await client()).buy(domain, body, before),
    order: async orderId => (await client()).order(orderId),
    domain: async domain => (await client()).domain(domain),
    purchases: async (domain, since) => (await client()).purchases(domain, since),
    isConfigured: async domain => (await client()).isConfigured(domain),
    verification: async domain => (await client()).verification(domain),
    attach: async name => (await client()).attach(name),
    attached: async name => (await client()).attached(name),
    redirect: async (name, target) => (await client()).redirect(name, target),
  }
}
