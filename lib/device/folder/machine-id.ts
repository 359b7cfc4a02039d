/**
 * OneDrive may share one folder between two PCs, or a person may copy the folder. So kura stores a random id outside
 * the folder, for this user on this machine, and a copy of it in the folder.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir } from 'node:fs/promises'
import { dirname, posix, win32 } from 'node:path'
import { writeSynced } from '../../core/disk/atomic-file.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Disk } from '../disk/disk.ts'
import { fileAt, shownPath } from '../disk/entry.ts'
import { diskError } from '../disk/error.ts'
import { removeFile } from '../disk/file-changes.ts'
import { MACHINE, UUID } from '../disk/layout.ts'
import { DISK_ACTS } from '../disk/words.ts'
import { FOLDER_FAILURES, FOLDER_HINTS } from './words.ts'

const ID = new RegExp(`^${UUID}$`)

export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The file with the id of this user on this machine. No system copies its folder to the user's other machines.
 * XDG_STATE_HOME is ignored, because only a shell may set it: the task, which has no shell, would find another id.
 */
export function machineFile({ platform, home, env }: Surroundings): string {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? ''
    const folder = win32.isAbsolute(local) ? local : win32.join(home, 'AppData', 'Local')
    return win32.join(folder, 'kura', 'machine')
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'kura', 'machine')
  return posix.join(home, '.local', 'state', 'kura', 'machine')
}

/**
 * Returns the machine id in the folder, if any.
 * @throws AppError `conflict` if it is another machine's; `device_write` if an id is unreadable
 */
export async function refuseOtherMachine(disk: Disk, file: string): Promise<string | undefined> {
  const kept = await idIn(fileAt(disk.dir, MACHINE), disk)
  if (kept === undefined || kept === (await idIn(file, disk))) return kept
  throw phraseError('conflict', phrase(FOLDER_FAILURES.otherMachine, { dir: disk.dir }), {
    hint: phrase(FOLDER_HINTS.otherMachine, { file: shownPath(disk, MACHINE) }),
  })
}

/**
 * Writes this machine's id into a folder without one, if this machine can store an id. The caller has the lock.
 * @throws AppError as `refuseOtherMachine`; `device_write` if the folder cannot be written
 */
export async function recordMachine(disk: Disk, file: string): Promise<void> {
  if ((await refuseOtherMachine(disk, file)) !== undefined) return
  const id = await ownId(file, disk).catch(() => undefined)
  if (id === undefined) return
  try {
    await disk.replace(MACHINE, `${id}\n`)
  } catch (error) {
    throw diskError(phrase(DISK_ACTS.write, { dir: disk.dir }), error)
  }
}

/** Returns undefined if there is no file, or if it is damaged. */
async function idIn(file: string, { retry }: Pick<Disk, 'retry'>): Promise<string | undefined> {
  const text = await retry(file, () => readFileSync(file, 'utf8')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw diskError(phrase(DISK_ACTS.read, { path: file }), error)
  })
  return ID.test(text.trim()) ? text.trim() : undefined
}

/** Returns this machine's id, or stores one. If several runs start at once, all read the id that is stored first. */
async function ownId(file: string, disk: Disk): Promise<string | undefined> {
  const own = await idIn(file, disk)
  if (own !== undefined) return own
  const id = randomUUID()
  const beside = `${file}.${id}`
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeSynced(beside, `${id}\n`, disk)
    await disk.retry(beside, () => link(beside, file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await removeFile(beside, disk)
  }
  return idIn(file, disk)
}
