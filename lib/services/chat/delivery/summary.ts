/**
 * Reports on a delivery, with a text in the company's language: who was reached, who was not and why, who has answered
 * and who has not.
 */
import { phrase } from '../../../core/language/catalogue.ts'
import type { Locale } from '../../../core/language/language.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import {
  english,
  type ReasonMembers,
  reasonIn,
  reasonMembers,
  sayIn,
  whyMembers,
} from '../../../core/language/text.ts'
import type { Reason, Value } from '../../../core/phrase.ts'
import { DELIVERY_REASONS } from '../acts/words.ts'
import type { DeliverySummary } from '../contract.ts'
import type { StoredDelivery, StoredReplies, Target } from '../schema.ts'
import { DELIVERY, STATES, WAYS } from './words.ts'

export type TargetState = 'sent' | 'refused' | 'limited' | 'unknown' | 'in_progress' | 'waiting' | 'conflict'

/** The state of one target. */
export interface TargetReport {
  readonly target: Target
  readonly state: TargetState
  readonly reason?: Reason | undefined
  readonly message?: string | undefined
  /** The answers to the message; undefined if they were not read. */
  readonly replies?: StoredReplies | undefined
  /** Why kura may not have read all answers of the person to the message. */
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
    ...(why !== undefined && whyMembers(why)),
    by,
    at,
    reached: sent.map(({ target: { label, id }, message = '' }) => ({ label, id, message })),
    unreached: reports
      .filter(({ state }) => state !== 'sent')
      .map(({ target: { label, id }, state, reason = '' }) => ({
        label,
        id,
        state,
        ...reasonMembers(reason),
      })),
    answered: awaited.flatMap(({ label, id, at }) => (at === undefined ? [] : [{ label, id, at }])),
    silent: open.flatMap(({ label, id, unread }) => (unread === undefined ? [{ label, id }] : [])),
    unread: open.flatMap(({ label, id, unread }) =>
      unread === undefined ? [] : [{ label, id, ...reasonMembers(unread) }],
    ),
    complete: reports.every(({ state }) => FINAL.includes(state)),
  }
  return { ...summary, text: summaryText(summary, locale) }
}

/**
 * Returns the text of a summary: why the channel is not used, a line with the counts, a line for each person or
 * channel, and what to do if the delivery is not complete.
 */
export function summaryText(summary: Omit<DeliverySummary, 'text'>, locale: Locale): string {
  const { way, reached, unreached, answered, silent, unread, complete } = summary
  const say = sayIn(locale)
  const awaited = new Set([...answered, ...silent, ...unread].map(({ id }) => id))
  const isUnsettled = unreached.some(({ state }) => state === 'unknown')
  return [
    ...(summary.why === undefined
      ? []
      : [say(DELIVERY.why, { why: reasonText({ ...summary, reason: summary.why }) })]),
    say(DELIVERY.counts, { way: phrase(WAYS[way]), reached: reached.length, unreached: unreached.length }),
    ...reached
      .filter(({ id }) => !awaited.has(id))
      .map(({ label }) => `- ${say(DELIVERY.reached, { label: called(label) })}`),
    ...answered.map(
      ({ label, at }) => `- ${say(DELIVERY.answered, { label: called(label), at: Date.parse(at) })}`,
    ),
    ...silent.map(({ label }) => `- ${say(DELIVERY.silent, { label: called(label) })}`),
    ...unread.map(
      ({ label, ...why }) => `- ${say(DELIVERY.unread, { label: called(label), reason: reasonText(why) })}`,
    ),
    ...unreached.map(
      ({ label, state, ...why }) =>
        `- ${say(DELIVERY.unreached, { label: called(label), state: phrase(STATES[state]), reason: reasonText(why) })}`,
    ),
    ...(complete ? [] : [say(DELIVERY.incomplete)]),
    ...(!complete && isUnsettled ? [say(DELIVERY.unsettled)] : []),
  ].join('\n')
}

/** Returns the reason in a member of the summary; if the reason comes from outside, in quotation marks. */
function reasonText(member: ReasonMembers): Value {
  return quotedReason(reasonIn(member) ?? '')
}

/** Returns the name that the requester gave a target; for a channel, the words "the channel". */
function called(label: string): Value {
  const channel = phrase(DELIVERY_REASONS.theChannel)
  return label === english(channel) ? channel : label
}
