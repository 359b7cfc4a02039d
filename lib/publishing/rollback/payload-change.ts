/** Applies changes to the files of a payload, and undoes them. */
import { lstatSync } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { fileFault } from '../../core/disk/file-fault.ts'
import { AppError } from '../../core/errors.ts'
import { foldersOf } from '../../core/release/path.ts'

/** The content and the mode of a file in git. */
export interface FileVersion {
  readonly content: Uint8Array | string
  readonly executable: boolean
}

export interface PayloadChange {
  readonly write: ReadonlyMap<string, FileVersion>
  readonly remove: readonly string[]
}

/**
 * Removes and writes files below `dir`. Folders that become empty are removed too, so that a file can take their place.
 * @throws AppError `payload_invalid` naming the file that cannot be changed
 */
export async function changePayload(dir: string, change: PayloadChange): Promise<void> {
  for (const { path, act } of acts(dir, change)) {
    await act().catch((cause: unknown) => {
      throw new AppError('payload_invalid', `Cannot change "${path}" in "${dir}": ${fileFault(cause)}`, {
        hint: 'make the payload writable, on a disk with room, then try again',
        cause,
      })
    })
  }
}

/**
 * Changes files as `changePayload` does, but continues after a failure. Returns the paths that could not be changed.
 */
export async function restorePayload(dir: string, change: PayloadChange): Promise<string[]> {
  const failed: string[] = []
  for (const { path, act } of acts(dir, change)) await act().catch(() => failed.push(path))
  return failed
}

/** Matches the name of the temporary file that `writeFileAtomic` renames when it is complete. */
const BESIDE = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

/** Removes the temporary files that a killed process has left in the folders of `paths`. */
export async function removeLeftovers(dir: string, paths: readonly string[]): Promise<void> {
  const folders = new Set(paths.flatMap(path => ['', ...foldersOf(path)]))
  for (const folder of folders) {
    const at = join(dir, folder.replaceAll('/', sep))
    for (const name of await readdir(at).catch(() => [])) if (BESIDE.test(name)) await rm(join(at, name))
  }
}

interface ChangeAct {
  readonly path: string
  act(): Promise<void>
}

function acts(dir: string, { write, remove }: PayloadChange): ChangeAct[] {
  const at = (path: string) => join(dir, path.replaceAll('/', sep))
  return [
    ...remove.map(path => ({ path, act: () => removeFile(path, at) })),
    ...[...write].map(([path, version]) => ({ path, act: () => writeFile(at(path), version) })),
  ]
}

/**
 * Removes a file. If something other than a file is at the path, which can happen while a change is undone, it is not
 * removed.
 */
async function removeFile(path: string, at: (path: string) => string): Promise<void> {
  if (isFile(at(path))) await rm(at(path))
  for (const folder of foldersOf(path).toReversed()) await removeIfEmpty(at(folder))
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path).isFile()
  } catch {
    return false
  }
}

async function writeFile(path: string, { content, executable }: FileVersion): Promise<void> {
  await writeFileAtomic(path, content, executable ? { mode: 0o777 } : {})
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(error.code ?? '')) throw error
  })
}
