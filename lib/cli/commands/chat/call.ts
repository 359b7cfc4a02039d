import type { Client } from '../../../core/http/client.ts'
import { type ChatContract, chatContract } from '../../../services/chat/contract.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import type { CallOptions } from '../../operator/options.ts'

/** The scopes that a command has under `--local`. */
export const CHAT_SCOPES = ['chat.send', 'approve'] as const

/** `ignored` has a remark for each environment variable with a person's token, which the host does not use. */
interface ChatReply {
  readonly ignored?: readonly string[] | undefined
}

function chatClient(options: CallOptions, context: CliContext): Promise<Client<ChatContract>> {
  return operatorClient(chatContract, { ...options, scopes: CHAT_SCOPES }, context)
}

/**
 * Calls the host, prints the reply as JSON if `--json` was given, and warns if variables with a person's token were
 * ignored.
 */
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
