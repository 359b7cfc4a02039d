/** The report on a delivery: who was reached, who was not and why, who has answered and who has not. */
import type { Locale } from '../../../core/language/language.ts'
import type { DeliverySummary } from '../contract.ts'
import type { StoredDelivery, StoredReplies, Target } from '../schema.ts'
import { summaryText } from './summary-text.ts'

export type TargetState = 'sent' | 'refused' | 'limited' | 'unknown' | 'in_progress' | 'waiting' | 'conflict'

/** The state of one target. */
export interface TargetReport {
  readonly target: Target
  readonly state: TargetState
  readonly reason?: string | undefined
  readonly message?: string | undefined
  /** Undefined if the answers were not read. */
  readonly replies?: StoredReplies | undefined
  /** Why there may be more answers. */
  readonly unread?: string | undefined
}

const FINAL: readonly TargetState[] = ['sent', 'refused', 'conflict']

export function summarise(
  { name, way, why, by, at }: StoredDelivery,
  reports: readonly TargetReport[],
  locale: Locale,
): DeliverySummary {
  const sent = reports.filter(({ state }) => state === 'sent')
  const awaited = sent.flatMap(({ target, replies, unread }) =>
    target.awaits.map(person => ({ ...person, at: replies?.answered[person.id], unread })),
  )
  const open = awaited.filter(({ at }) => at === undefined)
  const summary = {
    name,
    way,
    ...(why !== undefined && { why }),
    by,
    at,
    reached: sent.map(({ target: { label, id }, message = '' }) => ({ label, id, message })),
    unreached: reports
      .filter(({ state }) => state !== 'sent')
      .map(({ target: { label, id }, state, reason = '' }) => ({ label, id, state, reason })),
    answered: awaited.flatMap(({ label, id, at }) => (at === undefined ? [] : [{ label, id, at }])),
    silent: open.flatMap(({ label, id, unread }) => (unread === undefined ? [{ label, id }] : [])),
    unread: open.flatMap(({ label, id, unread }) =>
      unread === undefined ? [] : [{ label, id, reason: unread }],
    ),
    complete: reports.every(({ state }) => FINAL.includes(state)),
  }
  return { ...summary, text: summaryText(summary, locale) }
}
