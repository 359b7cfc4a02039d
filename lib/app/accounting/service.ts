/** The endpoints of accounting that need more than what is stored: the service itself, its token, and the tax rules. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Handlers } from '../../core/http/serve.ts'
import type { AccountingContract } from '../../services/accounting/contract.ts'
import type { AccountingDeps } from '../../services/accounting/routes/deps.ts'
import { accountingHandlers } from '../../services/accounting/routes/handlers.ts'
import { scheduleNamed } from '../../services/accounting/taxes/schedule.ts'
import { type Core, lazy } from '../core.ts'
import { accountingAccess } from './access.ts'
import { accountingClaims } from './claims.ts'

export function handlersOfAccounting(core: Core): Handlers<AccountingContract> {
  return accountingHandlers(lazy(() => createDeps(core)))
}

/** @throws AppError `settings_missing`, `settings_invalid` */
function createDeps(core: Core): AccountingDeps {
  const { writes, schedule } = core.config.accounting()
  if (schedule !== undefined) scheduleNamed(schedule)
  const { clock, now, log } = core
  return {
    ...accountingAccess({ name: 'accounting' }, core),
    ...accountingClaims(core),
    store: core.store(),
    writes,
    schedule,
    timezone: core.config.timezone,
    now,
    clock,
    sleep: milliseconds => delay(milliseconds),
    newId: randomUUID,
    note: (event, facts) => log(JSON.stringify({ event, ...facts })),
  }
}
