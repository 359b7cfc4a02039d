/**
 * A refresh token that works exactly once. Hana and Ken, two callers, need an access token when the stored one has just
 * expired. Mei, a person, may authorize at any moment. The token endpoint may be out of order.
 */
import {
  keepAuthorization,
  receiveCode,
} from '../../../lib/services/accounting/tokens/authorize/authorize.ts'
import { chooseBooks } from '../../../lib/services/accounting/tokens/authorize/pasted-code.ts'
import {
  digestOf,
  pendingFormat,
  pendingKey,
  STEP_LIFE,
} from '../../../lib/services/accounting/tokens/authorize/pending.ts'
import type { TokenDeps } from '../../../lib/services/accounting/tokens/deps.ts'
import { CREDENTIAL_KEY, UNSTORED_KEY } from '../../../lib/services/accounting/tokens/schema.ts'
import { createSource } from '../../../lib/services/accounting/tokens/source.ts'
import type { Simulation } from '../simulation.ts'
import type { Play, World } from '../world.ts'
import {
  brokenLifecycle,
  createTokenStage,
  depsOf,
  HOUR,
  LEASE,
  lostPair,
  SEALER,
  SETTINGS,
} from './token-process.ts'
import { told } from './told.ts'

/** The key of the authorization that Mei may finish. */
const PENDING_KEY = pendingKey('mei')
const SECRET = SEALER.seal(JSON.stringify({ verifier: 'v', redirectUri: SETTINGS.redirectUri }), {
  record: PENDING_KEY,
  counter: 0,
})

async function authorize(deps: TokenDeps): Promise<void> {
  const progress = await receiveCode({ owner: 'mei', code: 'code' }, deps)
  await keepAuthorization({ owner: 'mei', ...chooseBooks(progress) }, deps)
}

export interface TokensOptions {
  readonly name: string
  /** The maximum number of requests of Hana and of Ken, each in a new process. */
  readonly asks: number
}

export function tokensWorld({ name, asks }: TokensOptions): World {
  return { name, steps: [LEASE + 1, HOUR], begin: simulation => beginTokens(simulation, asks) }
}

function beginTokens(simulation: Simulation, asks: number): Play {
  const stage = createTokenStage(simulation)
  const { store, service } = stage
  const [client, until] = [SETTINGS.clientId, simulation.now + STEP_LIFE]
  const pending = { client, state: digestOf('s'), secret: SECRET, until, step: { at: 'begun' } } as const
  store.put(PENDING_KEY, pendingFormat.format(pending))
  for (const actor of ['hana', 'ken'])
    simulation.actor(actor, async () => {
      for (let ask = 0; ask < asks; ask++) {
        const again = ask === 0 || (await simulation.choose(actor, ['asks', 'leaves'], `${ask}`)) === 'asks'
        if (!again) return
        await told(simulation, actor, createSource(depsOf(actor, ask, stage)).accessToken())
      }
    })
  simulation.actor('mei', async () => {
    const what = await simulation.choose('mei', ['authorizes', 'leaves'], '')
    if (what === 'authorizes') await told(simulation, 'mei', authorize(depsOf('mei', 0, stage)))
  })
  return {
    broken: () => service.hasty,
    brokenAtEnd: () => brokenLifecycle(stage) ?? lostPair(stage),
    ending: () => [
      `credential: ${store.record(CREDENTIAL_KEY)}`,
      `put aside: ${store.record(UNSTORED_KEY) ?? 'none'}`,
      `service: ${JSON.stringify(service)}`,
    ],
  }
}
