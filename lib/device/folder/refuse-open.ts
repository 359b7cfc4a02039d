import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Phrase } from '../../core/phrase.ts'
import type { Disk } from '../disk/disk.ts'
import { shownPath } from '../disk/entry.ts'
import { folderOf, NODES, nodePath, OWN, WANTED_NODE } from '../disk/layout.ts'
import { DEVICE_PROGRAM_NAME, PREVIOUS_PROGRAM_NAME, shellWord, startFileOf } from '../program/start-file.ts'
import type { RunProgram } from '../system-program.ts'
import { placeAt, placesAbove, thisUser } from './posix-places.ts'
import { otherWriter, type Writer } from './posix-writers.ts'
import { openOnWindows } from './windows-rights.ts'
import { FOLDER_FAILURES, FOLDER_HINTS, USER_FOLDER } from './words.ts'

/**
 * A program of another user in the folder would get the device's key, and could do all that the device's user can do.
 * @throws AppError `device_write` if another user can write into the folder, its programs or, except on Windows, a
 * folder above it; on Windows also if this cannot be found out
 */
export async function refuseOpenFolder(disk: Disk, run: RunProgram): Promise<void> {
  const { dir, platform } = disk
  const programs = programsIn(disk)
  if (platform === 'win32') {
    const open = await openOnWindows(dir, programs, { run, retry: disk.retry })
    if (!open) return
    const hint = phrase(FOLDER_HINTS.ownDrive, { example: USER_FOLDER })
    throw refusal(dir, open.path, { who: whichAccount(open.who), hint })
  }
  const writer = otherWriter({ own: programs.flatMap(placeAt), above: placesAbove(dir) }, thisUser(platform))
  if (!writer) return
  throw refusal(dir, writer.path, { who: whoIs(writer), hint: mendOf(writer, { dir, programs }) })
}

function programsIn({ dir, platform }: Disk): string[] {
  const nodes = join(dir, NODES)
  const versions = statSync(nodes, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(nodes) : []
  const ofNode = versions
    .map(version => nodePath(version, platform))
    .flatMap(file => [`${NODES}/${file.split('/')[2]}`, folderOf(file), file])
  const programs = [DEVICE_PROGRAM_NAME, PREVIOUS_PROGRAM_NAME, startFileOf(platform)]
  const found = [...programs, OWN, WANTED_NODE, NODES, ...new Set(ofNode)].filter(path =>
    statSync(join(dir, path), { throwIfNoEntry: false }),
  )
  return [dir, ...found.map(path => shownPath({ dir, platform }, path))]
}

/** The command that corrects the rights: in the device's folder those of all files, not only of those checked. */
function mendOf(
  { path, who }: Writer,
  { dir, programs }: { dir: string; programs: readonly string[] },
): Phrase {
  if (who === 'owner') return phrase(FOLDER_HINTS.home, { example: '~/kura' })
  const command = programs.includes(path)
    ? `chmod -R go-w ${shellWord(dir)}`
    : `chmod go-w ${shellWord(path)}`
  return phrase(FOLDER_HINTS.chmod, { command })
}

function whoIs({ who, id }: Writer): Phrase {
  if (who === 'everyone') return phrase(FOLDER_FAILURES.everyone)
  return who === 'group'
    ? phrase(FOLDER_FAILURES.group, { gid: id })
    : phrase(FOLDER_FAILURES.owner, { uid: id })
}

/** `S-1-5-21-` begins an account of this PC or company. Any user may be in one of Windows's predefined groups. */
function whichAccount(sid: string): Phrase {
  return sid.startsWith('S-1-5-21-')
    ? phrase(FOLDER_FAILURES.account, { sid })
    : phrase(FOLDER_FAILURES.everyone)
}

function refusal(dir: string, path: string, { who, hint }: { who: Phrase; hint: Phrase }): AppError {
  return phraseError('device_write', phrase(FOLDER_FAILURES.open, { dir, who, path }), { hint })
}
