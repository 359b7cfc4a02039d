/**
 * Keeps secrets in files. A mode of 0600 hides a file from other users, except on Windows. There a file gets the rights
 * of its folder, so kura restricts them before it writes the secret.
 */
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Disk } from '../disk/disk.ts'
import { shownPath } from '../disk/entry.ts'
import { type Ended, type RunProgram, saidBy } from '../system-program.ts'
import { FOLDER_FAILURES, FOLDER_HINTS, USER_FOLDER } from './words.ts'

const PRIVATE = { mode: 0o600 }
/** The SID of the system itself, as which virus scanners and backups run. */
const SYSTEM = 'S-1-5-18'

/** Gives a file to one user and the system only, by SIDs: names of accounts depend on the language of Windows. */
export function privateRights(file: string, sid: string): string[] {
  return [file, '/inheritance:r', '/grant:r', `*${sid}:F`, `*${SYSTEM}:F`]
}

export const WHOAMI: readonly string[] = ['/user', '/fo', 'csv', '/nh']

/** Finds the SID in a line such as `"pc\mei","S-1-5-21-…"`. */
export function userSid(output: string): string | undefined {
  return /"(S-1-[\d-]+)"\s*$/.exec(output)?.[1]
}

/** Writes a secret that other users cannot read at any time. The file is on the disk when this returns. */
export async function writeSecret(
  disk: Disk,
  { path, text }: { path: string; text: string },
  run: RunProgram,
): Promise<void> {
  await disk.write(path, '', PRIVATE)
  await cutRights(disk, path, run)
  await disk.extend(path, Buffer.from(text), { length: 0 })
}

/** Restricts the rights of a file that a person has put here. Windows keeps a moved file's rights, so they go first. */
export async function takeSecret(disk: Disk, path: string, run: RunProgram): Promise<void> {
  if (disk.platform !== 'win32') return
  await icacls(shownPath(disk, path), file => [file, '/reset'], run)
  await cutRights(disk, path, run)
}

async function cutRights(disk: Disk, path: string, run: RunProgram): Promise<void> {
  if (disk.platform !== 'win32') return
  const file = shownPath(disk, path)
  const sid = await ownSid(file, run)
  await icacls(file, at => privateRights(at, sid), run)
}

async function icacls(
  file: string,
  words: (file: string) => readonly string[],
  run: RunProgram,
): Promise<void> {
  const ended = await run('icacls', words(file))
  if (ended.status !== 0) throw notPrivate(file, { program: 'icacls', ...ended })
}

async function ownSid(file: string, run: RunProgram): Promise<string> {
  const ended = await run('whoami', WHOAMI)
  const sid = ended.status === 0 ? userSid(ended.stdout) : undefined
  if (sid === undefined) throw notPrivate(file, { program: 'whoami', ...ended })
  return sid
}

function notPrivate(file: string, ended: Ended & { program: string }) {
  const values = { file, program: ended.program, said: saidBy(ended) }
  return phraseError('device_write', phrase(FOLDER_FAILURES.notPrivate, values), {
    hint: phrase(FOLDER_HINTS.ownDrive, { example: USER_FOLDER }),
  })
}
