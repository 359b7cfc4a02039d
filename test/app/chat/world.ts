import type { Core } from '../../../lib/app/core.ts'
import type { Route } from '../../../lib/core/http/router.ts'
import { type ServeOptions, serveFunction } from '../../helpers/functions.ts'
import { startChatSandbox } from '../../helpers/remotes/chat-sandbox.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

export const CHAT = { scopes: ['chat.send'] } as const
export const ADMIN = { scopes: ['admin'] } as const
export const FINDING = {
  url: 'https://kura.example',
  at: '2026-06-15T03:00:00Z',
  conclusion: 'open' as const,
  open: ['/lib/.env'],
}

/** Serves the functions with a chat platform that has one bot, one channel for notices, and hana. */
export async function serve(
  routes: (core: Core) => readonly Route[],
  { env = {}, ...options }: ServeOptions & { env?: Record<string, string | undefined> } = {},
) {
  const remote = await startChatSandbox()
  const { world } = remote.sandbox
  const guild = world.guild('company')
  const { token } = world.bot('kura', { guild })
  const channel = world.channel(guild, { name: 'notices' })
  const hana = world.person('hana', { guild })
  const settings = {
    KURA_RELEASE_DIR: await temporaryDirectory(),
    CHAT_BOT_TOKENS: token,
    CHAT_BASE_URL: remote.url,
    CHAT_GUILD_ID: guild.id,
    CHAT_NOTICES_CHANNEL_ID: channel.id,
    CRON_SECRET: 'what-the-host-sends-along',
    KURA_LANGUAGE: 'en',
    ...env,
  }
  const served = await serveFunction(routes, { env: settings, ...options })
  return { ...served, remote, channel, hana, world }
}
