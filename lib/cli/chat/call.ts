/** One way for the chat commands to ask the host. */
import { z } from 'zod'
import type { CliContext } from '../context.ts'
import { type OperatorRequest, operatorCall, readReply } from '../operator/client.ts'
import type { CallOptions } from '../operator/options.ts'

/** What `--local` acts with. */
export const CHAT_SCOPES = ['chat.send'] as const

const ignoredSchema = z.object({ ignored: z.array(z.string()).optional() })

/** The reply in its shape; that a person's token is set and not used is said each time. */
export async function askChat<T>(
  context: CliContext,
  { options, schema, ...request }: OperatorRequest & { options: CallOptions; schema: z.ZodType<T> },
): Promise<T> {
  const call = await operatorCall(context, { ...options, scopes: CHAT_SCOPES })
  const reply = await call(request)
  const output = context.output(options)
  for (const line of readReply(ignoredSchema, reply).ignored ?? []) output.note(line)
  output.result(reply)
  return readReply(schema, reply)
}
