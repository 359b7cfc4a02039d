import type { Handlers } from '../../../core/http/serve.ts'
import type { AccountingContract } from '../contract.ts'
import { caseHandlers } from './cases.ts'
import { dealHandlers } from './deals.ts'
import type { AccountingDeps } from './deps.ts'
import { proxyHandlers } from './proxy.ts'
import { receiptHandlers } from './receipts.ts'
import { recordHandlers } from './records.ts'
import { taxCodeHandlers } from './tax-codes.ts'

/** `deps` is called at each request. */
export function accountingHandlers(deps: () => AccountingDeps): Handlers<AccountingContract> {
  return {
    ...proxyHandlers(deps),
    ...recordHandlers(deps),
    ...caseHandlers(deps),
    ...dealHandlers(deps),
    ...taxCodeHandlers(deps),
    ...receiptHandlers(deps),
  }
}
