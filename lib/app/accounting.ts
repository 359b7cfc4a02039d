/** `api/accounting.ts`: its endpoints, and what they depend on. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { accountingContract } from '../accounting/contract.ts'
import { registeredDeal } from '../accounting/deals/schema.ts'
import { createCompanyDirectory } from '../accounting/master-data/companies.ts'
import { createAccountingClient } from '../accounting/remote/client.ts'
import type { AccountingDeps } from '../accounting/routes/deps.ts'
import { accountingHandlers } from '../accounting/routes/handlers.ts'
import { scheduleNamed } from '../accounting/taxes/schedule.ts'
import { createClaims } from '../claims/claims.ts'
import { FUNCTION_LIFE } from '../claims/lease.ts'
import type { Route } from '../http/router.ts'
import { serveContract } from '../http/serve.ts'
import { type Core, lazy } from './core.ts'
import { tokensOf } from './tokens.ts'

export function routesOfAccounting(core: Core): Route[] {
  return serveContract(accountingContract, accountingHandlers(lazy(() => createDeps(core))))
}

/** @throws AppError `settings_missing`, `settings_invalid` */
function createDeps(core: Core): AccountingDeps {
  const { baseUrl, writes, schedule } = core.config.accounting()
  if (schedule !== undefined) scheduleNamed(schedule)
  const { fetch, clock, now, log } = core
  const tokens = tokensOf(core, { name: 'accounting' })()
  const store = core.store()
  const sleep = (milliseconds: number) => delay(milliseconds)
  return {
    client: trace =>
      createAccountingClient({
        baseUrl,
        tokens,
        fetch,
        clock,
        sleep,
        random: Math.random,
        observe: trace.remote,
        deadline: clock() + FUNCTION_LIFE,
      }),
    companies: createCompanyDirectory({ tokens, clock }),
    store,
    claims: createClaims({ store, kind: 'deal', parseResult: stored => registeredDeal.parse(stored) }),
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
