/** How every chat command calls the host. */

import type { Client } from '../../core/http/client.ts'
import { type ChatContract, chatContract } from '../../services/chat/contract.ts'
import type { CliContext } from '../context.ts'
import { operatorClient } from '../operator/client.ts'
import type { CallOptions } from '../operator/options.ts'

/** The scopes that `--local` acts with. */
export const CHAT_SCOPES = ['chat.send', 'approve'] as const

/** A reply may name the variables of a person's token that are set. */
interface ChatReply {
  readonly ignored?: readonly string[] | undefined
}

export function chatClient(options: CallOptions, context: CliContext): Promise<Client<ChatContract>> {
  return operatorClient(chatContract, { ...options, scopes: CHAT_SCOPES }, context)
}

/** Calls the host and prints the reply as JSON if asked to; warns each time about a person's token that is set. */
export async function askChat<Reply extends ChatReply>(
  ask: (client: Client<ChatContract>) => Promise<Reply>,
  options: CallOptions,
  context: CliContext,
): Promise<Reply> {
  const reply = await ask(await chatClient(options, context))
  const output = context.output(options)
  for (const line of reply.ignored ?? []) output.note(line)
  output.result(reply)
  return reply
}
