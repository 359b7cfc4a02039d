import type { ReplyOf } from '../../../core/http/contract.ts'
import type { adminContract } from '../../../services/admin/contract.ts'

export type Today = ReplyOf<typeof adminContract, 'today'>

/** Width and height of the screen in characters. */
export interface ScreenSize {
  readonly columns: number
  readonly lines: number
}
