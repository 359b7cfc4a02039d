/**
 * The checks that the platform makes before an endpoint does its work: the user agent, the bot's token, the rate limit.
 */
import { answerOf } from '../refusal.ts'
import { credentialOf, isObject, readJson } from '../requests.ts'
import { type SandboxCall, type SandboxRoute, withHeaders } from '../serve.ts'
import { invalidBody, REFUSALS, refusal } from './errors.ts'
import type { Limits } from './limits.ts'
import type { ChatState, RouteLimit, SandboxUser } from './state.ts'

export interface Endpoint {
  readonly method: string
  /** The path below `/api/v10`. */
  readonly path: string
  /** The limit of the route; by default, that of every route. */
  limit?(state: ChatState): RouteLimit
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

export function guarded(endpoint: Endpoint, { state, limits }: EndpointDeps): SandboxRoute {
  return {
    method: endpoint.method,
    path: `${BASE}${endpoint.path}`,
    async answer(call) {
      if (!USER_AGENT.test(call.request.headers.get('user-agent') ?? '')) throw refusal(REFUSALS.userAgent)
      const bot = botOf(call.request, state)
      const { channel, guild } = call.params
      const route = { bucket: `${endpoint.method} ${endpoint.path}`, major: channel ?? guild ?? '' }
      const limit = endpoint.limit?.(state) ?? state.routeLimit
      const { headers, refused } = limits.count(bot.id, route, limit)
      const answer = () => {
        refuseNoNumbers(call.params)
        return endpoint.answer({ ...call, bot })
      }
      return withHeaders(refused ?? (await answerOf(answer)), headers)
    },
  }
}

/** @throws Refusal 400, code 50035, for a path with an identifier that is not a number */
function refuseNoNumbers(params: SandboxCall['params']): void {
  const wrong = Object.entries(params).find(([, id]) => !/^\d{1,20}$/.test(id))
  if (wrong) throw invalidBody(`${wrong[0]}_id`, 'NUMBER_TYPE_COERCE')
}

/** The bot of a token; a person's token with the scheme Bot is refused. */
function botOf(request: Request, state: ChatState): SandboxUser {
  const user = state.users.get(state.tokens.get(credentialOf(request, 'Bot')) ?? '')
  if (!user?.bot) throw refusal(REFUSALS.unauthorized)
  return user
}

/** @throws Refusal 400 unless the body is a JSON object */
export async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const body = await readJson(request)
  if (!isObject(body)) throw invalidBody('body', 'DICT_TYPE_CONVERT')
  return body
}
