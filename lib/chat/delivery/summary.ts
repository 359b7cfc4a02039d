/** How a delivery stands, as one report: who was reached, who was not and why, who has answered and who has not. */
import type { StoredDelivery, StoredReplies, Target } from '../schema.ts'

export type TargetState = 'sent' | 'refused' | 'limited' | 'unknown' | 'in_progress' | 'waiting' | 'conflict'

/** How one target stands. */
export interface TargetReport {
  readonly target: Target
  readonly state: TargetState
  readonly reason?: string | undefined
  readonly message?: string | undefined
  /** Undefined where the answers were not asked for. */
  readonly replies?: StoredReplies | undefined
  /** Why there may be more answers. */
  readonly unread?: string | undefined
}

export interface DeliverySummary {
  readonly name: string
  readonly way: StoredDelivery['way']
  readonly why?: string | undefined
  readonly by: string
  readonly at: string
  readonly reached: readonly Reached[]
  readonly unreached: readonly { label: string; id: string; state: TargetState; reason: string }[]
  readonly answered: readonly { label: string; id: string; at: string }[]
  readonly silent: readonly { label: string; id: string }[]
  /** Whose answers could not be read, and why. */
  readonly unread: readonly { label: string; id: string; reason: string }[]
  /** Everybody was reached, or cannot be. */
  readonly complete: boolean
}

interface Reached {
  readonly label: string
  readonly id: string
  readonly message: string
}

const ENDED: readonly TargetState[] = ['sent', 'refused', 'conflict']

export function summarise(
  name: string,
  { way, why, by, at }: StoredDelivery,
  reports: readonly TargetReport[],
): DeliverySummary {
  const sent = reports.filter(({ state }) => state === 'sent')
  const awaited = sent.flatMap(({ target, replies, unread }) =>
    target.awaits.map(person => ({ ...person, at: replies?.answered[person.id], unread })),
  )
  const open = awaited.filter(({ at }) => at === undefined)
  return {
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
    complete: reports.every(({ state }) => ENDED.includes(state)),
  }
}
