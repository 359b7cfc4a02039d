/** The bot of one process, over the platform of a world. */
import type { Bot } from '../../../lib/chat/remote/bots.ts'
import { PROFILE } from '../../../lib/chat/remote/profile.ts'
import { createRateLimits } from '../../../lib/chat/remote/rate-limits.ts'
import { createSession } from '../../../lib/chat/remote/session.ts'
import { createRemote } from '../../../lib/remote/remote.ts'
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
  const timing = { clock: simulation.clockOf(actor), sleep: simulation.waitOf(actor), random: () => 0.5 }
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
