/**
 * Refuses to set up a device in a folder that another user can write into: whoever can put a program there has the
 * device's key, and all that its user can do.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, win32 } from 'node:path'
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Phrase } from '../../core/phrase.ts'
import type { Disk } from '../disk/disk.ts'
import { NODES, OWN } from '../disk/layout.ts'
import { isTrustedGroup, otherWriter as otherPosixWriter, type Place, type Writer } from './posix-writers.ts'
import { type RunProgram, saidBy, USER_FOLDER } from './secrets.ts'
import { otherWriter as otherWindowsWriter } from './windows-writers.ts'
import { FOLDER_FAILURES, FOLDER_HINTS } from './words.ts'

/** The files and folders of kura's own that are programs, or that programs are in. */
const PROGRAMS: readonly string[] = ['', 'kura-device.mjs', OWN, NODES]

/** @throws AppError `device_write` if another user can write into the folder of the device, or into one above it */
export async function refuseOpenFolder(
  { dir, platform }: Pick<Disk, 'dir' | 'platform'>,
  run: RunProgram,
): Promise<void> {
  if (platform === 'win32') return refuseOnWindows(dir, run)
  const writer = otherPosixWriter({ own: placesIn(dir), above: placesAbove(dir) }, thisUser(platform))
  if (!writer) return
  const isOwn = writer.who !== 'owner'
  throw open(dir, writer.path, {
    who: whoIs(writer),
    hint: isOwn
      ? phrase(FOLDER_HINTS.chmod, { path: writer.path })
      : phrase(FOLDER_HINTS.home, { example: '~/kura' }),
  })
}

function placesIn(dir: string): Place[] {
  return PROGRAMS.map(path => join(dir, path)).flatMap(placeAt)
}

function placesAbove(dir: string): Place[] {
  const above = dirname(dir)
  return above === dir ? [] : [...placeAt(above), ...placesAbove(above)]
}

function placeAt(path: string): Place[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? [{ path, mode: stats.mode, uid: stats.uid, gid: stats.gid }] : []
}

function thisUser(platform: NodeJS.Platform) {
  return {
    uid: process.getuid?.() ?? 0,
    isTrusted: (gid: number) => isTrustedGroup(gid, { groups: readGroups(), name: userName(), platform }),
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // a user id without an entry in the list of users
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

function whoIs({ who, id }: Writer): Phrase {
  if (who === 'everyone') return phrase(FOLDER_FAILURES.everyone)
  return who === 'group'
    ? phrase(FOLDER_FAILURES.group, { gid: id })
    : phrase(FOLDER_FAILURES.owner, { uid: id })
}

async function refuseOnWindows(dir: string, run: RunProgram): Promise<void> {
  const file = join(tmpdir(), `kura-rights-${randomUUID()}`)
  try {
    const ended = await run('icacls', [win32.normalize(dir), '/save', file])
    if (ended.status !== 0) {
      const values = { dir, program: 'icacls', said: saidBy(ended) }
      throw phraseError('device_write', phrase(FOLDER_FAILURES.unknownRights, values), {
        hint: phrase(FOLDER_HINTS.ownDrive, { example: USER_FOLDER }),
      })
    }
    // the icacls of Wine does nothing and reports success
    const saved = await readFile(file, 'utf16le').catch(() => '')
    if (otherWindowsWriter(saved) === undefined) return
  } finally {
    await rm(file, { force: true })
  }
  throw open(dir, dir, {
    who: phrase(FOLDER_FAILURES.everyone),
    hint: phrase(FOLDER_HINTS.ownDrive, { example: USER_FOLDER }),
  })
}

function open(dir: string, path: string, { who, hint }: { who: Phrase; hint: Phrase }): AppError {
  return phraseError('device_write', phrase(FOLDER_FAILURES.open, { dir, who, path }), { hint })
}
