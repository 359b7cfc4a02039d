import { english } from '../../core/language/text.ts'
import type { Phrase } from '../../core/phrase.ts'

/** A failed transfer in kura's own words, which are translated; the words of the operating system are not. */
export class TransferFault extends Error {
  readonly phrase: Phrase
  /** `neverSent` knows from this code that nothing was sent. */
  readonly code: string | undefined

  constructor(phrase: Phrase, { code }: { code?: string } = {}) {
    super(english(phrase))
    this.phrase = phrase
    this.code = code
  }
}
