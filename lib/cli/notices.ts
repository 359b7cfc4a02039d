/** `kura notices`: what waits for a person, the oldest first. */
import type { Command } from 'commander'
import { z } from 'zod'
import { type CallOptions, withCallOptions } from './call-options.ts'
import type { CliContext } from './context.ts'
import { ageText } from './moment.ts'
import { operatorCall, readReply } from './operator.ts'

interface NoticesOptions extends CallOptions {
  readonly send?: true
}

const failedSchema = z.array(z.object({ owner: z.string(), reason: z.string() }))
const listSchema = z.object({
  notices: z.array(
    z.object({
      text: z.string(),
      since: z.string(),
      told: z.string().optional(),
      over: z.literal(true).optional(),
    }),
  ),
  failed: failedSchema,
})
const runSchema = z.object({
  outlet: z.string(),
  open: z.number(),
  told: z.number(),
  waiting: z.array(z.object({ key: z.string(), reason: z.string() })),
  failed: failedSchema,
})

const PATH = '/api/admin/notices'

export function registerNotices(program: Command, context: CliContext): void {
  withCallOptions(program.command('notices'))
    .description('what waits for a person')
    .option('--send', 'tell now what is due, as the daily run does')
    .action((options: NoticesOptions) => (options.send ? send(context, options) : list(context, options)))
}

async function list(context: CliContext, options: NoticesOptions): Promise<void> {
  const call = await operatorCall(context, { ...options, scopes: ['admin'] })
  const reply = await call({ method: 'GET', path: PATH })
  const { notices, failed } = readReply(listSchema, reply)
  const output = context.output(options)
  output.result(reply)
  for (const { owner, reason } of failed) output.note(`${owner} could not be asked: ${reason}`)
  if (notices.length === 0) return output.line('nothing waits for a person')
  const rows = notices.map(({ text, since, told, over }) => [
    ageText(since, context.now()),
    told ? ageText(told, context.now()) : 'not yet',
    over ? `over: ${text}` : text,
  ])
  output.table(rows, ['since', 'told', 'what to do'])
}

async function send(context: CliContext, options: NoticesOptions): Promise<void> {
  const call = await operatorCall(context, { ...options, scopes: ['admin'] })
  const reply = await call({ method: 'POST', path: PATH })
  const { outlet, open, told, waiting, failed } = readReply(runSchema, reply)
  const output = context.output(options)
  output.result(reply)
  output.line(`${open} open, ${told} told by ${outlet}`)
  for (const { key, reason } of waiting) output.line(`${key} was not told: ${reason}`)
  for (const { owner, reason } of failed) output.note(`${owner} could not be asked: ${reason}`)
}
