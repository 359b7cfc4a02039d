/** What the platform checks before an endpoint does its work: the user agent, the bot's token, the rate limit. */
import type { StandInCall, StandInRoute } from '../serve.ts'
import { Refusal } from '../serve.ts'
import { invalidBody, refusal, TOLD } from './errors.ts'
import type { Limits } from './limits.ts'
import type { ChatState, SandboxUser } from './state.ts'

/** An endpoint as it is written: it knows which bot calls. */
export interface Endpoint {
  readonly method: string
  /** Below `/api/v10`. */
  readonly path: string
  answer(call: BotCall): Response | Promise<Response>
}

export interface BotCall extends StandInCall {
  readonly bot: SandboxUser
}

export interface EndpointParts {
  readonly state: ChatState
  readonly limits: Limits
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const BASE = '/api/v10'
const USER_AGENT = /^DiscordBot \([^\s,]+, [^\s)]+\)/

/** The route of an endpoint, behind the checks. */
export function guarded(endpoint: Endpoint, { state, limits }: EndpointParts): StandInRoute {
  return {
    method: endpoint.method,
    path: `${BASE}${endpoint.path}`,
    async answer(call) {
      if (!USER_AGENT.test(call.request.headers.get('user-agent') ?? '')) throw refusal(TOLD.userAgent)
      const bot = botOf(call.request, state)
      const { channel = '', guild = '' } = call.params
      const counted = `${endpoint.method} ${endpoint.path} ${channel}${guild}`
      const { headers, refused } = limits.count(bot.id, counted, state.routeLimit)
      const answer = refused ?? (await ended(() => endpoint.answer({ ...call, bot })))
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
      return answer
    },
  }
}

/** A person's token does not work with the word Bot before it. */
function botOf(request: Request, state: ChatState): SandboxUser {
  const [, token = ''] = /^Bot (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  const user = state.users.get(state.tokens.get(token) ?? '')
  if (!user?.bot) throw refusal(TOLD.unauthorized)
  return user
}

async function ended(answer: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

/** The JSON object of a request's body. */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidBody('body', 'DICT_TYPE_CONVERT')
  return body as Record<string, unknown>
}
