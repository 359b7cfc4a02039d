/** `api/accounting.js`: its endpoints, and what they depend on. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { accountingContract } from '../accounting/contract.ts'
import { registeredDeal } from '../accounting/deals/schema.ts'
import { storedReceipt } from '../accounting/receipts/schema.ts'
import type { AccountingDeps } from '../accounting/routes/deps.ts'
import { accountingHandlers } from '../accounting/routes/handlers.ts'
import { scheduleNamed } from '../accounting/taxes/schedule.ts'
import { createClaims } from '../claims/claims.ts'
import type { Route } from '../http/router.ts'
import { serveContract } from '../http/serve.ts'
import { accountingAccess } from './accounting-access.ts'
import { type Core, lazy } from './core.ts'

export function routesOfAccounting(core: Core): Route[] {
  return serveContract(accountingContract, accountingHandlers(lazy(() => createDeps(core))))
}

/** @throws AppError `settings_missing`, `settings_invalid` */
function createDeps(core: Core): AccountingDeps {
  const { writes, schedule } = core.config.accounting()
  if (schedule !== undefined) scheduleNamed(schedule)
  const { clock, now, log } = core
  const store = core.store()
  const mayStore = core.config.deployment !== 'preview'
  const sleep = (milliseconds: number) => delay(milliseconds)
  return {
    ...accountingAccess({ name: 'accounting' }, core),
    store,
    claims: createClaims({
      store,
      kind: 'deal',
      parseResult: stored => registeredDeal.parse(stored),
      mayStore,
    }),
    receipts: createClaims({
      store,
      kind: 'receipt',
      parseResult: stored => storedReceipt.parse(stored),
      mayStore,
    }),
    writes,
    schedule,
    timezone: core.config.timezone,
    now,
    clock,
    sleep,
    newId: randomUUID,
    note: (event, facts) => log(JSON.stringify({ event, ...facts })),
  }
}
