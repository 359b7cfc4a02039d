/** `api/accounting.ts`: its endpoints. The cases are shown from what is stored; all else is loaded when it is asked for. */

import type { Route } from '../core/http/router.ts'
import { deferHandlers, serveContract } from '../core/http/serve.ts'
import { accountingContract } from '../services/accounting/contract.ts'
import { caseHandlers } from '../services/accounting/routes/cases.ts'
import { routesOfAuthorization } from './accounting/authorization.ts'
import { accountingClaims } from './accounting/claims.ts'
import { type Core, lazy } from './core.ts'

export function routesOfAccounting(core: Core): Route[] {
  const claims = lazy(() => {
    // without the settings of accounting it says which are missing
    core.config.accounting()
    return accountingClaims(core).claims
  })
  const handlers = deferHandlers(accountingContract, caseHandlers(claims), async () => {
    const { handlersOfAccounting } = await import('./accounting/service.ts')
    return handlersOfAccounting(core)
  })
  return [...serveContract(accountingContract, handlers), ...routesOfAuthorization(core)]
}
