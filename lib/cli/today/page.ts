/** What the parts of the screen share. */

import type { ReplyOf } from '../../core/http/contract.ts'
import type { Message } from '../../core/language/message.ts'
import type { adminContract } from '../../services/admin/contract.ts'

export type Today = ReplyOf<typeof adminContract, 'today'>

/** How wide and how high the screen is, in characters. */
export interface ScreenSize {
  readonly columns: number
  readonly lines: number
}

/** Says a message in the company's language. */
export type Say = <Values>(message: Message<Values>, values: Values) => string
