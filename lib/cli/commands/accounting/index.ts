import type { Command } from '@commander-js/extra-typings'
import { tokensOf } from '../../../app/accounting-access.ts'
import { core } from '../../../app/core.ts'
import type { CliContext } from '../../context.ts'
import { provideStoreHere } from '../../operator/deployment-store.ts'
import type { AccountingContext } from './call.ts'
import { registerAccountingDeal } from './deals/deal.ts'
import { registerAccountingFirstDeal } from './deals/first-deal.ts'
import { HELP } from './help.ts'
import { registerAccountingImport } from './imports/index.ts'
import { registerAccountingJournal } from './journals/journal.ts'
import { registerAccountingDeals } from './lists/deals.ts'
import { registerAccountingList } from './lists/list.ts'
import { registerAccountingPartners } from './partners.ts'
import { registerAccountingLearn } from './taxes/learn-codes.ts'
import { registerAccountingAuthorize } from './tokens/authorize.ts'
import { registerAccountingToken } from './tokens/token.ts'

export function registerAccounting(
  command: Command,
  context: CliContext & Partial<Pick<AccountingContext, 'accountingTokens'>>,
): void {
  const accounting = command.description(HELP.group.id)
  const withTokens = { ...context, accountingTokens: context.accountingTokens ?? tokensHere(context) }
  registerAccountingAuthorize(accounting, context)
  registerAccountingToken(accounting, withTokens)
  registerAccountingList(accounting, context)
  registerAccountingDeal(accounting, context)
  registerAccountingImport(accounting, context)
  registerAccountingPartners(accounting, context)
  registerAccountingFirstDeal(accounting, context)
  registerAccountingLearn(accounting, context)
  registerAccountingJournal(accounting, context)
  registerAccountingDeals(accounting, context)
}

/** Returns the tokens of this machine. @throws AppError `settings_missing` */
export function tokensHere(context: CliContext): AccountingContext['accountingTokens'] {
  return async () => {
    provideStoreHere(context)
    return tokensOf(core(), { name: 'command line' })()
  }
}
