/**
 * Lists the open items of the registrar from stored records: what a person must do now, and the dates of what is due
 * later. The registrar is not queried.
 */
import { registrarNotices } from './notices.ts'
import { openDeadlines, orderLimits, registrations } from './orders/dates.ts'
import { listFacts } from './orders/facts.ts'
import type { RegistrarRecords } from './records.ts'

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
