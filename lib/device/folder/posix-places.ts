import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { isTrustedGroup, type Place, type Self } from './posix-writers.ts'

export function placeAt(path: string): Place[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? [{ path, mode: stats.mode, uid: stats.uid, gid: stats.gid }] : []
}

export function placesAbove(path: string): Place[] {
  const above = dirname(path)
  return above === path ? [] : [...placeAt(above), ...placesAbove(above)]
}

export function thisUser(platform: NodeJS.Platform): Self {
  return {
    uid: process.getuid?.() ?? 0,
    isTrusted: gid => isTrustedGroup(gid, { groups: readGroups(), name: userName(), platform }),
  }
}

/** The user's name; empty if the system's list of users has none for the user's id. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

function readGroups(): string {
  try {
    return readFileSync('/etc/group', 'utf8')
  } catch {
    return ''
  }
}
