/**
 * Recognises a folder that was set up on another machine: OneDrive shares one folder between two PCs, and a folder may be
 * copied. A random id of the user on this machine is kept outside the folder, and its copy in the folder.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Disk } from '../disk/disk.ts'
import { fileAt, shownPath } from '../disk/entry.ts'
import { diskError } from '../disk/error.ts'
import { MACHINE, OWN } from '../disk/layout.ts'
import { DISK_ACTS } from '../disk/words.ts'
import { FOLDER_FAILURES, FOLDER_HINTS } from './words.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Facts about the machine and its user. */
export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Returns the file with the id of this user on this machine. No system copies its folder to the user's other machines. */
export function machineFile({ platform, home, env }: Surroundings): string {
  const named = (variable: string, { isAbsolute }: typeof posix) => {
    const folder = env[variable] ?? ''
    return isAbsolute(folder) ? folder : undefined
  }
  if (platform === 'win32')
    return win32.join(named('LOCALAPPDATA', win32) ?? win32.join(home, 'AppData', 'Local'), 'kura', 'machine')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'kura', 'machine')
  return posix.join(named('XDG_STATE_HOME', posix) ?? posix.join(home, '.local', 'state'), 'kura', 'machine')
}

/**
 * Refuses a folder that was set up on another machine. A folder without an id (new, or of an earlier program) gets that
 * of this machine. If the id cannot be kept outside the folder, it is not used.
 * @throws AppError `conflict`; nothing has changed then. `device_write` if the folder cannot be written
 */
export async function refuseOtherMachine(disk: Disk, file: string): Promise<void> {
  const [own, kept] = [await idIn(file), await idIn(fileAt(disk.dir, MACHINE))]
  if (kept !== undefined && kept === own) return
  if (kept !== undefined) {
    throw phraseError('conflict', phrase(FOLDER_FAILURES.otherMachine, { dir: disk.dir }), {
      hint: phrase(FOLDER_HINTS.otherMachine, { file: shownPath(disk, MACHINE) }),
    })
  }
  const id = own ?? (await newId(file))
  if (id === undefined) return
  try {
    await disk.makeFolder(OWN)
    await disk.replace(MACHINE, `${id}\n`)
  } catch (error) {
    throw diskError(phrase(DISK_ACTS.write, { dir: disk.dir }), error)
  }
}

/** Returns the id in a file; undefined if there is none, or if the file is damaged. */
async function idIn(file: string): Promise<string | undefined> {
  const text = (await readFile(file, 'utf8').catch(() => '')).trim()
  return UUID.test(text) ? text : undefined
}

async function newId(file: string): Promise<string | undefined> {
  const id = randomUUID()
  try {
    await writeFileAtomic(file, `${id}\n`)
    return id
  } catch {
    // such as a user without a home folder
    return undefined
  }
}
