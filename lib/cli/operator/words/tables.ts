/** The words of every contract that a command calls. */

import type { Contract } from '../../../core/http/contract.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import { activityContract } from '../../../services/activity/contract.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { chatContract } from '../../../services/chat/contract.ts'
import { registrarContract } from '../../../services/registrar/contract.ts'
import { ACCOUNTING_WORDS } from './accounting.ts'
import { ACTIVITY_WORDS, ADMIN_WORDS } from './admin.ts'
import { CHAT_WORDS } from './chat.ts'
import type { OwnWords, UNSENT } from './own-words.ts'
import { REGISTRAR_WORDS } from './registrar.ts'

export type WordTable = Readonly<Record<string, OwnWords | typeof UNSENT>>

export const WORD_TABLES: ReadonlyMap<Contract, WordTable> = new Map<Contract, WordTable>([
  [adminContract, ADMIN_WORDS],
  [activityContract, ACTIVITY_WORDS],
  [accountingContract, ACCOUNTING_WORDS],
  [registrarContract, REGISTRAR_WORDS],
  [chatContract, CHAT_WORDS],
])

/** The words of an endpoint; none if no command sends it. */
export function wordsOf({ contract, name }: { contract: Contract; name: string }): OwnWords {
  const words = WORD_TABLES.get(contract)?.[name]
  return typeof words === 'object' ? words : {}
}
