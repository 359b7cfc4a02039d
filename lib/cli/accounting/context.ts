/** The context of the `kura accounting` commands. */
import type { AccountingTokens } from '../../services/accounting/tokens/tokens.ts'
import type { CliContext } from '../context.ts'

/** The additional dependencies of the `kura accounting` commands. */
export interface AccountingContext extends CliContext {
  /** Returns the tokens of the accounting service, opened with the settings of this machine. */
  accountingTokens(): Promise<AccountingTokens>
}
