import type { Locale } from '../../../core/language/language.ts'
import { saidReason, textOf } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { DeliverySummary } from '../contract.ts'
import type { StoredDelivery, StoredReplies, Target } from '../schema.ts'
import { summaryLines } from './rows.ts'

type TargetState = DeliverySummary['unreached'][number]['state']

export interface TargetReport {
  readonly target: Target
  readonly state: TargetState
  readonly reason?: Reason | undefined
  readonly message?: string | undefined
  /** The answers; undefined if they were not read. */
  readonly replies?: StoredReplies | undefined
  /** The reason why some answers may not have been read. */
  readonly unread?: Reason | undefined
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
    ...(why !== undefined && { why: saidReason(why) }),
    by,
    at,
    reached: sent.map(({ target: { label, id }, message = '' }) => ({ label, id, message })),
    unreached: reports
      .filter(({ state }) => state !== 'sent')
      .map(({ target: { label, id }, state, reason = '' }) => ({
        label,
        id,
        state,
        reason: saidReason(reason),
      })),
    answered: awaited.flatMap(({ label, id, at }) => (at === undefined ? [] : [{ label, id, at }])),
    silent: open.flatMap(({ label, id, unread }) => (unread === undefined ? [{ label, id }] : [])),
    unread: open.flatMap(({ label, id, unread }) =>
      unread === undefined ? [] : [{ label, id, reason: saidReason(unread) }],
    ),
    complete: reports.every(({ state }) => FINAL.includes(state)),
  }
  const lines = summaryLines(summary).map(line => textOf(line, locale))
  return { ...summary, text: lines.join('\n') }
}
