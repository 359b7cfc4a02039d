/** Lists of cases need only the store. Other code loads at the first request that needs it. */
import { randomUUID } from 'node:crypto'
import type { Route } from '../../core/http/router.ts'
import { deferHandlers, type Handlers, serveContract } from '../../core/http/serve.ts'
import { accountingClaims } from '../../services/accounting/claims.ts'
import { type AccountingContract, accountingContract } from '../../services/accounting/contract.ts'
import { caseHandlers } from '../../services/accounting/routes/cases.ts'
import type { AccountingDeps } from '../../services/accounting/routes/deps.ts'
import { authorizationContract } from '../../services/accounting/tokens/contract.ts'
import { type Core, lazy } from '../core.ts'

export function routesOfAccounting(core: Core): Route[] {
  const cases = lazy(() => {
    // throws the error that names the missing settings
    core.config.accounting()
    const store = core.store()
    return { store, claims: accountingClaims({ store }).claims }
  })
  const handlers = deferHandlers(accountingContract, caseHandlers(cases), () => handlersOfAccounting(core))
  return [...serveContract(accountingContract, handlers), ...routesOfAuthorization(core)]
}

async function handlersOfAccounting(core: Core): Promise<Handlers<AccountingContract>> {
  const [{ accountingHandlers }, { scheduleNamed }, { accountingAccess }] = await Promise.all([
    import('../../services/accounting/routes/handlers.ts'),
    import('../../services/accounting/taxes/schedule.ts'),
    import('../accounting-access.ts'),
  ])
  const createDeps = (): AccountingDeps => {
    const { writes, schedule } = core.config.accounting()
    if (schedule !== undefined) scheduleNamed(schedule)
    const { clock, now, sleep, log } = core
    return {
      ...accountingAccess({ name: 'accounting' }, core),
      ...accountingClaims({ store: core.store() }),
      store: core.store(),
      writes,
      schedule,
      timezone: core.config.timezone,
      twoPeople: twoPeopleOf(core),
      now,
      clock,
      sleep,
      newId: randomUUID,
      note: (event, facts) => log(JSON.stringify({ event, ...facts })),
    }
  }
  return accountingHandlers(lazy(createDeps))
}

/** @throws AppError `settings_invalid` */
function twoPeopleOf({ config, store }: Core): AccountingDeps['twoPeople'] {
  const above = config.approveAbove()
  if (above === undefined) return undefined
  const approvers = async () => (await import('../../console/people/approvers.ts')).namesOfApprovers(store())
  return { above, approvers }
}

export function routesOfAuthorization(core: Core): Route[] {
  return serveContract(
    authorizationContract,
    deferHandlers(authorizationContract, {}, () => handlersOfAuthorization(core)),
  )
}

async function handlersOfAuthorization(core: Core) {
  const [{ authorizationHandlers }, { tokenDeps }, { optionsOf }] = await Promise.all([
    import('../../services/accounting/tokens/handlers.ts'),
    import('../../services/accounting/tokens/tokens.ts'),
    import('../accounting-access.ts'),
  ])
  return authorizationHandlers(
    lazy(() => ({
      ...tokenDeps(optionsOf(core, { name: 'authorization' })),
      url: new URL(core.config.url()),
    })),
  )
}
