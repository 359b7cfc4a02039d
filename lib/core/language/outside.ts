import type { Phrase, Reason } from '../phrase.ts'
import { catalogue, phrase } from './catalogue.ts'

const OUTSIDE = catalogue('outside', {
  text: { en: '{text}', ja: '「{text}」' },
})

const JOINED = catalogue('joined', {
  texts: { en: '{texts}', ja: '{texts}' },
})

/** A text that kura did not write, so it is never translated. Japanese puts it in quotation marks. */
export function outside(text: string): Phrase {
  return phrase(OUTSIDE.text, { text })
}

export function quotedReason(reason: Reason): Phrase {
  return typeof reason === 'string' ? outside(reason) : reason
}

export function joined(reasons: readonly Reason[]): Phrase {
  return phrase(JOINED.texts, { texts: { items: reasons.map(quotedReason), by: 'semicolon' } })
}
