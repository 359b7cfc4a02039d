import { phrase } from '../../../core/language/catalogue.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { english, reasonIn, type SaidReason } from '../../../core/language/text.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import { DELIVERY_REASONS } from '../acts/words.ts'
import type { ChannelCheck, DeliveryDryRun, DeliverySummary } from '../contract.ts'
import { DELIVERY, STATES, WAYS } from './words.ts'
// loads the messages of stored reasons
import '../../../core/remote/words.ts'
import '../channel/words.ts'
import '../remote/words.ts'

export type Facts = Omit<DeliverySummary, 'text'>

/** A recipient. `remark` says when they answered, or why there is no message or answer. Empty if none is awaited. */
export interface RecipientRow {
  readonly label: Reason
  readonly state: DeliverySummary['unreached'][number]['state']
  readonly remark: Reason
}

export function reachedRows({ reached, answered, silent, unread }: Facts): RecipientRow[] {
  const awaited = new Set([...answered, ...silent, ...unread].map(({ id }) => id))
  const row = (label: string, remark: Reason) => ({ label: called(label), state: 'sent', remark }) as const
  return [
    ...reached.filter(({ id }) => !awaited.has(id)).map(({ label }) => row(label, '')),
    ...answered.map(({ label, at }) => row(label, phrase(DELIVERY.answered, { at: Date.parse(at) }))),
    ...silent.map(({ label }) => row(label, phrase(DELIVERY.silent))),
    ...unread.map(({ label, reason }) => row(label, phrase(DELIVERY.unread, { reason: quoted(reason) }))),
  ]
}

export function unreachedRows({ unreached }: Facts): RecipientRow[] {
  return unreached.map(({ label, state, reason }) => ({
    label: called(label),
    state,
    remark: quoted(reason),
  }))
}

export function summaryLines(summary: Facts): Phrase[] {
  const { way, reached, unreached, complete } = summary
  const isUnsettled = unreached.some(({ state }) => state === 'unknown')
  return [
    ...unusedChannel(summary),
    phrase(DELIVERY.counts, { way: phrase(WAYS[way]), reached: reached.length, unreached: unreached.length }),
    ...[...reachedRows(summary), ...unreachedRows(summary)].map(lineOf),
    ...(complete ? [] : [phrase(DELIVERY.incomplete)]),
    ...(!complete && isUnsettled ? [phrase(DELIVERY.unsettled)] : []),
  ]
}

function lineOf({ label, state, remark }: RecipientRow): Phrase {
  const values = { label, state: phrase(STATES[state]) }
  return remark === '' ? phrase(DELIVERY.recipient, values) : phrase(DELIVERY.remarked, { ...values, remark })
}

/** Says why the channel that was asked for is not used; empty if it is. */
export function unusedChannel({ why }: Pick<Facts, 'why'>): Phrase[] {
  return why === undefined ? [] : [phrase(DELIVERY.unusedChannel, { why: quoted(why) })]
}

export function unusedTokens({ refused }: Pick<ChannelCheck, 'refused'>): Phrase[] {
  return refused.map(({ token, reason }) => phrase(DELIVERY.unusedToken, { token, reason: quoted(reason) }))
}

/** Says when the delivery was begun; empty for a new one. */
export function begunBefore({ begun }: Pick<DeliveryDryRun, 'begun'>): Phrase[] {
  return begun === undefined ? [] : [phrase(DELIVERY.begun, { at: Date.parse(begun) })]
}

/** The reason, in quotation marks if it is from outside. */
function quoted(reason: SaidReason): Phrase {
  return quotedReason(reasonIn(reason))
}

/** The requester's own name for a target, or "the channel" for a channel. */
function called(label: string): Reason {
  const channel = phrase(DELIVERY_REASONS.theChannel)
  return label === english(channel) ? channel : label
}
