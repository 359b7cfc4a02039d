/** `kura chat messages | resolve`: messages of unknown outcome, and what a person who has looked says of them. */
import type { Command } from 'commander'
import { AppError } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { type CallOptions, personOf, withCallOptions } from '../operator/options.ts'
import { ageText } from '../terminal/moment.ts'
import { askChat } from './call.ts'
import { BASE, messageSchema, messagesSchema } from './view.ts'

interface MessagesOptions extends CallOptions {
  readonly state?: string
}

interface ResolveOptions extends CallOptions {
  readonly message?: string
  readonly notSent?: true
  readonly by?: string
}

export function registerChatMessages(chat: Command, context: CliContext): void {
  withCallOptions(chat.command('messages'))
    .description('the messages of unknown outcome')
    .option('--state <state>', 'those in another state: claimed, done or refused')
    .action((options: MessagesOptions) => showMessages(context, options))
  withCallOptions(chat.command('resolve'))
    .description('say what became of a message of unknown outcome, after looking at the platform')
    .argument('<case>', 'the message, as kura chat messages names it')
    .option('--message <id>', 'it is there: its identifier')
    .option('--not-sent', 'it is not there: it may be sent again')
    .option('--by <name>', 'your name; asked for unless given')
    .action((caseName: string, options: ResolveOptions) => resolve(context, caseName, options))
}

async function showMessages(context: CliContext, options: MessagesOptions): Promise<void> {
  const query = options.state === undefined ? {} : { state: options.state }
  const request = { method: 'GET', path: `${BASE}/messages`, query, options } as const
  const { messages } = await askChat(context, { ...request, schema: messagesSchema })
  const output = context.output(options)
  if (messages.length === 0) return output.line('there is no such message')
  const rows = messages.map(message => [
    message.case,
    message.state,
    ageText(message.since, context.now()),
    message.channel,
    message.message ?? message.reason ?? '',
  ])
  output.table(rows, ['case', 'state', 'since', 'channel', 'message, or why'])
}

async function resolve(context: CliContext, caseName: string, options: ResolveOptions): Promise<void> {
  const { message, notSent } = options
  if ((message === undefined) === (notSent === undefined))
    throw new AppError(
      'usage',
      'Cannot resolve the message without one answer: wanted --message or --not-sent',
    )
  const person = await personOf(context, options)
  const seen = message === undefined ? { not_sent: true } : { message }
  const request = { method: 'POST', path: `${BASE}/messages/resolve`, options } as const
  const json = { case: caseName, person, ...seen }
  const { state } = await askChat(context, { ...request, json, schema: messageSchema })
  context
    .output(options)
    .line(state === 'done' ? 'it was sent' : 'it was not sent: the next run of its delivery sends it')
}
