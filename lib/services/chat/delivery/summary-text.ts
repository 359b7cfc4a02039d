/** The summary of a delivery in the company's language. */

import { phrase } from '../../../core/language/catalogue.ts'
import type { Locale } from '../../../core/language/language.ts'
import { readPhrases } from '../../../core/language/reading.ts'
import { english, sayIn } from '../../../core/language/text.ts'
import type { Value } from '../../../core/phrase.ts'
import type { DeliverySummary } from '../contract.ts'
import { DELIVERY, DELIVERY_REASONS, STATES, WAYS } from '../words.ts'

/** Why the channel is not used, a line with the counts, one for each person or channel, and what to do if it is not complete. */
export function summaryText(summary: Omit<DeliverySummary, 'text'>, locale: Locale): string {
  const { way, why, reached, unreached, answered, silent, unread, complete } = summary
  const say = sayIn(locale)
  const awaited = new Set([...answered, ...silent, ...unread].map(({ id }) => id))
  const isUnsettled = unreached.some(({ state }) => state === 'unknown')
  return [
    ...(why === undefined ? [] : [say(DELIVERY.why, { why: reasons(why) })]),
    say(DELIVERY.counts, { way: phrase(WAYS[way]), reached: reached.length, unreached: unreached.length }),
    ...reached
      .filter(({ id }) => !awaited.has(id))
      .map(({ label }) => `- ${say(DELIVERY.reached, { label: called(label) })}`),
    ...answered.map(
      ({ label, at }) => `- ${say(DELIVERY.answered, { label: called(label), at: Date.parse(at) })}`,
    ),
    ...silent.map(({ label }) => `- ${say(DELIVERY.silent, { label: called(label) })}`),
    ...unread.map(
      ({ label, reason }) => `- ${say(DELIVERY.unread, { label: called(label), reason: reasons(reason) })}`,
    ),
    ...unreached.map(
      ({ label, state, reason }) =>
        `- ${say(DELIVERY.unreached, { label: called(label), state: phrase(STATES[state]), reason: reasons(reason) })}`,
    ),
    ...(complete ? [] : [say(DELIVERY.incomplete)]),
    ...(!complete && isUnsettled ? [say(DELIVERY.unsettled)] : []),
  ].join('\n')
}

/** The reasons in an English text. */
function reasons(text: string): Value {
  return { items: readPhrases(text), by: 'semicolon' }
}

/** A target as the requester calls it; a channel has no such name. */
function called(label: string): Value {
  const channel = phrase(DELIVERY_REASONS.theChannel)
  return label === english(channel) ? channel : label
}
