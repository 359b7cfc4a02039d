/** The chat platform's sandbox on a loopback socket; every exchange is checked against the platform's own description. */

import { type ChatSandbox, createChatSandbox } from '../../../sandbox/chat/sandbox.ts'
import type { SandboxOptions } from '../../../sandbox/serve.ts'
import { hasReference, type OpenApi, openapi } from '../http/openapi.ts'
import { type Description, serveWatched, type Watched } from '../http/watch-exchanges.ts'
import { shown } from './chat-markup.ts'

const DESCRIPTION = 'chat.openapi.json'

/** 2026-06-15 12:00 in Japan. */
const NOON = Date.UTC(2026, 5, 15, 3)

/** The platform's description; undefined if the reference is not available. */
export const chatApi: OpenApi | undefined = hasReference(DESCRIPTION)
  ? openapi(DESCRIPTION, { base: '/api/v10' })
  : undefined

/**
 * Known differences from the description: it has numbers for the codes within an error, but the platform and its documents
 * have words; it has no 500; and it does not describe the edit of a message, which the platform has
 * (`RESTPatchAPIChannelMessageJSONBody` of discord-api-types).
 */
const UNDESCRIBED = / reply: (?:body \/errors|the status 500 )|: PATCH \S+\/messages\/\d+ is not described$/

export interface RunningChat extends Watched {
  readonly sandbox: ChatSandbox
  /** The platform's address, without the version's path. */
  readonly url: string
  /** The sandbox's clock in milliseconds; a test moves it. */
  readonly clock: { now: number }
  call(method: string, path: string, options: ChatCall): Promise<ChatAnswer>
  /** The texts in a channel, as people read them. */
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

export async function startChatSandbox({
  known = UNDESCRIBED,
  ...options
}: Partial<SandboxOptions> & Pick<Description, 'known'> = {}): Promise<RunningChat> {
  const clock = { now: NOON }
  const sandbox = createChatSandbox({ now: () => clock.now, ...options })
  const isDescribed = (path: string) => path.startsWith('/api/v10/')
  const served = await serveWatched(sandbox.fetch, { api: chatApi, isDescribed, known })
  return {
    ...served,
    sandbox,
    url: `${served.url}/api`,
    clock,
    async call(method, path, { token, json, headers }) {
      const response = await fetch(`${served.url}/api/v10${path}`, {
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
    texts: channelId =>
      (sandbox.state.messages.get(channelId) ?? []).map(({ content }) => shown(content).text),
  }
}
