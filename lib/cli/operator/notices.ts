/** `kura notices`: what waits for a person, the oldest first. */
import type { Command } from 'commander'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { ageText } from '../terminal/moment.ts'
import { operatorCall, readReply } from './client.ts'
import { type CallOptions, personOf, withCallOptions } from './options.ts'

interface NoticesOptions extends CallOptions {
  readonly send?: true
  readonly done?: string
  readonly by?: string
}

const failedSchema = z.array(z.object({ owner: z.string(), reason: z.string() }))
const listSchema = z.object({
  notices: z.array(
    z.object({
      key: z.string(),
      step: z.string(),
      text: z.string(),
      since: z.string(),
      told: z.string().optional(),
      done: z.string().optional(),
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
    .option('--done <matter>', 'say that you have dealt with it: it is told again at another step only')
    .option('--by <name>', 'with --done: your name; asked for unless given')
    .action((options: NoticesOptions) => {
      if (options.done !== undefined) return sayDone(context, options.done, options)
      return options.send ? send(context, options) : list(context, options)
    })
}

async function list(context: CliContext, options: NoticesOptions): Promise<void> {
  const call = await operatorCall(context, { ...options, scopes: ['admin'] })
  const reply = await call({ method: 'GET', path: PATH })
  const { notices, failed } = readReply(listSchema, reply)
  const output = context.output(options)
  output.result(reply)
  for (const { owner, reason } of failed) output.note(`${owner} could not be asked: ${reason}`)
  if (notices.length === 0) return output.line('nothing waits for a person')
  const rows = notices.map(({ key, text, since, told, done, over }) => [
    key,
    ageText(since, context.now()),
    told ? ageText(told, context.now()) : 'not yet',
    `${over ? 'over: ' : ''}${done ? `done, says ${done}: ` : ''}${text}`,
  ])
  output.table(rows, ['matter', 'since', 'told', 'what to do'])
}

/** What the person has dealt with is the matter as it is listed now. */
async function sayDone(context: CliContext, key: string, options: NoticesOptions): Promise<void> {
  const call = await operatorCall(context, { ...options, scopes: ['admin'] })
  const { notices } = readReply(listSchema, await call({ method: 'GET', path: PATH }))
  const found = notices.find(notice => notice.key === key)
  if (!found)
    throw new AppError('usage', `Cannot find the matter "${key}"`, { hint: 'kura notices lists them' })
  const json = { key, step: found.step, person: await personOf(context, options) }
  const reply = await call({ method: 'POST', path: `${PATH}/done`, json })
  const output = context.output(options)
  output.result(reply)
  output.line(`noted: ${found.text}`)
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
