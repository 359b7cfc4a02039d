/** A small company at the chat platform, for trying out: a bot, three people, a channel for notices, a group. */
import type { ChatSandbox } from './sandbox.ts'
import type { SandboxUser } from './state.ts'

export interface DemoCompany {
  /** What the functions are told of it; the address is the caller's to add. */
  readonly settings: Readonly<Record<'CHAT_BOT_TOKENS' | 'CHAT_GUILD_ID' | 'CHAT_NOTICES_CHANNEL_ID', string>>
  /** hana and ken can be written to; closed takes no direct messages. */
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
