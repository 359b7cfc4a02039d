/**
 * A message that is sent once. Hana's run sends it. At any moment, Mei may run the same delivery again, or state what
 * she sees in the channel. The platform of this world ignores nonces, because the promise must not depend on them.
 */

import { type Claims, createClaims } from '../../../lib/core/claims/claims.ts'
import { LEASE } from '../../../lib/core/claims/lease.ts'
import { recallingStore } from '../../../lib/core/store/upstash/recall.ts'
import { decideMessage } from '../../../lib/services/chat/acts/decide-message.ts'
import { postOnce } from '../../../lib/services/chat/acts/post.ts'
import { identifierAt } from '../../../lib/services/chat/remote/history.ts'
import { type SentMessage, sentSchema } from '../../../lib/services/chat/schema.ts'
import type { Remote } from '../network.ts'
import type { Simulation } from '../simulation.ts'
import { createSimulatedStore, type SimulatedStore } from '../store.ts'
import { brokenIndex, shownOperation, storedClaim } from '../stored-claim.ts'
import type { Play, World } from '../world.ts'
import { BOT, chatBot } from './chat-bot.ts'
import { told } from './told.ts'

const CASE = 'delivery 1'
const KEY = 'claim/message/delivery%201'
const CHANNEL = '7'
const TEXT = 'The meeting is at ten'
/** Milliseconds after which a lost call is not expected to take effect any more. */
const LATENESS = 600_000

/** The maximum number of Mei's tasks. */
const TASKS = 2

export function messagesWorld(): World {
  return { name: 'messages', steps: [LEASE + 1, LEASE + 1 + LATENESS], begin: beginMessages }
}

interface PostedMessage {
  readonly id: string
  readonly nonce: string
}

interface Stage {
  readonly simulation: Simulation
  readonly store: SimulatedStore
  readonly channel: PostedMessage[]
}

function beginMessages(simulation: Simulation): Play {
  const store = createSimulatedStore(simulation)
  const channel: PostedMessage[] = simulation.share([])
  const lies: string[] = simulation.share([])
  const stage = { simulation, store, channel }
  const run = async (actor: string, { bot, own, once }: ReturnType<typeof processOf>) => {
    // as after the delivery was stored: each run takes the message for new, also a run for which that is wrong
    await own.read(`chat/delivery/${CASE}`)
    once.claims.assumeNew([CASE])
    const report = await postOnce({ caseName: CASE, channel: CHANNEL, text: TEXT, by: actor }, { bot, once })
    simulation.tell(actor, `is told: ${report.state}`)
    simulation.change(() => {
      if (report.state === 'done' && !channel.some(({ id }) => id === report.result.message))
        lies.push(`${actor} was told of message ${report.result.message}, which is not there`)
    })
  }
  const say = async (count: number, { once: { claims } }: ReturnType<typeof processOf>) => {
    const seen = await simulation.look('mei', () => {
      const [first] = channel
      const saw = first ? { message: first.id } : { seenAt: simulation.now }
      return { operation: shownOperation(store, KEY), saw }
    })
    await simulation.choose('mei', ['says what she saw'], JSON.stringify([count, seen]))
    await decideMessage({ caseName: CASE, ...seen, by: 'mei' }, claims)
  }
  simulation.actor('hana', () => told(simulation, 'hana', run('hana', processOf('hana', 0, stage))))
  simulation.actor('mei', async () => {
    for (let count = 0; count < TASKS; count++) {
      const mei = processOf('mei', count, stage)
      const what = await simulation.choose('mei', ['runs', 'looks', 'leaves'], `${count}`)
      if (what === 'leaves') return
      await told(simulation, 'mei', what === 'runs' ? run('mei', mei) : say(count, mei))
    }
  })
  return {
    broken: () =>
      channel.length > 1 ? `the channel has ${channel.length} messages of one case` : brokenIndex(store, KEY),
    brokenAtEnd: () => brokenClaim(stage) ?? lies[0],
    ending: () => [`claim: ${store.record(KEY) ?? 'none'}`, `channel: ${JSON.stringify(channel)}`],
  }
}

function brokenClaim({ store, channel }: Stage): string | undefined {
  const { state, result, strays = [] } = storedClaim<SentMessage>(store, KEY)
  const own = state === 'done' ? result?.message : undefined
  if (own !== undefined && !channel.some(({ id }) => id === own))
    return `the case is message ${own}, which is not there`
  if (state === 'claimed' || state === 'unknown' || strays.some(stray => !stray.result)) return undefined
  const kept = [own, ...strays.map(stray => stray.result?.message)]
  const unowned = channel.find(({ id }) => !kept.includes(id))
  return unowned && `the case is ${state}, and the channel has its message`
}

/** Creates a process for a run. */
function processOf(actor: string, run: number, { simulation, store, channel }: Stage) {
  let count = 0
  const clock = simulation.clock
  const sleep = simulation.waitOf(actor)
  const timing = { clock, sleep, random: () => 0.5 }
  const own = recallingStore(store.of(actor), { clock })
  const claims: Claims<SentMessage> = createClaims(
    { store: own, kind: 'message', parseResult: stored => sentSchema.parse(stored) },
    timing,
  )
  const bot = chatBot(
    actor,
    { remote: platformOf(channel, simulation), lateness: LATENESS - 1 },
    { simulation, store },
  )
  return { bot, own, once: { claims, clock, newId: () => `${actor}-${run}-${++count}` } }
}

/** The chat platform, with only the calls that one channel needs. */
function platformOf(channel: PostedMessage[], simulation: Simulation): Remote {
  const shown = ({ id, nonce }: PostedMessage) => ({
    id,
    nonce,
    channel_id: CHANNEL,
    content: TEXT,
    author: { id: BOT },
    timestamp: '',
  })
  return ({ method, url, body }) => {
    if (method === 'POST') {
      const { nonce } = JSON.parse(body) as { nonce: string }
      const message = { id: String(BigInt(identifierAt(simulation.now)) + BigInt(channel.length)), nonce }
      channel.push(message)
      return { status: 200, body: shown(message) }
    }
    const after = BigInt(url.searchParams.get('after') ?? 0)
    if (url.pathname.endsWith('/messages'))
      return { status: 200, body: channel.filter(({ id }) => BigInt(id) > after).map(shown) }
    return { status: 200, body: { id: CHANNEL, type: 0, last_message_id: channel.at(-1)?.id } }
  }
}
