/** Instances of the token source that have handed out a token, and the errors of their calls. */
import type { AppError } from '../../../../../lib/core/errors.ts'
import type { TokensOptions } from '../../../../../lib/services/accounting/tokens/tokens.ts'
import { EXPIRED, type World } from '../world.ts'

/** The error that the call rejects with. */
export async function failure(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: AppError) => error,
  )
}

/** An instance that has handed out a token, and that token. */
export async function warm(world: World, options: Partial<TokensOptions> = {}) {
  const tokens = world.tokens(options)
  return { tokens, token: await tokens.accessToken() }
}

/** Another instance, which has refreshed, and its new token. */
export async function refreshed(world: World) {
  const { tokens, token } = await warm(world)
  return { tokens, token: await tokens.accessToken({ rejected: { token, codes: EXPIRED } }) }
}
