/**
 * Creates the routes of `api/accounting.ts` and their dependencies. Lists of cases need only the store; other code is
 * loaded at the first request that needs it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorPage, Route } from '../core/http/router.ts'
import { deferHandlers, type Handlers, serveContract } from '../core/http/serve.ts'
import { readRevocations } from '../core/signatures/revocations.ts'
import { accountingClaims } from '../services/accounting/claims.ts'
import { type AccountingContract, accountingContract } from '../services/accounting/contract.ts'
import { caseHandlers } from '../services/accounting/routes/cases.ts'
import type { AccountingDeps } from '../services/accounting/routes/deps.ts'
import { refuseOpenAddress } from '../services/accounting/tokens/browser/address.ts'
import type { AuthorizationDeps } from '../services/accounting/tokens/browser/handlers.ts'
import { authorizationContract, CALLBACK_PATH } from '../services/accounting/tokens/contract.ts'
import { type Core, lazy } from './core.ts'

export function routesOfAccounting(core: Core): Route[] {
  const cases = lazy(() => {
    // if settings are missing, this throws the error that names them
    core.config.accounting()
    const store = core.store()
    return { store, claims: accountingClaims({ store }).claims }
  })
  const handlers = deferHandlers(accountingContract, caseHandlers(cases), () => handlersOfAccounting(core))
  return [...serveContract(accountingContract, handlers), ...routesOfAuthorization(core)]
}

/**
 * Returns the endpoints that need more than the store: also the client of the accounting service, its token, and the
 * tax rules.
 */
async function handlersOfAccounting(core: Core): Promise<Handlers<AccountingContract>> {
  const [{ accountingHandlers }, { scheduleNamed }, { accountingAccess }] = await Promise.all([
    import('../services/accounting/routes/handlers.ts'),
    import('../services/accounting/taxes/schedule.ts'),
    import('./tokens.ts'),
  ])
  const createDeps = (): AccountingDeps => {
    const { writes, schedule } = core.config.accounting()
    if (schedule !== undefined) scheduleNamed(schedule)
    const { clock, now, log } = core
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
      sleep: milliseconds => delay(milliseconds),
      newId: randomUUID,
      note: (event, facts) => log(JSON.stringify({ event, ...facts })),
    }
  }
  return accountingHandlers(lazy(createDeps))
}

/** Returns the setting KURA_APPROVE_ABOVE, with what it needs to know. @throws AppError `settings_invalid` */
function twoPeopleOf({ config, store }: Core): AccountingDeps['twoPeople'] {
  const above = config.approveAbove()
  if (above === undefined) return undefined
  const approvers = async () => (await import('./console/people/approvers.ts')).namesOfApprovers(store())
  return { above, approvers }
}

/** Returns the endpoints through which a person authorizes kura in a browser. */
export function routesOfAuthorization(core: Core): Route[] {
  const handlers = deferHandlers(authorizationContract, {}, () => handlersOfAuthorization(core))
  const errorPage: ErrorPage = async (error, trace) => {
    const responses = await import('../services/accounting/tokens/browser/responses.ts')
    return responses.errorPage(error, trace, { locale: core.config.locale() })
  }
  return serveContract(authorizationContract, handlers).map(route => ({ ...route, errorPage }))
}

async function handlersOfAuthorization(core: Core) {
  const [{ authorizationHandlers }, { tokenDeps }, { optionsOf }] = await Promise.all([
    import('../services/accounting/tokens/browser/handlers.ts'),
    import('../services/accounting/tokens/tokens.ts'),
    import('./tokens.ts'),
  ])
  return authorizationHandlers(
    lazy(() => ({ ...tokenDeps(optionsOf(core, { name: 'authorization' })), ...addressesOf(core) })),
  )
}

/**
 * Returns the addresses of this deployment. The redirect address comes from the settings, never from a request, because
 * the accounting service accepts no other address.
 * @throws AppError `settings_invalid` for an address of another machine over http
 */
function addressesOf({
  config,
  store,
}: Core): Pick<AuthorizationDeps, 'url' | 'redirectUri' | 'locale' | 'isRevoked'> {
  const url = new URL(config.url())
  refuseOpenAddress(url)
  return {
    url,
    redirectUri: new URL(CALLBACK_PATH, url).href,
    locale: config.locale(),
    async isRevoked(keyid) {
      if (config.signing().revoked.includes(keyid)) return true
      const list = await readRevocations(store())
      return list.some(entry => entry.keyid === keyid && entry.state === 'revoked')
    },
  }
}
