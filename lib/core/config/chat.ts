import { phrase } from '../language/catalogue.ts'
import {
  type Environment,
  invalid,
  privateUrlOf,
  type ServiceSettings,
  section,
  words,
} from './environment.ts'
import { FORMS } from './forms.ts'

export interface ChatSettings {
  /** One or more tokens. Only the chat platform can say whether a token is valid. */
  readonly tokens: readonly string[]
  /** The address of the API, without the path of the version. */
  readonly baseUrl: string
  readonly guildId: string
  /** The channel for notices and the status message. If it is undefined, no notice goes to the chat. */
  readonly noticesChannelId: string | undefined
}

/** Variables in which some tools keep a person's token. Kura never uses such a token. */
export const USER_TOKENS = ['DISCORD_TOKEN', 'DISCORD_USER_TOKEN', 'CHAT_USER_TOKEN']

/** The reply's warning that kura does not use a person's token. */
export function ignoredTokens(userTokens: readonly string[]): { ignored?: string[] } {
  if (userTokens.length === 0) return {}
  return {
    ignored: userTokens.map(
      name => `${name} is set and not used: a person's token puts the whole account at risk`,
    ),
  }
}

const NEEDED = { CHAT_BOT_TOKENS: `MQ.A.${'A'.repeat(20)}`, CHAT_GUILD_ID: '1' }

export const chat: ServiceSettings<ChatSettings> = {
  selectedBy: 'CHAT_BOT_TOKENS',
  placeholders: NEEDED,
  read: env => section(env, Object.keys(NEEDED), () => settingsOf(env)),
}

function settingsOf(env: Environment): ChatSettings {
  const channel = env['CHAT_NOTICES_CHANNEL_ID']
  const tokens = words(env['CHAT_BOT_TOKENS'] ?? '').map(botToken)
  if (tokens.length === 0) throw invalid('CHAT_BOT_TOKENS', phrase(FORMS.botToken))
  return {
    tokens,
    baseUrl: privateUrlOf('CHAT_BASE_URL', env['CHAT_BASE_URL'] || 'https://discord.com/api'),
    guildId: identifier('CHAT_GUILD_ID', env['CHAT_GUILD_ID'] ?? ''),
    noticesChannelId: channel ? identifier('CHAT_NOTICES_CHANNEL_ID', channel) : undefined,
  }
}

function identifier(name: string, text: string): string {
  if (!/^[1-9][0-9]{0,19}$/.test(text)) throw invalid(name, phrase(FORMS.identifier))
  return text
}

/** Returns the token. Refuses a text that cannot be a bot's token, such as an OAuth token or a person's token. */
function botToken(text: string, index: number): string {
  const name = `CHAT_BOT_TOKENS, token ${index + 1}`
  if (/^Bot\s/i.test(text)) throw invalid(name, phrase(FORMS.withoutBot))
  if (/^["'].*["']$/.test(text)) throw invalid(name, phrase(FORMS.withoutQuotes))
  const [, id = ''] = /^([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{20,}$/.exec(text) ?? []
  if (/^[0-9]{1,20}$/.test(Buffer.from(id, 'base64url').toString())) return text
  throw invalid(name, phrase(FORMS.botToken))
}
