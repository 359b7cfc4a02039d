/** What the registrar's acts work with: the surroundings as they come, and what is made of them for one request. */

import type { RegistrarSettings } from '../config/registrar.ts'
import type { EpochSecret } from '../config.ts'
import type { Store } from '../store/store.ts'
import type { UpdateOptions } from '../store/update.ts'
import type { Deadline } from './orders/deadline.ts'
import type { OrderProgress } from './orders/progress.ts'
import { createDeadlineRecords, createProgressRecords, type FollowUp } from './orders/records.ts'
import { createPurchases, type Purchases } from './purchase/purchase.ts'
import { type ClientDeps, createRegistrarClient, type RegistrarClient } from './remote/client.ts'
import { createPurse, type Purse } from './spending/ledger.ts'

/** What a name answered over https. */
export interface HttpsAnswer {
  readonly status: number
  /** Where a redirect leads. */
  readonly location?: string | undefined
}

export interface RegistrarParts extends ClientDeps {
  readonly settings: RegistrarSettings
  /** The ring of KURA_SECRETS, for quotes. */
  readonly secrets: readonly EpochSecret[]
  readonly store: Store
  /** KURA_TIMEZONE: the days and months of the caps. */
  readonly timezone: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A new name for an attempt. */
  readonly newId: () => string
  /** False in a preview: what is stored is shown, nothing is asked or written. */
  readonly mayStore: boolean
  /** Asks `https://<name>/` without following a redirect; undefined where nothing answers. */
  readonly askHttps: (name: string) => Promise<HttpsAnswer | undefined>
  /** Logs a change of state; never a contact datum. */
  readonly note: (
    event: string,
    facts: Readonly<Record<string, string | number | boolean | undefined>>,
  ) => void
  /** How patient the store's loop is; a test's own. */
  readonly patience?: UpdateOptions | undefined
}

export interface Surroundings extends RegistrarParts {
  readonly client: RegistrarClient
  readonly purchases: Purchases
  readonly purse: Purse
  readonly progress: FollowUp<OrderProgress>
  readonly deadlines: FollowUp<Deadline>
}

/** The surroundings of one request's work. */
export function surround(parts: RegistrarParts): Surroundings {
  const records = { store: parts.store, team: parts.settings.teamId }
  return {
    ...parts,
    client: createRegistrarClient(parts),
    purchases: createPurchases(records, parts.patience),
    purse: createPurse(records, parts.patience),
    progress: createProgressRecords(records, parts.patience),
    deadlines: createDeadlineRecords(records, parts.patience),
  }
}
