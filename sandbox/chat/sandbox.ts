/**
 * A sandbox of the chat platform: servers, people, several bots, channels whose overwrites decide what a bot sees,
 * direct messages, and rate limits that count calls. Invariants: a bot is never in a group (document 3, part A); if a
 * bot may not see a channel, the platform answers as it does for a group; each accepted message is in `state.messages`
 * once. A test adds servers and people through `world`, arms faults on `faults`, and sets everything else on `state`.
 */
import { createFaults } from '../faults.ts'
import { type Sandbox, type SandboxOptions, serveRemote } from '../serve.ts'
import { accountEndpoints } from './accounts.ts'
import { channelEndpoints } from './channels.ts'
import { guarded } from './endpoint.ts'
import { REFUSALS, refusalAnswer } from './errors.ts'
import { createLimits } from './limits.ts'
import { messageEndpoints } from './messages.ts'
import { type ChatState, createState } from './state.ts'
import { createWorld, type World } from './world.ts'

/** The posting of a message, in the form of `faults.arm`. */
export const POST_MESSAGE = 'POST /api/v10/channels/{channel}/messages'
/** The creation of a channel, in the form of `faults.arm`. */
export const CREATE_CHANNEL = 'POST /api/v10/guilds/{guild}/channels'

export interface ChatSandbox extends Sandbox<ChatState> {
  readonly world: World
}

/** Creates a sandbox without servers. */
export function createChatSandbox({ now, faults = createFaults() }: SandboxOptions): ChatSandbox {
  const state = createState(now)
  const deps = { state, limits: createLimits(now), now }
  const endpoints = [...accountEndpoints(deps), ...channelEndpoints(deps), ...messageEndpoints(deps)]
  const fetch = serveRemote({
    routes: endpoints.map(endpoint => guarded(endpoint, deps)),
    faults,
    notFound: () => refusalAnswer(REFUSALS.notFound),
  })
  return { fetch, faults, state, world: createWorld(state, now) }
}
