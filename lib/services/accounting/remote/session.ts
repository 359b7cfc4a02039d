import type { RemoteCall } from '../../../core/http/trace.ts'
import type { RemoteSession } from '../../../core/remote/remote.ts'
import type { TokenSource } from '../tokens/source.ts'
import { errorCodes } from './errors.ts'

export interface SessionDeps {
  /** The address of the service, without the path of the API version. */
  readonly baseUrl: string
  readonly tokens: TokenSource
  readonly observe?: ((call: RemoteCall) => void) | undefined
  /** The end of the function, on `clock`. A refresh that might not end by then is not started. */
  readonly deadline?: number | undefined
}

/** The path of the API version (document 1). */
export const PREFIX = '/api/1'

/** After a 401, a call is repeated once if there is another token, because the first call had no effect. */
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
