import type { Command } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import type { ChatContract } from '../../../services/chat/contract.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { type CallOptions, type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import { readGivenFile } from '../../terminal/given-file.ts'
import { askChat } from './call.ts'
import { showCheck, showDryRun, showSummary } from './view.ts'

const fills = filling<ChatContract>()

export function registerChat(command: Command, context: CliContext): void {
  const chat = command.description('send messages to people: channels, deliveries')
  withCallOptions(chat.command('check'))
    .description('ask every bot about a channel and show how a message can be delivered')
    .addArgument(fills.argument('<channel>', "the channel's identifier", 'channel'))
    .action((channel, options) => check(channel, options, context))
  deliverCommand(chat).action((name, options) => deliver(name, options, context))
  withCallOptions(chat.command('summary'))
    .description('show who was reached and who was not, who has answered and who has not')
    .addArgument(fills.argument('<name>', 'the name of the delivery', 'name'))
    .action((name, options) => summary(name, options, context))
}

const deliverCommand = (chat: Command) =>
  withCallOptions(chat.command('deliver'))
    .description(
      'send one text once: to a channel, to a private channel created for it, or to people one by one',
    )
    .addArgument(
      fills.argument(
        '<name>',
        'the name of the delivery; another run of the same name continues it and sends nothing twice: the name alone is enough',
        'name',
      ),
    )
    .addOption(fills.option('--text <text>', 'the text, up to 2000 characters', 'text'))
    .addOption(fills.option('--file <file>', 'a file with the text', 'text'))
    .addOption(fills.option('--channel <id>', "the channel's identifier", 'channel'))
    .addOption(
      fills.option(
        '--to <name...>',
        'people, by user name or identifier: instead of a channel, or if it cannot be used',
        'people',
      ),
    )
    .addOption(
      fills.option('--private', 'use a private channel for the people instead of direct messages', 'way'),
    )
    .option('--write', 'send it; without it nothing is created or sent')

type DeliverOptions = OptionsOf<typeof deliverCommand>

async function check(channel: string, options: CallOptions, context: CliContext): Promise<void> {
  const found = await askChat(client => client.checkChannel({ params: { channel } }), options, context)
  showCheck(found, context.output(options))
  if (found.decision.use === 'other' && found.decision.cause === 'no_bot') context.exit(EXIT.failed)
}

async function deliver(name: string, options: DeliverOptions, context: CliContext): Promise<void> {
  const body = {
    name,
    ...(await textOf(name, options, context)),
    ...(options.channel && { channel: options.channel }),
    ...(options.to && { people: options.to }),
    ...(options.private && { way: 'private_channel' as const }),
  }
  const mode = options.write ? 'write' : 'dry-run'
  const reply = await askChat(client => client.deliver({ body, mode }), options, context)
  const output = context.output(options)
  if ('mode' in reply) return showDryRun(reply, output)
  showSummary(reply, output)
  if (!reply.complete || reply.reached.length === 0) context.exit(EXIT.failed)
}

/**
 * Without text, file and recipients, returns no text, so that an existing delivery is continued unchanged.
 * @throws AppError `usage`
 */
async function textOf(
  name: string,
  { text, file, channel, to, private: isPrivate }: DeliverOptions,
  context: CliContext,
): Promise<{ text?: string }> {
  if (text !== undefined && file === undefined) return { text }
  if (file !== undefined && text === undefined)
    return { text: (await readGivenFile(file, 'the message', context)).trim() }
  if (text === undefined && !(channel ?? to ?? isPrivate)) return {}
  throw new AppError('usage', `Cannot deliver "${name}": expected either --text or --file`)
}

async function summary(name: string, options: CallOptions, context: CliContext): Promise<void> {
  const found = await askChat(client => client.summary({ params: { name } }), options, context)
  showSummary(found, context.output(options))
}
