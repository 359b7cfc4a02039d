/** The summary of a delivery in the company's language. */
import '../words.ts'
import { DELIVERY } from '../../../core/language/catalogue/delivery.ts'
import type { Locale } from '../../../core/language/language.ts'
import { type Message, textOf } from '../../../core/language/message.ts'
import type { DeliverySummary } from '../contract.ts'

/** Why the channel is not used, a line with the counts, one for each person or channel, and what to do if it is not complete. */
export function summaryText(summary: Omit<DeliverySummary, 'text'>, locale: Locale): string {
  const { way, why, reached, unreached, answered, silent, unread, complete } = summary
  const say = <Values>(message: Message<Values>, values: Values) => textOf(message, values, locale)
  const awaited = new Set([...answered, ...silent, ...unread].map(({ id }) => id))
  const isUnsettled = unreached.some(({ state }) => state === 'unknown')
  return [
    ...(why === undefined ? [] : [say(DELIVERY.why, why)]),
    say(DELIVERY.counts, { way, reached: reached.length, unreached: unreached.length }),
    ...reached.filter(({ id }) => !awaited.has(id)).map(({ label }) => `- ${say(DELIVERY.reached, label)}`),
    ...answered.map(({ label, at }) => `- ${say(DELIVERY.answered, { label, at: Date.parse(at) })}`),
    ...silent.map(({ label }) => `- ${say(DELIVERY.silent, label)}`),
    ...unread.map(person => `- ${say(DELIVERY.unread, person)}`),
    ...unreached.map(target => `- ${say(DELIVERY.unreached, target)}`),
    ...(complete ? [] : [say(DELIVERY.incomplete, undefined)]),
    ...(!complete && isUnsettled ? [say(DELIVERY.unsettled, undefined)] : []),
  ].join('\n')
}
