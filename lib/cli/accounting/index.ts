/** The command group `kura accounting`. */
import { randomUUID } from 'node:crypto'
import type { Command } from '@commander-js/extra-typings'
import { core, provideDeps } from '../../app/core.ts'
import { tokensOf } from '../../app/tokens.ts'
import type { TokenStatus } from '../../services/accounting/tokens/status.ts'
import type { CliContext } from '../context.ts'
import { notingFetch } from '../network.ts'
import { refuseOtherStore } from '../operator/deployment-store.ts'
import { registerAccountingAuthorize } from './authorize.ts'
import type { AccountingContext } from './call.ts'
import { registerAccountingDeal } from './deal.ts'
import { registerAccountingFirstDeal } from './first-deal.ts'
import { registerAccountingImport } from './import/index.ts'
import { registerAccountingJournal } from './journal/journal.ts'
import { registerAccountingLearn } from './learn-tax-codes.ts'
import { registerAccountingDeals } from './lists/deals.ts'
import { registerAccountingList } from './lists/list.ts'
import { registerAccountingPartners } from './partners.ts'
import { registerAccountingToken } from './token.ts'

export function registerAccounting(
  program: Command,
  context: CliContext & Partial<Pick<AccountingContext, 'accountingTokens'>>,
): void {
  const accounting = program
    .command('accounting')
    .description('the accounting service: authorization, master data, deals, journals')
  const withTokens = { ...context, accountingTokens: context.accountingTokens ?? tokensHere(context) }
  registerAccountingAuthorize(accounting, withTokens)
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

/**
 * Returns the tokens, opened with this machine's settings; changes are not logged on the terminal.
 * @throws AppError `settings_missing` if the settings name a deployment without its store
 */
export function tokensHere(context: CliContext): AccountingContext['accountingTokens'] {
  return async () => {
    refuseOtherStore(context)
    const { env, now } = context
    provideDeps({ env, now, log: () => undefined, fetch: notingFetch(context.output({})) })
    const tokens = tokensOf(core(), { name: 'command line' })()
    return { ...tokens, finish: (code, options) => recordAuthorization(() => tokens.finish(code, options)) }
  }
}

/**
 * Records an authorization in the activity log. This process has to do it, because no function sees the authorization.
 */
async function recordAuthorization(finish: () => Promise<TokenStatus>): Promise<TokenStatus> {
  const status = await finish()
  await core()
    .activity()
    .record({
      by: 'local',
      act: 'authorize',
      endpoint: 'kura accounting authorize',
      what: { generation: status.generation, ...(status.company && { company: status.company.id }) },
      status: 200,
      request: randomUUID(),
    })
  return status
}
