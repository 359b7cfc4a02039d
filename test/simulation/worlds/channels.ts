/**
 * A private channel that is created once. Hana and Mei run the same delivery; Mei may run it several times, at any
 * moment.
 */

import { createClaims } from '../../../lib/core/claims/claims.ts'
import { LEASE } from '../../../lib/core/claims/lease.ts'
import { makeOnce } from '../../../lib/services/chat/acts/private-channel.ts'
import { madeChannelSchema } from '../../../lib/services/chat/schema.ts'
import type { Remote } from '../network.ts'
import type { Simulation } from '../simulation.ts'
import { createSimulatedStore, type SimulatedStore } from '../store.ts'
import { brokenIndex, storedClaim } from '../stored-claim.ts'
import type { Play, World } from '../world.ts'
import { chatBot } from './chat-bot.ts'
import { told } from './told.ts'

const GUILD = '5'
const NAME = 'trip'
const KEY = `claim/channel/${encodeURIComponent(`${GUILD}/${NAME}`)}`
/** Milliseconds after which a lost call is not expected to take effect any more. */
const LATENESS = 600_000
/** The maximum number of Mei's runs. */
const RUNS = 2

export function channelsWorld(): World {
  return { name: 'channels', steps: [LEASE + 1, LEASE + 1 + LATENESS], begin: beginChannels }
}

interface Stage {
  readonly simulation: Simulation
  readonly store: SimulatedStore
  readonly channels: { readonly id: string; readonly topic: string }[]
}

function beginChannels(simulation: Simulation): Play {
  const store = createSimulatedStore(simulation)
  const stage: Stage = { simulation, store, channels: simulation.share([]) }
  const { channels } = stage
  const lies: string[] = simulation.share([])
  const run = async (actor: string, count: number) => {
    const report = await make(actor, count, stage)
    simulation.tell(actor, `is told: ${report.state}`)
    simulation.change(() => {
      if (report.state === 'done' && !channels.some(({ id }) => id === report.result.channel))
        lies.push('a channel was told that is not there')
    })
  }
  simulation.actor('hana', () => told(simulation, 'hana', run('hana', 0)))
  simulation.actor('mei', async () => {
    for (let count = 0; count < RUNS; count++) {
      if ((await simulation.choose('mei', ['runs', 'leaves'], `${count}`)) === 'leaves') return
      await told(simulation, 'mei', run('mei', count))
    }
  })
  return {
    broken: () =>
      channels.length > 1
        ? `the server has ${channels.length} channels of one case`
        : brokenIndex(store, KEY),
    brokenAtEnd() {
      if (lies.length > 0) return lies[0]
      const { state } = storedClaim(store, KEY)
      const isOwned = channels.length === 0 || ['claimed', 'unknown', 'done'].includes(state)
      return isOwned ? undefined : `the case is ${state}, and the server has its channel`
    },
    ending: () => [`claim: ${store.record(KEY) ?? 'none'}`, `channels: ${JSON.stringify(channels)}`],
  }
}

/** Creates a process for a run. */
function make(actor: string, run: number, stage: Stage) {
  const { simulation, store } = stage
  let count = 0
  const clock = simulation.clock
  const claims = createClaims(
    { store: store.of(actor), kind: 'channel', parseResult: stored => madeChannelSchema.parse(stored) },
    { clock, sleep: simulation.waitOf(actor), random: () => 0.5 },
  )
  const bot = chatBot(actor, { remote: serverOf(stage), lateness: LATENESS - 1 }, stage)
  const once = { claims, clock, newId: () => `${actor}-${run}-${++count}` }
  return makeOnce({ guildId: GUILD, name: NAME, people: [] }, { by: 'hana', bot, once })
}

/** The chat platform, with only the calls that the channels of one server need. */
function serverOf({ channels }: Stage): Remote {
  const shown = (channel: object) => ({ ...channel, type: 0 })
  return ({ method, body }) => {
    if (method === 'GET') return { status: 200, body: channels.map(shown) }
    const { topic } = JSON.parse(body) as { topic: string }
    const channel = { id: String(100 + channels.length), topic }
    channels.push(channel)
    return { status: 200, body: shown(channel) }
  }
}
