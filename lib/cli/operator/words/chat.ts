/** What a person types for the members of `/api/chat/…`. */
import type { ChatContract } from '../../../services/chat/contract.ts'
import { type ContractWords, FILLED } from './own-words.ts'

export const CHAT_WORDS = {
  checkChannel: { channel: '<channel>' },
  deliver: { name: '<name>', text: '--text', channel: '--channel', people: '--to', way: '--private' },
  summary: { name: '<name>' },
  messages: { state: '--state', after: FILLED, limit: FILLED },
  resolve: {
    case: '<case>',
    person: '--by',
    operation: '--operation',
    message: '--message',
    not_sent: '--not-sent',
    seenAt: '--seen-at',
  },
} as const satisfies ContractWords<ChatContract>
