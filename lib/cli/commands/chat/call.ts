import type { Client } from '../../../core/http/client.ts'
import { type ChatContract, chatContract } from '../../../services/chat/contract.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import type { CallOptions } from '../../operator/options.ts'

/** The scopes that a command has under `--local`. */
export const CHAT_SCOPES = ['chat.send', 'approve'] as const

/** `ignored` has a remark for each variable with a person's token, because the host uses no such token. */
interface ChatReply {
  readonly ignored?: readonly string[] | undefined
}

export async function askChat<Reply extends ChatReply>(
  ask: (client: Client<ChatContract>) => Promise<Reply>,
  options: CallOptions,
  context: CliContext,
): Promise<Reply> {
  const client = await operatorClient(chatContract, { ...options, scopes: CHAT_SCOPES }, context)
  const reply = await ask(client)
  const output = context.output(options)
  for (const line of reply.ignored ?? []) output.note(line)
  output.result(reply)
  return reply
}
