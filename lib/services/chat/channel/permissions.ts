/** Permissions in a channel. Overwrites apply for everyone, then for the account's roles together, then for itself. */

export const PERMISSION = {
  ADMINISTRATOR: 1n << 3n,
  MANAGE_CHANNELS: 1n << 4n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
} as const

export type PermissionName = keyof typeof PERMISSION

/** The permissions that are lacking; an administrator lacks none. */
export function lacking(names: readonly PermissionName[], held: bigint): PermissionName[] {
  if (held & PERMISSION.ADMINISTRATOR) return []
  return names.filter(name => !(held & PERMISSION[name]))
}

interface Overwrite {
  readonly id: string
  /** The permission bits, as a decimal string. */
  readonly allow: string
  readonly deny: string
}

export interface Account {
  readonly guildId: string
  readonly held: bigint
  readonly roles: readonly string[]
  readonly id: string
}

/** The types of threads: of announcements, public, private. */
const THREADS: readonly number[] = [10, 11, 12]

/** Whether the channel is a thread, to which the overwrites of its parent channel apply. */
export function isThread(type: number): boolean {
  return THREADS.includes(type)
}

/** The permissions that are lacking to write to a channel of this type. */
export function lackingInChannel(
  { type, overwrites }: { readonly type: number; readonly overwrites: readonly Overwrite[] },
  { guildId, held, roles, id }: Account,
): PermissionName[] {
  if (held & PERMISSION.ADMINISTRATOR) return []
  const of = (ids: readonly string[]) => overwrites.filter(overwrite => ids.includes(overwrite.id))
  const bits = [of([guildId]), of(roles), of([id])].reduce(overwritten, held)
  return lacking(['VIEW_CHANNEL', isThread(type) ? 'SEND_MESSAGES_IN_THREADS' : 'SEND_MESSAGES'], bits)
}

function overwritten(bits: bigint, overwrites: readonly Overwrite[]): bigint {
  const denied = overwrites.reduce((sum, { deny }) => sum | BigInt(deny), 0n)
  const allowed = overwrites.reduce((sum, { allow }) => sum | BigInt(allow), 0n)
  return (bits & ~denied) | allowed
}
