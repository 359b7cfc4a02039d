/** The bot of one process, which uses the platform of a world. */

import { createRemote } from '../../../lib/core/remote/remote.ts'
import type { Bot } from '../../../lib/services/chat/remote/bots.ts'
import { PROFILE } from '../../../lib/services/chat/remote/errors.ts'
import { createRateLimits } from '../../../lib/services/chat/remote/rate-limits.ts'
import { createSession } from '../../../lib/services/chat/remote/session.ts'
import { createReach, type Reach, UNTIMED } from '../network.ts'
import type { Simulation } from '../simulation.ts'
import type { SimulatedStore } from '../store.ts'

/** The identifier of the bot. */
export const BOT = '1'

const ADMINISTRATOR = 1n << 3n

export function chatBot(
  actor: string,
  reach: Reach,
  { simulation, store }: { simulation: Simulation; store: SimulatedStore },
): Bot {
  const timing = { clock: simulation.clock, sleep: simulation.waitOf(actor), random: () => 0.5 }
  const limits = createRateLimits(BOT, {
    ...timing,
    store: store.of(actor),
    deadline: Infinity,
    mayStore: true,
  })
  const access = { baseUrl: 'https://chat.invalid', token: 'token', home: 'https://kura.invalid' }
  const fetch = createReach(actor, reach, simulation)
  const wire = createRemote(PROFILE, createSession(access, limits), { ...timing, ...UNTIMED, fetch }).call
  return { id: BOT, name: 'kura', wire, ask: wire, permissions: async () => ADMINISTRATOR }
}
