/** The chat platform's stand-in on a loopback socket, every exchange held against the platform's own description. */
import { type FetchHandler, listen } from '../../../lib/http/listen.ts'
import {
  type ChatSandbox,
  type ChatSandboxOptions,
  createChatSandbox,
} from '../../../lib/sandbox/chat/sandbox.ts'
import { hasReference, type OpenApi, openapi } from '../http/openapi.ts'
import { watch } from '../http/watch-exchanges.ts'

const DESCRIPTION = 'chat.openapi.json'

/** 2026-06-15 12:00 in Japan. */
export const NOON = Date.UTC(2026, 5, 15, 3)

/** What the platform describes; undefined where the reference is not at hand. */
export const chatApi: OpenApi | undefined = hasReference(DESCRIPTION)
  ? openapi(DESCRIPTION, { base: '/api/v10' })
  : undefined

/**
 * Where the description is not followed: it has numbers for the codes within an error, where the platform's documents
 * and the platform have words; and it knows no 500.
 */
const UNDESCRIBED = / reply: (?:body \/errors|the status 500 )/

export interface RunningChat extends AsyncDisposable {
  readonly sandbox: ChatSandbox
  /** The platform's address, without the version's path. */
  readonly url: string
  /** What did not agree with the description; always empty where there is none. */
  readonly problems: string[]
  /** Each request that came in, `METHOD /path?query`. */
  readonly requests: string[]
  /** The time that the stand-in sees, in milliseconds; a test moves it. */
  readonly clock: { now: number }
  call(method: string, path: string, options: ChatCall): Promise<ChatAnswer>
  /** The texts that stand in a channel. */
  texts(channelId: string): string[]
}

export interface ChatCall {
  readonly token: string
  readonly json?: unknown
  readonly headers?: Record<string, string>
}

export interface ChatAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly body: any
}

export async function startChatSandbox(options: Partial<ChatSandboxOptions> = {}): Promise<RunningChat> {
  const clock = { now: NOON }
  const sandbox = createChatSandbox({ now: () => clock.now, ...options })
  const watched = watch(sandbox.fetch, { api: chatApi, isDescribed: path => path.startsWith('/api/v10/') })
  const requests: string[] = []
  const handler: FetchHandler = (request, connection) => {
    const { pathname, search } = new URL(request.url)
    requests.push(`${request.method} ${pathname}${search}`)
    return watched.handler(request, connection)
  }
  const server = await listen(handler)
  return {
    sandbox,
    url: `${server.url}/api`,
    get problems() {
      return watched.problems.filter(problem => !UNDESCRIBED.test(problem))
    },
    requests,
    clock,
    async call(method, path, { token, json, headers }) {
      const response = await fetch(`${server.url}/api/v10${path}`, {
        method,
        headers: {
          authorization: `Bot ${token}`,
          'content-type': 'application/json',
          'user-agent': 'DiscordBot (https://kura.example, 1)',
          ...headers,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
    },
    texts: channelId => (sandbox.state.messages.get(channelId) ?? []).map(({ content }) => content),
    [Symbol.asyncDispose]: () => server.close(),
  }
}
