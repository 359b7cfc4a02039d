/** What the registrar depends on, and what its functions get for one request. */

import type { EpochSecrets } from '../../core/config/config.ts'
import type { RegistrarSettings } from '../../core/config/registrar.ts'
import type { Store } from '../../core/store/store.ts'
import type { UpdateOptions } from '../../core/store/update.ts'
import type { Deadline } from './orders/deadline.ts'
import type { OrderProgress } from './orders/progress.ts'
import { createDeadlineRecords, createProgressRecords, type PurchaseRecords } from './orders/records.ts'
import { createPurchases, type Purchases } from './purchase/purchase.ts'
import type { ClientDeps, RegistrarClient } from './remote/client.ts'
import { deferredClient } from './remote/deferred-client.ts'
import { createLedger, type SpendingLedger } from './spending/ledger.ts'

/** What a name answers over https. */
export interface HttpsReply {
  readonly status: number
  /** The target of a redirect. */
  readonly location?: string | undefined
}

export interface RegistrarDeps extends ClientDeps {
  readonly settings: RegistrarSettings
  /** The secrets of KURA_SECRETS, for quotes. */
  readonly secrets: EpochSecrets
  readonly store: Store
  /** KURA_TIMEZONE: the days and months of the caps. */
  readonly timezone: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A new id for an attempt. */
  readonly newId: () => string
  /** False in a preview, which shows what is stored: it neither asks the registrar about it nor writes. */
  readonly mayStore: boolean
  /** Requests `https://<name>/` without following a redirect; undefined if nothing answers. */
  readonly requestHttps: (name: string) => Promise<HttpsReply | undefined>
  /** Logs a change of state; never contact data. */
  readonly note: (
    event: string,
    facts: Readonly<Record<string, string | number | boolean | undefined>>,
  ) => void
  /** How long an update of the store retries; the defaults unless given. */
  readonly updates?: UpdateOptions | undefined
}

/** What the functions of the registrar get: the same, with the client and the records made of it. */
export interface RequestDeps extends RegistrarDeps {
  readonly client: RegistrarClient
  readonly purchases: Purchases
  readonly ledger: SpendingLedger
  readonly progress: PurchaseRecords<OrderProgress>
  readonly deadlines: PurchaseRecords<Deadline>
}

export function createRequestDeps(deps: RegistrarDeps): RequestDeps {
  const { store, updates } = deps
  const records = { store, team: deps.settings.teamId, updates }
  return {
    ...deps,
    client: deferredClient(deps),
    purchases: createPurchases(records),
    ledger: createLedger(records),
    progress: createProgressRecords(records),
    deadlines: createDeadlineRecords(records),
  }
}
