/** The index file on the disk. It is read, changed by the rules of `file.ts`, and replaced in one rename. */
import { AppError } from '../../core/errors.ts'
import type { Manifest } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { type DiskEntry, obstacleError } from '../disk/entry.ts'
import { NEXT_INDEX } from '../disk/layout.ts'
import { holdsOnlyHeading, type IndexTarget, updateIndex } from './file.ts'

/** A change of the index from one release to another; `undefined` means no release. */
export interface IndexMove {
  readonly from: Manifest | undefined
  readonly to: Manifest | undefined
  /** Every path for which kura may have a line. */
  readonly known: Iterable<string>
  /** Whether kura created the file: then kura removes the file once it is empty. */
  readonly made: boolean
}

const TRIES = 5

/**
 * The text of an index file, undefined if there is none.
 * @throws AppError `index_unreadable` if it is not UTF-8 text, `device_write` if something else is at its path
 */
export async function readIndex(disk: Disk, path: string): Promise<string | undefined> {
  const entry = await disk.look(path)
  if (entry.kind === 'absent') return undefined
  if (entry.kind === 'blocked') throw obstacleError(path, entry)
  if (entry.kind === 'folder') throw obstacleError(path, { at: path, by: 'folder' })
  const bytes = await disk.read(path)
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // reported below
  }
  throw unreadable(path, 'it is not UTF-8 text', 'save it as UTF-8')
}

/**
 * Updates the index from one release to another, starting from the present file. Returns whether the index of `to` was
 * written.
 */
export async function moveIndex(disk: Disk, { from, to, known, made }: IndexMove): Promise<boolean> {
  const former = [...known]
  const write = ({ index, files }: Manifest) =>
    changeIndex(disk, index.path, { heading: index.heading, files, former })
  const written = to ? await write(to) : false
  if (from && !isIndexOf(to, from.index.path, disk)) await leaveIndex(disk, { from, to, former, made })
  return written
}

/** Whether the release has its index at this path, in any letter case. */
function isIndexOf(manifest: Manifest | undefined, path: string, disk: Disk): boolean {
  if (!manifest) return false
  return manifest.index.path === path || disk.isSame(manifest.index.path, path)
}

/** Whether the index is up to date for a release, so that writing it would change nothing. */
export async function isIndexed(
  disk: Disk,
  manifest: Manifest,
  known: Iterable<string> = [],
): Promise<boolean> {
  const { index, files } = manifest
  const text = (await readIndex(disk, index.path)) ?? ''
  return updateIndex(text, { heading: index.heading, files, former: known }) === text
}

/** Removes kura's lines from a file that was the index of the previous release, but is not the index any more. */
async function leaveIndex(
  disk: Disk,
  { from, to, former, made }: { from: Manifest; to: Manifest | undefined; former: string[]; made: boolean },
): Promise<void> {
  const { path, heading } = from.index
  const isPayload = to?.files.some(file => file.path === path)
  if (isPayload || (await disk.look(path)).kind !== 'file') return
  try {
    await changeIndex(disk, path, { heading, files: [], former })
    if (made && holdsOnlyHeading((await readIndex(disk, path)) ?? '', heading)) await disk.remove(path)
  } catch (error) {
    // an unreadable index does not matter if it is no longer used
    if (!(error instanceof AppError && error.code === 'index_unreadable')) throw error
  }
}

async function changeIndex(disk: Disk, path: string, target: IndexTarget): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const before = await disk.look(path)
    const text = await readIndex(disk, path)
    const next = updateIndex(text, target)
    if (next === (text ?? '')) return false
    await disk.write(NEXT_INDEX, next, before.kind === 'file' ? { mode: before.mode } : {})
    const now = await disk.look(path)
    if (stampOf(now) !== stampOf(before)) continue
    await disk.rename(NEXT_INDEX, path)
    return true
  }
  throw unreadable(path, 'another program keeps changing it', 'close the program')
}

function stampOf(entry: DiskEntry): string {
  return entry.kind === 'file' ? entry.stamp : entry.kind
}

function unreadable(path: string, state: string, advice: string): AppError {
  return new AppError('index_unreadable', `Cannot update the index "${path}": ${state}`, {
    hint: `${advice}, then sync again; the file is unchanged`,
  })
}
