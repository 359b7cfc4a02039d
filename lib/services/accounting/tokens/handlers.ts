/** No reply contains a token or a code. Only the address of the service's page contains a state. */
import { ANSWERING, FUNCTION_LIFE } from '../../../core/claims/lease.ts'
import { isPrivate } from '../../../core/config/loopback.ts'
import { AppError } from '../../../core/errors.ts'
import type { Caller } from '../../../core/http/router.ts'
import type { Handlers } from '../../../core/http/serve.ts'
import type { Trace } from '../../../core/http/trace.ts'
import { beginAuthorization, keepAuthorization, readProgress, receiveCode } from './authorize/authorize.ts'
import { type AuthorizationContract, CALLBACK_PATH } from './contract.ts'
import type { TokenDeps } from './deps.ts'
import { readStatus } from './status.ts'

export interface AuthorizationDeps extends TokenDeps {
  /** The setting KURA_URL. */
  readonly url: URL
}

/** `deps` is called at each request. */
export function authorizationHandlers(deps: () => AuthorizationDeps): Handlers<AuthorizationContract> {
  const within = ({ started }: Pick<Trace, 'started'>) => {
    return { ...deps(), waitUntil: started + FUNCTION_LIFE - ANSWERING }
  }
  return {
    beginAuthorization: ({ caller, body: { returns } }) => {
      const owner = ownerOf(caller)
      const { url, settings } = deps()
      const redirectUri = returns === 'console' ? callbackOf(url) : settings.redirectUri
      return beginAuthorization({ owner, redirectUri }, deps())
    },
    authorization: ({ caller, trace }) => readProgress({ owner: ownerOf(caller) }, within(trace)),
    receiveCode: async ({ caller, body, trace }) => {
      const owner = ownerOf(caller)
      const progress = await receiveCode({ owner, observe: trace.remote, ...body }, within(trace))
      trace.note('outcome', progress.state)
      if (progress.state === 'received') trace.note('authorization', progress.authorization)
      return progress
    },
    keepAuthorization: async ({ caller, body, trace }) => {
      await keepAuthorization({ owner: ownerOf(caller), ...body }, within(trace))
      const { company, generation, scopes } = await readStatus(deps())
      trace.note('generation', generation)
      return { company, generation, scopes: [...scopes] }
    },
  }
}

/** Returns the person, whatever passkey was used, or else the key. */
function ownerOf({ keyid, person }: Caller): string {
  return person === undefined ? keyid : `person:${person}`
}

/**
 * The address never comes from a request, because the accounting service accepts only this one.
 * @throws AppError `settings_invalid` for a public http address
 */
function callbackOf(url: URL): string {
  if (isPrivate(url)) return new URL(CALLBACK_PATH, url).href
  const why = 'over http:// others could read the cookie and the code of the accounting service'
  throw new AppError('settings_invalid', `Cannot authorize at "${url.origin}": ${why}`, {
    hint: 'set KURA_URL to an address that begins with https://; http:// is only for this machine',
  })
}
