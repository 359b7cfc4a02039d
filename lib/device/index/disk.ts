import { AppError } from '../../core/errors.ts'
import { type Message, phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Manifest } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { type DiskEntry, obstacleError } from '../disk/entry.ts'
import { NEXT_INDEX } from '../disk/layout.ts'
import { holdsOnlyHeading, type IndexTarget, updateIndex } from './file.ts'
import { INDEX_FAILURES, INDEX_HINTS } from './words.ts'

export type IndexedRelease = Pick<Manifest, 'index' | 'files'>

export interface IndexMove {
  /** The index files in which kura may have lines. */
  readonly from: readonly Manifest['index'][]
  /** The release whose lines the index gets; undefined for none. */
  readonly to: IndexedRelease | undefined
  /** The paths of the files whose lines are removed, unless the release `to` has them. */
  readonly former: readonly string[]
  /** Whether kura created the index file. If so, kura removes a former index that has only the heading left. */
  readonly made: boolean
}

const TRIES = 5

/** The index's text, undefined without a file. @throws AppError `index_unreadable` if not UTF-8, `device_write` */
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
    // not UTF-8
  }
  throw unreadable(path, INDEX_FAILURES.notText, INDEX_HINTS.save)
}

/** Updates the index for another release, in one rename. Returns whether the index of `to` was written. */
export async function moveIndex(disk: Disk, move: IndexMove): Promise<boolean> {
  const { from, to, former } = move
  const target = to && { heading: to.index.heading, files: to.files, former }
  const written = target ? await changeIndex(disk, to.index.path, target) : false
  for (const index of from) if (!isIndexOf(to, index.path, disk)) await leaveIndex(disk, index, move)
  return written
}

/** Whether the release has its index at `path`, in any letter case if the disk ignores it. */
function isIndexOf(release: IndexedRelease | undefined, path: string, disk: Disk): boolean {
  if (!release) return false
  return release.index.path === path || disk.isSame(release.index.path, path)
}

/** Whether the index is already as the release needs it. */
export async function isIndexed(
  disk: Disk,
  { index, files }: IndexedRelease,
  former: Iterable<string>,
): Promise<boolean> {
  const text = (await readIndex(disk, index.path)) ?? ''
  return updateIndex(text, { heading: index.heading, files, former }) === text
}

/** Removes kura's lines from a file that is no longer the index. */
async function leaveIndex(
  disk: Disk,
  { path, heading }: Manifest['index'],
  { to, former, made }: IndexMove,
): Promise<void> {
  const isPayload = to?.files.some(file => file.path === path)
  if (isPayload || (await disk.look(path)).kind !== 'file') return
  try {
    await changeIndex(disk, path, { heading, files: [], former })
    if (made && holdsOnlyHeading((await readIndex(disk, path)) ?? '', heading)) await disk.remove(path)
  } catch (error) {
    // an unreadable file may stay as it is, because it is no longer the index
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
  throw unreadable(path, INDEX_FAILURES.changing, INDEX_HINTS.close)
}

function stampOf(entry: DiskEntry): string {
  return entry.kind === 'file' ? entry.stamp : entry.kind
}

function unreadable(path: string, why: Message<object>, hint: Message<object>): AppError {
  return phraseError('index_unreadable', phrase(INDEX_FAILURES.notUpdated, { path, why: phrase(why) }), {
    hint: phrase(hint),
  })
}
