/** Gives each call to the accounting service an access token. */
import type { RemoteCall } from '../../../core/http/trace.ts'
import type { RemoteSession } from '../../../core/remote/remote.ts'
import { errorCodes } from './errors.ts'

export interface TokenSource {
  /**
   * A token that is valid as far as kura knows. After a 401 the client asks again with the rejected token and the codes
   * of the reply. If the 401 does not prove that the token has expired, the source may return it again, and the client
   * reports the 401.
   */
  accessToken(request?: {
    readonly rejected?: { readonly token: string; readonly codes: readonly string[] } | undefined
    readonly deadline?: number | undefined
    readonly observe?: ((call: RemoteCall) => void) | undefined
  }): Promise<string>
}

export interface SessionDeps {
  /** The service's address, without the path of the API version. */
  readonly baseUrl: string
  readonly tokens: TokenSource
  readonly observe?: ((call: RemoteCall) => void) | undefined
  /** The time on `clock` at which the function ends: a refresh that might not end by then is not started. */
  readonly deadline?: number | undefined
}

/** The path of the API version (document 1). */
export const PREFIX = '/api/1'

/** After a 401, a call is repeated once if there is another token: a call that got a 401 had no effect. */
export function createSession({ baseUrl, tokens, observe, deadline }: SessionDeps): RemoteSession {
  const accessWith = (token: string) => ({ baseUrl: `${baseUrl}${PREFIX}`, token })
  return {
    access: async () => accessWith(await tokens.accessToken({ observe, deadline })),
    async retry({ reply, access: { token = '' }, count }) {
      if (reply.status !== 401 || count > 1) return undefined
      const rejected = { token, codes: errorCodes(reply.body) }
      const next = await tokens.accessToken({ observe, deadline, rejected })
      return next === token ? undefined : accessWith(next)
    },
  }
}
