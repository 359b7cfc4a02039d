import { createLogJournal } from '../../../../../lib/services/accounting/tokens/storing/journal.ts'
import type { TokensOptions } from '../../../../../lib/services/accounting/tokens/tokens.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { LIFETIME, type World } from '../world.ts'

export const LEASE = 65_000

/** Refreshes by an instance whose store fails from the service's answer on; returns the outcome of its caller. */
export async function refreshIntoOutage(
  world: World,
  options: Partial<TokensOptions> = {},
): Promise<unknown> {
  const outage: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    world.store.failure = OUTAGE
    return response
  }
  world.advance(LIFETIME)
  const tokens = world.tokens({ fetch: outage, ...options })
  const error = await tokens.accessToken().catch((error: unknown) => error)
  world.store.failure = undefined
  return error
}

/** The lines of a log that `createLogJournal` wrote to. */
export function createLog() {
  const lines: string[] = []
  const journal = createLogJournal((event, facts) => lines.push(JSON.stringify({ event, ...facts })))
  return { lines, journal }
}
