/** The session of the calls to the accounting service: an access token, and after a 401 once more the next one. */
import type { RemoteCall } from '../../../core/http/trace.ts'
import type { RemoteSession } from '../../../core/remote/remote.ts'
import { errorCodes } from './errors.ts'

/** Gives access tokens. */
export interface TokenSource {
  /**
   * An access token that works as far as is known. After a 401 the client asks again with the token that failed and the
   * codes of the reply; if the token has not expired, the source gives the same token, and the 401 is the answer.
   */
  accessToken(request?: {
    readonly rejected?: { readonly token: string; readonly codes: readonly string[] } | undefined
    readonly deadline?: number | undefined
    readonly observe?: ((call: RemoteCall) => void) | undefined
  }): Promise<string>
}

export interface SessionDeps {
  /** The service's address, without the version's path. */
  readonly baseUrl: string
  readonly tokens: TokenSource
  readonly observe?: ((call: RemoteCall) => void) | undefined
  /** When the function ends, by the clock: no refresh is started that might not be over by then. */
  readonly deadline?: number | undefined
}

/** The version's path (document 1). */
export const PREFIX = '/api/1'

/** A session that sends a call again, once, if a 401 made the source give another token: a 401 has no effect. */
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
