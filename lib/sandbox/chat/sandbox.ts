/**
 * The chat platform as a stand-in: servers, people, several bots, channels whose overwrites decide what a bot sees,
 * direct messages, and rate limits that count. What always holds: a bot is never in a group (document 3, part A), a
 * channel that it may not see answers as a group does, and each accepted message stands in `state.messages` once.
 * The world is filled through `world`; faults are armed on `faults`, the rest is switched on `state`.
 */
import type { FetchHandler } from '../../http/listen.ts'
import { createFaults, type Faults } from '../faults.ts'
import { createStandIn } from '../serve.ts'
import { accountEndpoints } from './accounts.ts'
import { channelEndpoints } from './channels.ts'
import { guarded } from './endpoint.ts'
import { refusalAnswer, TOLD } from './errors.ts'
import { createLimits } from './limits.ts'
import { messageEndpoints } from './messages.ts'
import { type ChatState, createState } from './state.ts'
import { createWorld, type World } from './world.ts'

/** Posting a message, as faults name it. */
export const POST_MESSAGE = 'POST /api/v10/channels/{channel}/messages'
/** Making a channel, as faults name it. */
export const CREATE_CHANNEL = 'POST /api/v10/guilds/{guild}/channels'

export interface ChatSandboxOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly faults?: Faults
}

export interface ChatSandbox {
  readonly fetch: FetchHandler
  readonly faults: Faults
  readonly state: ChatState
  readonly world: World
}

/** A fresh platform without servers. */
export function createChatSandbox({ now, faults = createFaults() }: ChatSandboxOptions): ChatSandbox {
  const state = createState(now)
  const parts = { state, limits: createLimits(now), now }
  const endpoints = [...accountEndpoints(parts), ...channelEndpoints(parts), ...messageEndpoints(parts)]
  const fetch = createStandIn({
    routes: endpoints.map(endpoint => guarded(endpoint, parts)),
    faults,
    notFound: () => refusalAnswer(TOLD.notFound),
    finish: answer => answer,
  })
  return { fetch, faults, state, world: createWorld(state, now) }
}
