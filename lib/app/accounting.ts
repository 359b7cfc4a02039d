/** `api/accounting.ts` over its surroundings: the proxy, the deals, and one client a request. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { registerDeal, showDeal } from '../accounting/deals/register.ts'
import { registeredDeal } from '../accounting/deals/schema.ts'
import type { LearnParts } from '../accounting/learning/steps.ts'
import { createCompanyDirectory } from '../accounting/master-data/companies.ts'
import { createAccountingClient } from '../accounting/remote/client.ts'
import { type DealService, dealRoutes } from '../accounting/routes/deals.ts'
import { type AccountingService, accountingRoutes } from '../accounting/routes/proxy.ts'
import { scheduleNamed } from '../accounting/taxes/schedule.ts'
import { createClaims } from '../claims/claims.ts'
import type { Route } from '../http/router.ts'
import { type Core, lazy } from './core.ts'
import { tokensOf } from './tokens.ts'

/** Milliseconds that the function may live, as vercel.json says. */
const MAX_DURATION = 60_000

export function routesOfAccounting(core: Core): Route[] {
  const service = lazy(() => createService(core))
  return [...accountingRoutes(service), ...dealRoutes(service)]
}

function createService(core: Core): AccountingService & DealService {
  const { baseUrl, writes, schedule } = core.config.accounting()
  if (schedule !== undefined) scheduleNamed(schedule)
  const { fetch, clock, now, log } = core
  const tokens = tokensOf(core, { name: 'accounting' })()
  const parts: LearnParts = {
    store: core.store(),
    claims: createClaims({
      store: core.store(),
      kind: 'deal',
      parseResult: stored => registeredDeal.parse(stored),
    }),
    writes,
    schedule,
    timezone: core.config.timezone,
    now,
    clock,
    sleep: milliseconds => delay(milliseconds),
    newId: randomUUID,
    note: (event, facts) => log(JSON.stringify({ event, ...facts })),
  }
  return {
    client: trace =>
      createAccountingClient({
        baseUrl,
        tokens,
        fetch,
        clock,
        sleep: parts.sleep,
        random: Math.random,
        observe: trace.remote,
        deadline: clock() + MAX_DURATION,
      }),
    companies: createCompanyDirectory({ tokens, clock }),
    deals: {
      show: (request, call) => showDeal(request, call, parts),
      register: (request, call) => registerDeal(request, call, parts),
    },
    writes,
    parts,
  }
}
