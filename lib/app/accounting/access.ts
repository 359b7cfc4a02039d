/** The accounting service for one function: its client, and the companies of the user. */
import { setTimeout as delay } from 'node:timers/promises'
import { FUNCTION_LIFE } from '../../core/claims/lease.ts'
import { createCompanyDirectory } from '../../services/accounting/master-data/companies.ts'
import { createAccountingClient } from '../../services/accounting/remote/client.ts'
import type { AccountingDeps } from '../../services/accounting/routes/deps.ts'
import type { Core } from '../core.ts'
import { tokensOf } from '../tokens.ts'

export interface AccessOptions {
  /** How this process is named for people who ask which one refreshed. */
  readonly name: string
  /** Whether the function may refresh; it may unless this says otherwise. */
  readonly mayRefresh?: boolean
  /** Milliseconds for a file, if the function may live longer than others. */
  readonly fileTimeout?: number
}

export function accountingAccess(
  { name, mayRefresh = true, fileTimeout }: AccessOptions,
  core: Core,
): Pick<AccountingDeps, 'client' | 'companies'> {
  const { config, fetch, clock } = core
  const { baseUrl } = config.accounting()
  const tokens = tokensOf(core, { name, mayRefresh })()
  return {
    client: trace =>
      createAccountingClient({
        baseUrl,
        tokens,
        fetch,
        clock,
        sleep: milliseconds => delay(milliseconds),
        random: Math.random,
        observe: trace.remote,
        deadline: clock() + FUNCTION_LIFE,
        ...(fileTimeout !== undefined && { fileTimeout }),
      }),
    companies: createCompanyDirectory({ tokens, clock }),
  }
}
