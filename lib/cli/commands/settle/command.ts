import { type Command, Option } from '@commander-js/extra-typings'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import type { ChatContract } from '../../../services/chat/contract.ts'
import type { RegistrarContract } from '../../../services/registrar/contract.ts'
import { readMoment } from '../../operator/decision.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { ALL_KINDS } from './open-item.ts'
import { HELP } from './words.ts'

const accounting = filling<AccountingContract>()
const chat = filling<ChatContract>()
const registrar = filling<RegistrarContract>()

export const settleCommand = (command: Command) =>
  withCallOptions(command)
    .addArgument(accounting.argument('[case...]', HELP.cases.id, 'case', 'receipt'))
    .description(HELP.settle.id)
    .option('--list', HELP.list.id)
    .option('--look', HELP.look.id)
    .option('--proposals', HELP.proposals.id)
    .addOption(new Option('--kind <kind>', HELP.kind.id).choices(ALL_KINDS))
    .option('--release', HELP.release.id)
    .option('--free', HELP.free.id)
    .addOption(registrar.option('--order <id>', HELP.order.id, 'orderId'))
    .addOption(registrar.option('--no-order', HELP.noOrder.id, 'noOrder'))
    .option('--verified', HELP.verified.id)
    .addOption(chat.option('--message <id>', HELP.message.id, 'message'))
    .addOption(chat.option('--not-sent', HELP.notSent.id, 'not_sent'))
    .addOption(chat.option('--by <name>', HELP.by.id, 'person'))
    .addOption(accounting.option('--reason <text>', HELP.reason.id, 'reason'))
    .addOption(
      registrar
        .option('--operation <id>', HELP.operation.id, 'operation')
        .argParser((text: string, given: readonly string[] | undefined): readonly string[] => [
          ...(given ?? []),
          text,
        ]),
    )
    .addOption(registrar.option('--seen-at <time>', HELP.seenAt.id, 'seenAt').argParser(readMoment))
    .addHelpText('after', HELP.after.id)

export type SettleOptions = OptionsOf<typeof settleCommand>
