/**
 * A failed transfer, described in kura's own words, which are translated; the words of the operating system are not.
 */
import { english } from '../../core/language/text.ts'
import type { Phrase } from '../../core/phrase.ts'

export class TransferFault extends Error {
  readonly phrase: Phrase
  /** The code by which `neverSent` knows that nothing was sent. */
  readonly code: string | undefined

  constructor(phrase: Phrase, { code }: { code?: string } = {}) {
    super(english(phrase))
    this.phrase = phrase
    this.code = code
  }
}
