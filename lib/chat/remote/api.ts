/** One bot's calls on the wire: its token, the platform's version and user agent, rate limits, and the reply's shape. */
import { AppError } from '../../errors.ts'
import { fetchJson, fetchJsonRead, type JsonRequest } from '../../http/fetch-json.ts'
import type { ChatParts } from '../deps.ts'
import { routeOf, type WireCall } from './calls.ts'
import { judge } from './errors.ts'
import type { BotPauses } from './rate-limits.ts'

/** Makes a call. @throws AppError `limited`, `remote_*`, `permission_missing` */
export type Wire = <Reply>(call: WireCall<Reply>) => Promise<Reply>

const VERSION = '/v10'
/** Milliseconds for a call: with the wait before it, it ends within its claim's lease. */
const TIMEOUT = 10_000
/** A call that was limited had no effect, so it is made again; this often at most. */
const MOST_ATTEMPTS = 4

export function createWire(token: string, { parts, pauses }: { parts: ChatParts; pauses: BotPauses }): Wire {
  return async call => {
    for (let attempt = 1; ; attempt++) {
      await pauses.wait(routeOf(call))
      const reply = await sendOf(call)(requestOf(call, { token, parts }), parts)
      await pauses.learn(routeOf(call), reply)
      if (reply.status === 429 && attempt < MOST_ATTEMPTS) continue
      const error = judge(call, reply)
      if (error) throw error
      const parsed = call.reply.safeParse(reply.body)
      if (parsed.success) return parsed.data
      const message = `Cannot read the answer to ${routeOf(call)}: the chat platform sent another shape`
      throw new AppError('remote_answer', message)
    }
  }
}

/** What has an effect is sent once. */
function sendOf({ method, repeatable }: WireCall): typeof fetchJsonRead {
  return method === 'GET' || repeatable ? fetchJsonRead : fetchJson
}

function requestOf(call: WireCall, { token, parts }: { token: string; parts: ChatParts }): JsonRequest {
  const url = new URL(`${parts.settings.baseUrl}${VERSION}${call.path}`)
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
  return {
    remote: 'chat',
    method: call.method,
    url,
    timeout: TIMEOUT,
    headers: { authorization: `Bot ${token}`, 'user-agent': `DiscordBot (${parts.home}, 1)` },
    ...(call.json !== undefined && { json: call.json }),
    observe: call => parts.observe?.(call),
  }
}
