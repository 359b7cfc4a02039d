/** The second copy of `a/b.md` is `.kura/replaced/.kura/2/a/b.md`, because no release has a path below `.kura`. */
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { foldersOf } from '../../core/release/path.ts'
import type { Disk } from './disk.ts'
import { REPLACED } from './layout.ts'
import { DISK_FAILURES, DISK_HINTS } from './words.ts'

export interface ReplacedFile {
  readonly path: string
  readonly copy: string
}

/** The folders for copies; kura uses the first that is usable. */
const HOMES = Array.from({ length: 20 }, (_, index) => (index === 0 ? REPLACED : `${REPLACED}-${index + 1}`))

const MOST_COPIES = 20

/** The numbers tried for a copy: a number is not usable if a file is in the place of a folder of the copy. */
const MOST_TRIES = 1000

/**
 * Copies the file at `from`, which was at `path`, unless a copy with the same content exists.
 * @throws AppError `device_write`, also if there is no place for the copy
 */
export async function keepPersonalFile(
  disk: Disk,
  { path, from }: { path: string; from: string },
): Promise<ReplacedFile> {
  const home = await findHome(disk)
  const sha256 = await disk.digest(from)
  const numbers = await copiesOf(disk, home, path)
  for (const number of numbers) {
    const copy = copyPath(home, path, number)
    // another program may have the copy open, and then it may not be readable
    if ((await disk.digest(copy).catch(() => undefined)) === sha256) return { path, copy }
  }
  const copy = await freeCopyPath(disk, { home, path, after: numbers.at(-1) ?? 0 })
  for (const folder of foldersOf(copy)) await disk.makeFolder(folder)
  await disk.copy(from, copy)
  await disk.sync(foldersOf(copy))
  for (const number of numbers.slice(0, -(MOST_COPIES - 1)))
    await drop(disk, home, copyPath(home, path, number))
  return { path, copy }
}

/** Finds the first home that can take copies: it and its folder `.kura` are folders, or do not exist. */
async function findHome(disk: Disk): Promise<string> {
  for (const home of HOMES) {
    const kinds = [await disk.look(home), await disk.look(numberedIn(home))].map(({ kind }) => kind)
    if (kinds.every(kind => kind === 'folder' || kind === 'absent')) return home
  }
  throw noPlace(REPLACED)
}

function numberedIn(home: string): string {
  return `${home}/.kura`
}

function copyPath(home: string, path: string, number: number): string {
  return number === 1 ? `${home}/${path}` : `${numberedIn(home)}/${number}/${path}`
}

/** The numbers of the copies of `path`, the oldest first. */
async function copiesOf(disk: Disk, home: string, path: string): Promise<number[]> {
  const names = (await disk.list(numberedIn(home))).filter(name => /^[1-9]\d{0,8}$/.test(name))
  const found: number[] = []
  for (const number of [1, ...names.map(Number).sort((one, other) => one - other)]) {
    if ((await disk.look(copyPath(home, path, number))).kind === 'file') found.push(number)
  }
  return found
}

async function freeCopyPath(
  disk: Disk,
  { home, path, after }: { home: string; path: string; after: number },
): Promise<string> {
  for (let number = after + 1; number <= after + MOST_TRIES; number++) {
    const copy = copyPath(home, path, number)
    if ((await disk.look(copy)).kind === 'absent') return copy
  }
  throw noPlace(home)
}

function noPlace(folder: string): AppError {
  return phraseError('device_write', phrase(DISK_FAILURES.noPlace, { folder }), {
    hint: phrase(DISK_HINTS.moveAway, { path: folder }),
  })
}

/** Removes a copy, and the folders that it leaves empty. If this fails, the next copy of the path tries it again. */
async function drop(disk: Disk, home: string, copy: string): Promise<void> {
  const folders = foldersOf(copy).filter(folder => folder.startsWith(`${home}/`))
  await disk.remove(copy).catch(() => undefined)
  for (const folder of folders.toReversed()) await disk.removeFolder(folder).catch(() => undefined)
}
