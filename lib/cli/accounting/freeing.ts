/** Frees what kura holds, in a person's name: it is shown first, and confirmed, as every decision is. */

import type { Command, OptionValues } from '@commander-js/extra-typings'
import { AppError } from '../../core/errors.ts'
import type { AccountingContract } from '../../services/accounting/contract.ts'
import type { CliContext } from '../context.ts'
import { decidedOperation, type ShownOptions, showToPerson, withOperation } from '../operator/decision.ts'
import { filling } from '../operator/fills.ts'
import { personOf } from '../operator/options.ts'
import type { AccountingOptions } from './call.ts'

const fills = filling<AccountingContract>()

export interface FreeOptions extends AccountingOptions, Pick<ShownOptions, 'operation'> {
  readonly by?: string
  readonly reason?: string
}

/** What is to be freed, as a person sees it. */
interface Held {
  /** `the case "receipt 1"` */
  readonly what: string
  readonly state: string
  readonly operation: string
  readonly rows: readonly (readonly string[])[]
  readonly question: string
}

export function withFreeOptions<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return withOperation(
    command
      .addOption(fills.option('--by <name>', 'your name; asked for if not given', 'person'))
      .addOption(fills.option('--reason <text>', 'why; asked for if not given', 'reason')),
  )
}

/** What the person says, as the host takes it; undefined if the person decides to free nothing. @throws AppError `usage` */
export async function readFreeing(
  { what, state, operation, rows, question }: Held,
  options: FreeOptions,
  context: CliContext,
): Promise<{ person: string; reason: string; operation: string } | undefined> {
  const output = context.output(options)
  showToPerson(`${what} is ${state}:`, [...rows, ['operation', operation]], output)
  const decided = await decidedOperation({ operation, question }, options, context)
  if (decided === undefined) {
    output.line('nothing was freed')
    return undefined
  }
  const reason = (options.reason ?? (await context.ask('why: '))).trim()
  if (reason === '')
    throw new AppError('usage', `Cannot free ${what} without a reason`, {
      hint: 'give one with --reason TEXT',
    })
  return { person: await personOf(context, options), reason, operation: decided }
}
