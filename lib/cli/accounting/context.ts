/** The context of the `kura accounting` commands. */
import type { AccountingTokens } from '../../services/accounting/tokens/tokens.ts'
import type { CliContext } from '../context.ts'

/** What the commands of this group get in addition to every command. */
export interface AccountingContext extends CliContext {
  /** The tokens of the accounting service, with the settings of this machine. */
  accountingTokens(): Promise<AccountingTokens>
}
