import type { Core } from '../../../../lib/app/core.ts'
import { routesOfChat } from '../../../../lib/app/functions/chat.ts'
import { postsOf } from '../../../../lib/app/outlet/chat-service.ts'
import type { Scope } from '../../../../lib/core/signatures/keys.ts'
import type { Posts } from '../../../../lib/services/chat/posts.ts'
import { startChatSandbox } from '../../../helpers/remotes/chat-sandbox.ts'
import { serveSignedIn } from '../../signed-in.ts'

const ALL: readonly Scope[] = ['chat.read', 'chat.send', 'approve']
export const ORDER = { name: 'friday', text: 'Coming?', people: 'hana\nken', way: 'direct_messages' }

interface Options {
  readonly scopes?: readonly Scope[]
  readonly env?: Record<string, string>
}

export async function createMessagesWorld({ scopes = ALL, env = {} }: Options = {}) {
  const remote = await startChatSandbox({ known: /reply: |PATCH / })
  const { world, state } = remote.sandbox
  const guild = world.guild('company')
  const { token } = world.bot('kura', { guild })
  const channel = world.channel(guild, { name: 'notices' })
  const hana = world.person('hana', { guild })
  const ken = world.person('ken', { guild, acceptsMessages: false })
  const settings = {
    CHAT_BOT_TOKENS: token,
    CHAT_BASE_URL: remote.url,
    CHAT_GUILD_ID: guild.id,
    CHAT_NOTICES_CHANNEL_ID: channel.id,
    ...env,
  }
  const now = () => remote.clock.now
  let posts: Posts | undefined
  const routes = (core: Core) => {
    posts = postsOf(core, undefined)
    return routesOfChat(core)
  }
  const console = await serveSignedIn({ scopes, env: settings, now, routes })
  const ask = (fields: Record<string, string>) => console.send('/console/messages', fields)
  /** Returns the direct message channel of a person. */
  const directOf = () => [...state.channels.values()].find(({ type }) => type === 1)?.id ?? ''
  /** Posts or edits the status message, as the daily run does. */
  const keepStatus = (text: string) => posts?.keepStatus({ channel: channel.id, text, by: 'kura' })
  return { ...console, remote, world, guild, channel, hana, ken, ask, directOf, keepStatus }
}
