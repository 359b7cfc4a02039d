/** `kura chat messages | resolve`: messages of unknown outcome, and what a person who has looked says about them. */

import type { Command } from '@commander-js/extra-typings'
import { foldCaseName } from '../../core/claims/case-name.ts'
import { AppError } from '../../core/errors.ts'
import type { Client } from '../../core/http/client.ts'
import type { GivenQuery } from '../../core/http/contract.ts'
import { readPages } from '../../core/http/pages.ts'
import type { ChatContract, MessageReport } from '../../services/chat/contract.ts'
import type { CliContext } from '../context.ts'
import {
  decidedOperation,
  type ShownOptions,
  shownAt,
  showToPerson,
  withShown,
} from '../operator/decision.ts'
import { filling } from '../operator/fills.ts'
import { type CallOptions, personOf, withCallOptions } from '../operator/options.ts'
import { ageText, momentText, textInZone } from '../terminal/moment.ts'
import { askChat, chatClient } from './call.ts'

const fills = filling<ChatContract>()

type State = NonNullable<GivenQuery<ChatContract, 'messages'>['state']>

const STATES: readonly State[] = ['unknown', 'claimed', 'done', 'refused']

interface MessagesOptions extends CallOptions {
  readonly state: State
}

interface ResolveOptions extends CallOptions, ShownOptions {
  readonly message?: string
  readonly notSent?: true
  readonly by?: string
}

export function registerChatMessages(chat: Command, context: CliContext): void {
  withCallOptions(chat.command('messages'))
    .description('list the messages of unknown outcome, or those in another state')
    .addOption(fills.option('--state <state>', 'the state', 'state').choices(STATES).default('unknown'))
    .action((options: MessagesOptions) => showMessages(options, context))
  withCallOptions(withShown(chat.command('resolve')))
    .description('record whether a message of unknown outcome was sent, after looking on the platform')
    .addArgument(fills.argument('<case>', 'the case of the message, as kura chat messages lists it', 'case'))
    .addOption(fills.option('--message <id>', 'it was sent: its identifier', 'message'))
    .addOption(fills.option('--not-sent', 'it was not sent, and may be sent again', 'not_sent'))
    .addOption(fills.option('--by <name>', 'your name; asked for if not given', 'person'))
    .action((caseName: string, options: ResolveOptions) => resolve(caseName, options, context))
}

async function showMessages(options: MessagesOptions, context: CliContext): Promise<void> {
  const { messages } = await askChat(client => allMessages(options.state, client), options, context)
  const output = context.output(options)
  if (messages.length === 0)
    return output.line(
      `there is no message in the state ${options.state}: kura chat deliver --write sends messages`,
    )
  const { timezone } = context.config.locale()
  const rows = messages.map(message => [
    message.case,
    message.state,
    ageText(message.since, context.now()),
    message.channel,
    message.message ?? textInZone(message.reason ?? '', timezone),
  ])
  output.table(rows, ['case', 'state', 'since', 'channel', 'message or reason'])
}

/** The messages of all pages. */
async function allMessages(state: State, client: Client<ChatContract>) {
  const all: MessageReport[] = []
  let facts: { readonly ignored?: readonly string[] | undefined } = {}
  for await (const { messages, next: _next, ...also } of readPages(page =>
    client.messages({ query: { state, ...page } }),
  )) {
    all.push(...messages)
    facts = also
  }
  return { ...facts, messages: all }
}

async function resolve(caseName: string, options: ResolveOptions, context: CliContext): Promise<void> {
  const { message, notSent } = options
  if ((message === undefined) === (notSent === undefined))
    throw new AppError('usage', `Cannot resolve "${caseName}": expected either --message or --not-sent`)
  const client = await chatClient(options, context)
  const output = context.output(options)
  const shown = await unknownMessage(caseName, client)
  showToPerson('the message as it is now:', messageRows(shown, context.config.locale().timezone), output)
  const operation = await decidedOperation({ ...shown, question: questionOf(options) }, options, context)
  if (operation === undefined) {
    output.result(shown)
    return output.line('nothing was recorded')
  }
  const saw =
    message === undefined
      ? ({ not_sent: true, seenAt: shownAt(options, shown.seenAt) } as const)
      : { message }
  const body = { case: caseName, operation, person: await personOf(context, options), ...saw }
  const { state } = await askChat(client => client.resolve({ body }), options, context)
  output.line(state === 'done' ? 'it was sent' : 'it was not sent: the next run of its delivery sends it')
}

/** @throws AppError `not_found` if no message of unknown outcome has this case */
async function unknownMessage(caseName: string, client: Client<ChatContract>): Promise<MessageReport> {
  const { messages } = await allMessages('unknown', client)
  const shown = messages.find(message => foldCaseName(message.case) === foldCaseName(caseName))
  if (shown) return shown
  throw new AppError('not_found', `Cannot find "${caseName}" among the messages of unknown outcome`, {
    hint: 'kura chat messages lists them; --state lists those in another state',
  })
}

function messageRows(
  { case: name, state, since, channel, reason = '', operation }: MessageReport,
  timezone: string,
): string[][] {
  return [
    ['case', name],
    ['state', state],
    ['since', momentText(since, timezone)],
    ['channel', channel],
    ['reason', textInZone(reason, timezone)],
    ['operation', operation],
  ]
}

function questionOf({ message }: ResolveOptions): string {
  return message === undefined
    ? 'looking at the channel now, is it certainly not there?'
    : `is ${message} this message?`
}
