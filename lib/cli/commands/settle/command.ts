/** The options of `kura settle`: what to settle, and the decision that a script states. */
import { type Command, Option } from '@commander-js/extra-typings'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import type { ChatContract } from '../../../services/chat/contract.ts'
import type { RegistrarContract } from '../../../services/registrar/contract.ts'
import { readMoment } from '../../operator/decision.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { ALL_KINDS } from './open-item.ts'

const HELP = `
Without a CASE it takes every open item. --list only lists them; --look asks the remotes too, and decides nothing.
Without a terminal, name the decision, the operation that was shown, and your name:
kura settle CASE --release --operation ID --by NAME. Of several cases, repeat --operation in their order.
Exit status: 0 if everything is settled, 3 if something is still open, 1 if something failed.`

const accounting = filling<AccountingContract>()
const chat = filling<ChatContract>()
const registrar = filling<RegistrarContract>()

export const settleCommand = (program: Command) =>
  withCallOptions(program.command('settle'))
    .addArgument(
      accounting.argument(
        '[case...]',
        'the case of a deal or a message, a file, or a domain',
        'case',
        'receipt',
      ),
    )
    .description('settle what is not certain or waits for a person: deals, files, purchases, messages')
    .option('--list', 'list what is open, ask no remote, decide nothing')
    .option('--look', 'ask the remotes, show what they say, decide nothing')
    .option('--proposals', 'only the deals that were proposed, in one table')
    .addOption(new Option('--kind <kind>', 'only this kind').choices(ALL_KINDS))
    .option('--release', 'send a deal that waits as it is; let an ended purchase be made again')
    .option('--free', 'let a deal or a file be sent again: it is not at the service')
    .addOption(registrar.option('--order <id>', "the order that the registrar's own page shows", 'orderId'))
    .addOption(registrar.option('--no-order', "the registrar's own page shows no order", 'noOrder'))
    .option('--verified', "the link in the registrar's message was opened")
    .addOption(chat.option('--message <id>', 'the message was sent: its identifier', 'message'))
    .addOption(chat.option('--not-sent', 'the message was not sent, and may be sent again', 'not_sent'))
    .addOption(chat.option('--by <name>', 'your name; asked for if not given', 'person'))
    .addOption(accounting.option('--reason <text>', 'with --free: why; asked for if not given', 'reason'))
    .addOption(
      registrar
        .option(
          '--operation <id>',
          'decide on what was shown as this operation, without being asked',
          'operation',
        )
        .argParser((text: string, given: readonly string[] | undefined): readonly string[] => [
          ...(given ?? []),
          text,
        ]),
    )
    .addOption(
      registrar
        .option(
          '--seen-at <time>',
          'with --operation: when it was shown, before you looked elsewhere for what is not there',
          'seenAt',
        )
        .argParser(readMoment),
    )
    .addHelpText('after', HELP)

export type SettleOptions = OptionsOf<typeof settleCommand>
