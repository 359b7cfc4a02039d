/** A small company for demonstrations: a bot, three people, a channel for notices, a group. */
import type { ChatSandbox } from './sandbox.ts'
import type { SandboxUser } from './state.ts'

export interface DemoCompany {
  /** The settings for this company, without the platform's address. */
  readonly settings: Readonly<Record<'CHAT_BOT_TOKENS' | 'CHAT_GUILD_ID' | 'CHAT_NOTICES_CHANNEL_ID', string>>
  /** The people; hana and ken accept direct messages, closed does not. */
  readonly people: readonly SandboxUser[]
  /** A group of the people, which no bot can join. */
  readonly group: string
}

export function fillDemo({ world }: ChatSandbox): DemoCompany {
  const guild = world.guild('company')
  const { token } = world.bot('kura', { guild })
  const notices = world.channel(guild, { name: 'notices' })
  const people = ['hana', 'ken'].map(name => world.person(name, { guild }))
  const closed = world.person('closed', { guild, acceptsMessages: false })
  return {
    settings: { CHAT_BOT_TOKENS: token, CHAT_GUILD_ID: guild.id, CHAT_NOTICES_CHANNEL_ID: notices.id },
    people: [...people, closed],
    group: world.group(people).id,
  }
}
