export interface Place {
  readonly path: string
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

export interface Self {
  readonly uid: number
  /** Whether the only members of the group are this user and administrators. */
  isTrusted(gid: number): boolean
}

/** Who can write to `path`; `id` is a uid or gid, or 0 for everyone. */
export interface Writer {
  readonly path: string
  readonly who: 'everyone' | 'group' | 'owner'
  readonly id: number
}

const [STICKY, GROUP_WRITES, ALL_WRITE] = [0o1000, 0o020, 0o002]
const ROOT = 0

/**
 * Finds another user or group that can replace the files of a device. One way is to write into one of `own`, the folder
 * and kura's files in it. The other is to exchange one of the folders `above` it, the nearest first. In a folder with
 * the sticky bit, such as `/tmp`, only the owner of an entry can exchange it, so the folders above are not checked.
 */
export function otherWriter(
  { own, above }: { own: readonly Place[]; above: readonly Place[] },
  self: Self,
): Writer | undefined {
  for (const place of own) {
    const writer = writerOf(place, self)
    if (writer) return writer
  }
  for (const place of above) {
    const isSticky = (place.mode & STICKY) !== 0
    const writer = isSticky ? ownerOf(place, self) : writerOf(place, self)
    if (writer) return writer
    if (isSticky) return undefined
  }
  return undefined
}

function writerOf(place: Place, self: Self): Writer | undefined {
  const { path, mode, gid } = place
  if ((mode & ALL_WRITE) !== 0) return { path, who: 'everyone', id: 0 }
  if ((mode & GROUP_WRITES) !== 0 && !self.isTrusted(gid)) return { path, who: 'group', id: gid }
  return ownerOf(place, self)
}

function ownerOf({ path, uid }: Place, self: Self): Writer | undefined {
  return uid === self.uid || uid === ROOT ? undefined : { path, who: 'owner', id: uid }
}

/** Most systems create a group with the user's name and no other member for each user. */
export function isTrustedGroup(
  gid: number,
  { groups, name, platform }: { groups: string; name: string; platform: NodeJS.Platform },
): boolean {
  if (gid === ROOT || (platform === 'darwin' && gid === MACOS_ADMINS)) return true
  const line = groups.split('\n').find(entry => entry.split(':')[2] === String(gid))
  const [group, , , members = ''] = line?.split(':') ?? []
  return group === name && members.split(',').every(member => member === '' || member === name)
}

const MACOS_ADMINS = 80
