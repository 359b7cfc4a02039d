import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { TERMINAL } from './words.ts'

const LARGEST = 1_000_000

/**
 * Returns a reader of numbers from 1 to `largest`, in ASCII or full-width digits.
 * @throws AppError `usage` that names the option
 */
export function wholeNumber(option: string, largest = LARGEST): (text: string) => number {
  return text => {
    const plain = text.normalize('NFKC').trim()
    const number = /^[0-9]{1,7}$/.test(plain) ? Number(plain) : 0
    if (number >= 1 && number <= largest) return number
    const why = phrase(TERMINAL.wholeNumber, { largest })
    throw phraseError('usage', phrase(TERMINAL.unusable, { what: option, value: text, why }))
  }
}
