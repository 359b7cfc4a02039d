/**
 * `.kura/replaced`: files of a person that a file of the release replaced. The first file of a path is kept under that
 * path, a later one under a number: `.kura/replaced/.kura/2/…`, which no path of a release can be. Of each path the
 * newest copies are kept and the oldest is removed, so that they never fill the disk.
 */
import { foldersOf } from '../../release/path.ts'
import type { Disk } from './disk.ts'
import { REPLACED } from './layout.ts'

/** A person's file, and where its content is now. */
export interface ReplacedFile {
  readonly path: string
  readonly copy: string
}

const NUMBERED = `${REPLACED}/.kura`

/** The most copies of one path. */
const MOST_COPIES = 20

/** Copies the file at `from`, which was at `path`, and returns the place of the copy; the same content is kept once. */
export async function keepPersonalFile(
  disk: Disk,
  { path, from }: { path: string; from: string },
): Promise<ReplacedFile> {
  const sha256 = await disk.digest(from)
  const numbers = await copiesOf(disk, path)
  for (const number of numbers) {
    const copy = copyPath(path, number)
    if ((await disk.digest(copy)) === sha256) return { path, copy }
  }
  const copy = copyPath(path, await freeNumber(disk, { path, after: numbers.at(-1) ?? 0 }))
  for (const folder of foldersOf(copy)) await disk.makeFolder(folder)
  await disk.copy(from, copy)
  for (const number of numbers.slice(0, -(MOST_COPIES - 1))) await drop(disk, copyPath(path, number))
  return { path, copy }
}

function copyPath(path: string, number: number): string {
  return number === 1 ? `${REPLACED}/${path}` : `${NUMBERED}/${number}/${path}`
}

/** The numbers of the copies of `path`, the oldest first. */
async function copiesOf(disk: Disk, path: string): Promise<number[]> {
  const names = (await disk.list(NUMBERED)).filter(name => /^[1-9]\d{0,8}$/.test(name))
  const found: number[] = []
  for (const number of [1, ...names.map(Number).sort((one, other) => one - other)]) {
    if ((await disk.look(copyPath(path, number))).kind === 'file') found.push(number)
  }
  return found
}

/** The first free number: nothing there blocks a copy, such as a file in the place of one of its folders. */
async function freeNumber(disk: Disk, { path, after }: { path: string; after: number }): Promise<number> {
  let number = after + 1
  while ((await disk.look(copyPath(path, number))).kind !== 'absent') number++
  return number
}

/** Removes a copy and the folders that this leaves empty; what cannot be removed now is removed next time. */
async function drop(disk: Disk, copy: string): Promise<void> {
  const folders = foldersOf(copy).filter(folder => folder.startsWith(`${REPLACED}/`))
  await disk.remove(copy).catch(() => undefined)
  for (const folder of folders.toReversed()) await disk.removeFolder(folder).catch(() => undefined)
}
