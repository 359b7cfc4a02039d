/**
 * Marks texts from outside, which kura did not write: a code of a remote, a reason in a person's words, a message of
 * the system.
 */
import type { Phrase, Reason } from '../phrase.ts'
import { catalogue, phrase } from './catalogue.ts'

const OUTSIDE = catalogue('outside', {
  text: { en: '{text}', ja: '「{text}」' },
})

const JOINED = catalogue('joined', {
  texts: { en: '{texts}', ja: '{texts}' },
})

/** The phrase of a text from outside, which is never translated; Japanese puts it in quotation marks. */
export function outside(text: string): Phrase {
  return phrase(OUTSIDE.text, { text })
}

/** The reason for people to read: a text from outside is marked as such (`outside`). */
export function quotedReason(reason: Reason): Phrase {
  return typeof reason === 'string' ? outside(reason) : reason
}

export function joined(reasons: readonly Reason[]): Phrase {
  return phrase(JOINED.texts, { texts: { items: reasons.map(quotedReason), by: 'semicolon' } })
}
