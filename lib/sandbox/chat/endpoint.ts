/** What the platform checks before an endpoint does its work: the user agent, the bot's token, the rate limit. */
import { answerOf } from '../refusal.ts'
import { credentialOf, isObject, readJson } from '../requests.ts'
import { type SandboxCall, type SandboxRoute, withHeaders } from '../serve.ts'
import { invalidBody, REFUSALS, refusal } from './errors.ts'
import type { Limits } from './limits.ts'
import type { ChatState, SandboxUser } from './state.ts'

/** An endpoint, which knows the bot that calls. */
export interface Endpoint {
  readonly method: string
  /** Below `/api/v10`. */
  readonly path: string
  answer(call: BotCall): Response | Promise<Response>
}

export interface BotCall extends SandboxCall {
  readonly bot: SandboxUser
}

export interface EndpointDeps {
  readonly state: ChatState
  readonly limits: Limits
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const BASE = '/api/v10'
const USER_AGENT = /^DiscordBot \([^\s,]+, [^\s)]+\)/

/** The route of an endpoint with its checks. */
export function guarded(endpoint: Endpoint, { state, limits }: EndpointDeps): SandboxRoute {
  return {
    method: endpoint.method,
    path: `${BASE}${endpoint.path}`,
    async answer(call) {
      if (!USER_AGENT.test(call.request.headers.get('user-agent') ?? '')) throw refusal(REFUSALS.userAgent)
      const bot = botOf(call.request, state)
      const { channel = '', guild = '' } = call.params
      const counted = `${endpoint.method} ${endpoint.path} ${channel}${guild}`
      const { headers, refused } = limits.count(bot.id, counted, state.routeLimit)
      return withHeaders(refused ?? (await answerOf(() => endpoint.answer({ ...call, bot }))), headers)
    },
  }
}

/** The calling bot; a person's token is refused with the scheme Bot. */
function botOf(request: Request, state: ChatState): SandboxUser {
  const user = state.users.get(state.tokens.get(credentialOf(request, 'Bot')) ?? '')
  if (!user?.bot) throw refusal(REFUSALS.unauthorized)
  return user
}

/** The JSON object of a request's body. @throws Refusal 400 */
export async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const body = await readJson(request)
  if (!isObject(body)) throw invalidBody('body', 'DICT_TYPE_CONVERT')
  return body
}
