/** A text that is English for the terminal and JSON, and a phrase for other languages. */
import { type Arguments, type Message, phrase } from '../core/language/catalogue.ts'
import { english } from '../core/language/text.ts'
import type { Phrase } from '../core/phrase.ts'

export interface Said {
  /** The end of a sentence that begins with an address. */
  readonly message: string
  readonly phrase: Phrase
}

export function say<Values>(message: Message<Values>, ...values: Arguments<NoInfer<Values>>): Said {
  const said = phrase(message, ...values)
  return { message: english(said), phrase: said }
}
