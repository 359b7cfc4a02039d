/** `kura chat …`: which way a message can go, deliveries, and the status message. Nothing is sent without `--write`. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { type CallOptions, withCallOptions } from '../operator/options.ts'
import { momentText } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'
import { askChat } from './call.ts'
import { registerChatMessages } from './messages.ts'
import { BASE, checkSchema, planSchema, showSummary, statusSchema, summarySchema } from './view.ts'

interface DeliverOptions extends CallOptions {
  readonly text?: string
  readonly file?: string
  readonly channel?: string
  readonly to?: string[]
  readonly private?: true
  readonly write?: true
}

const EXIT_INCOMPLETE = 1

export function registerChat(program: Command, context: CliContext): void {
  const chat = program.command('chat').description('telling people: channels, deliveries, the status message')
  withCallOptions(chat.command('check'))
    .description('ask every bot about a channel, and say which way a message can go')
    .argument('<channel>', "the channel's identifier")
    .action((channel: string, options: CallOptions) => check(context, channel, options))
  withCallOptions(chat.command('deliver'))
    .description(
      'send one text once: to a channel, to a private channel made for it, or to people one by one',
    )
    .argument(
      '<name>',
      'names the delivery; the same name is delivered once, and taken up where it was cut off',
    )
    .option('--text <text>', 'what to say, up to 2000 characters')
    .option('--file <file>', 'a file that holds it')
    .option('--channel <id>', "a channel's identifier")
    .option(
      '--to <name...>',
      'people: user names or identifiers; instead of a channel, or where it does not work',
    )
    .option('--private', 'people get a private channel; without it direct messages')
    .option('--write', 'really send; without it nothing is made or sent')
    .action((name: string, options: DeliverOptions) => deliver(context, name, options))
  withCallOptions(chat.command('summary'))
    .description('who was reached and who was not, who has answered and who has not')
    .argument('<name>', 'the delivery')
    .action((name: string, options: CallOptions) => summary(context, name, options))
  withCallOptions(chat.command('status'))
    .description('the status message: devices, the token, what waits for a person')
    .option('--write', 'post it into the channel of CHAT_NOTICES_CHANNEL_ID')
    .action((options: CallOptions & { write?: true }) => status(context, options))
  registerChatMessages(chat, context)
}

async function check(context: CliContext, channel: string, options: CallOptions): Promise<void> {
  const path = `${BASE}/channels/${encodeURIComponent(channel)}`
  const found = await askChat(context, { method: 'GET', path, options, schema: checkSchema })
  const output = context.output(options)
  const rows = found.observations.map(({ bot, saw }) => [
    bot.name,
    'type' in saw ? `sees it, type ${saw.type}` : `${saw.status}, code ${saw.code}`,
  ])
  output.table(rows, ['bot', 'channel'])
  showRefused(output, found)
  output.line()
  output.line(found.decision.use === 'channel' ? 'use the channel' : found.decision.why)
}

async function deliver(context: CliContext, name: string, options: DeliverOptions): Promise<void> {
  const json = {
    name,
    text: await textOf(context, options),
    ...(options.channel && { channel: options.channel }),
    ...(options.to && { people: options.to }),
    ...(options.private && { way: 'private_channel' }),
  }
  const request = { method: 'POST', path: `${BASE}/deliveries`, json, options } as const
  const output = context.output(options)
  if (!options.write) return showPlan(output, await askChat(context, { ...request, schema: planSchema }))
  const sent = await askChat(context, { ...request, query: { mode: 'write' }, schema: summarySchema })
  showSummary(output, sent)
  if (!sent.complete || sent.reached.length === 0) context.exit(EXIT_INCOMPLETE)
}

async function textOf(context: CliContext, { text, file }: DeliverOptions): Promise<string> {
  if (text !== undefined && file === undefined) return text
  if (file !== undefined && text === undefined) return (await readText(context, file)).trim()
  throw new AppError('usage', 'Cannot deliver without one text: wanted --text or --file')
}

function readText({ cwd }: CliContext, file: string): Promise<string> {
  return readFile(resolve(cwd, file), 'utf8').catch((cause: unknown) => {
    throw new AppError('usage', `Cannot read the text "${file}"`, { cause })
  })
}

function showPlan(output: Output, plan: z.infer<typeof planSchema>): void {
  showRefused(output, plan)
  if (plan.why) output.line(plan.why)
  const where = plan.channelName
    ? `a private channel "${plan.channelName}"`
    : (plan.channel ?? 'each of them')
  output.line(`dry run: ${plan.characters} characters by ${plan.way.replaceAll('_', ' ')} to ${where}`)
  output.table(plan.people.map(({ label, id }) => [label, id]))
  output.line(
    plan.begun === undefined
      ? 'add --write to send'
      : `begun on ${momentText(plan.begun)}: --write sends only what is not out yet, kura chat summary says what is`,
  )
}

function showRefused(output: Output, { refused }: Pick<z.infer<typeof planSchema>, 'refused'>): void {
  for (const { token, reason } of refused) output.line(`token ${token} is not used: ${reason}`)
}

async function summary(context: CliContext, name: string, options: CallOptions): Promise<void> {
  const path = `${BASE}/deliveries/${encodeURIComponent(name)}`
  const found = await askChat(context, { method: 'GET', path, options, schema: summarySchema })
  showSummary(context.output(options), found)
}

async function status(context: CliContext, options: CallOptions & { write?: true }): Promise<void> {
  const write = { method: 'POST', query: { mode: 'write' } } as const
  const request = options.write ? write : ({ method: 'GET' } as const)
  const found = await askChat(context, { ...request, path: `${BASE}/status`, options, schema: statusSchema })
  const output = context.output(options)
  output.line(found.text)
  if (found.state === undefined) return
  const posted = found.state === 'done'
  output.line(posted ? '\nposted' : `\nnot posted (${found.state}): ${found.reason ?? 'no reason is known'}`)
  if (!posted) context.exit(EXIT_INCOMPLETE)
}
