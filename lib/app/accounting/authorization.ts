/** The part of `api/accounting.ts` by which a person authorizes kura; its code is loaded when it is called. */
import type { ErrorPage, Route } from '../../core/http/router.ts'
import { deferHandlers, serveContract } from '../../core/http/serve.ts'
import { readRevocations } from '../../core/signatures/revocations.ts'
import { refuseOpenAddress } from '../../services/accounting/tokens/browser/address.ts'
import type { AuthorizationDeps } from '../../services/accounting/tokens/browser/handlers.ts'
import { authorizationContract, CALLBACK_PATH } from '../../services/accounting/tokens/contract.ts'
import { type Core, lazy } from '../core.ts'

export function routesOfAuthorization(core: Core): Route[] {
  const handlers = deferHandlers(authorizationContract, {}, () => loadHandlers(core))
  const errorPage: ErrorPage = async (error, trace) => {
    const responses = await import('../../services/accounting/tokens/browser/responses.ts')
    return responses.errorPage(error, trace, { locale: core.config.locale() })
  }
  return serveContract(authorizationContract, handlers).map(route => ({ ...route, errorPage }))
}

async function loadHandlers(core: Core) {
  const { authorizationHandlers } = await import('../../services/accounting/tokens/browser/handlers.ts')
  const { tokenDeps } = await import('../../services/accounting/tokens/tokens.ts')
  const { optionsOf } = await import('../tokens.ts')
  return authorizationHandlers(
    lazy(() => ({ ...tokenDeps(optionsOf(core, { name: 'authorization' })), ...addressesOf(core) })),
  )
}

/**
 * The redirect address comes from the settings and never from a request: the service knows only this one.
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
