/**
 * Computes the permissions of an account in a channel, as the platform does: first from the roles, then from the
 * channel's overwrites.
 */
import {
  type ChatState,
  type Overwrite,
  PERMISSION,
  type SandboxChannel,
  type SandboxGuild,
} from './state.ts'

const ALL = (1n << 64n) - 1n

/** The permissions of an account in the server; none for an account that is not a member. */
export function guildPermissions(guild: SandboxGuild, userId: string): bigint {
  const member = guild.members.get(userId)
  if (!member) return 0n
  const bits = [guild.id, ...member.roles].reduce((sum, role) => sum | (guild.roles.get(role) ?? 0n), 0n)
  return bits & PERMISSION.administrator ? ALL : bits
}

/** The permissions of an account in the channel; none for an account that may not see it. */
export function channelPermissions(state: ChatState, channel: SandboxChannel, userId: string): bigint {
  if (!channel.guildId) return channel.recipients.includes(userId) ? ALL : 0n
  const guild = state.guilds.get(channel.guildId)
  const member = guild?.members.get(userId)
  if (!guild || !member) return 0n
  const base = guildPermissions(guild, userId)
  if (base === ALL) return ALL
  const { overwrites } = state.channels.get(channel.parentId ?? '') ?? channel
  const of = (ids: readonly string[]) => overwrites.filter(({ id }) => ids.includes(id))
  const bits = [of([guild.id]), of(member.roles), of([userId])].reduce(overwritten, base)
  return bits & PERMISSION.viewChannel ? bits : 0n
}

function overwritten(bits: bigint, overwrites: readonly Overwrite[]): bigint {
  const denied = overwrites.reduce((sum, { deny }) => sum | deny, 0n)
  const allowed = overwrites.reduce((sum, { allow }) => sum | allow, 0n)
  return (bits & ~denied) | allowed
}
