/** The facts come from stored records, so reading them queries no remote. */
import { failureOf, hasCode } from '../../core/errors.ts'
import { saidReason } from '../../core/language/text.ts'
import type { DeviceReport } from '../../core/release/device-state.ts'
import type { TokenStatus } from '../../services/accounting/tokens/status.ts'
import type { ReleaseFacts } from '../../services/distribution/overview.ts'
import { readDailyJobs } from '../../services/notices/daily-jobs.ts'
import type { FailedOwner } from '../../services/notices/notices.ts'
import type { DailyJobs } from '../../services/notices/stored-records.ts'
import { type RegistrarRecords, registrarRecords } from '../../services/registrar/deps.ts'
import { registrarNotices } from '../../services/registrar/notices.ts'
import { openDeadlines, orderLimits, registrations } from '../../services/registrar/orders/dates.ts'
import { listFacts } from '../../services/registrar/orders/facts.ts'
import { tokensOf } from '../accounting-access.ts'
import { type Core, lazy } from '../core.ts'
import { overviewOf } from './devices.ts'

export interface Facts {
  release(): Promise<ReleaseFacts | undefined>
  devices(): Promise<DeviceReport[]>
  token(): Promise<TokenStatus>
  purchases(): ReturnType<typeof readOpenItems>
  jobs(): Promise<DailyJobs | undefined>
}

/** Each fact is read once, so each request needs new ones. A fact without settings rejects with `settings_missing`. */
export function factsOf(core: Core): Facts {
  const distribution = overviewOf(core)
  return {
    release: lazy(async () => {
      try {
        return await distribution().current()
      } catch (error) {
        if (hasCode(error, 'release_missing')) return undefined
        throw error
      }
    }),
    devices: lazy(async () => distribution().devices()),
    token: lazy(async () => tokensOf(core, { name: 'notices' })().status()),
    purchases: lazy(async () => {
      const team = core.config.registrar().teamId
      return readOpenItems({ ...registrarRecords({ store: core.store(), team }), now: core.now })
    }),
    jobs: lazy(async () => readDailyJobs(core.store())),
  }
}

export type FactReader = ReturnType<typeof createFactReader>

/** `failed` gets the owner and the reason of a fact that cannot be read, unless the owner's service is not set up. */
export function createFactReader() {
  const failed: FailedOwner[] = []
  return {
    failed,
    async read<T>(owner: string, fact: () => Promise<T>): Promise<T | undefined> {
      try {
        return await fact()
      } catch (error) {
        if (!hasCode(error, 'settings_missing')) failed.push({ owner, reason: failureOf(error) })
        return undefined
      }
    },
  }
}

export function joinFailed(...lists: readonly (readonly FailedOwner[])[]): FailedOwner[] {
  return [...new Map(lists.flat().map(failed => [failed.owner, failed])).values()]
}

export function failedReply(failed: readonly FailedOwner[]) {
  return failed.map(({ owner, reason }) => ({ owner, reason: saidReason(reason) }))
}

/** @throws AppError `store_unavailable` */
export async function readOpenItems({ now, ...records }: RegistrarRecords & { readonly now: () => number }) {
  const facts = await listFacts(records)
  return {
    notices: registrarNotices(facts, now()),
    deadlines: openDeadlines(facts),
    orders: orderLimits(facts),
    registrations: registrations(facts),
  }
}
