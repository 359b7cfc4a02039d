/** Lists the files of the project, also the git-ignored files, because a host might serve any of them by mistake. */
import { execFile } from 'node:child_process'
import { open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'

const MOST_OUTPUT = 64_000_000
/** The folder that is skipped, because installed packages are public anyway, and too many to request. */
const PACKAGES = 'node_modules'
const REPOSITORY = '.git'
/** The number of bytes that identify a file by its beginning. A file of fewer than `LEAST_BYTES` is not identified. */
const MOST_BYTES = 256
export const LEAST_BYTES = 16

/** Matches a database or its companion file, such as the local host's store, which this process may have open. */
const DATABASE = /\.(?:db|sqlite3?)(?<companion>-wal|-shm|-journal)?$/
const DATABASE_BEGINNING = Buffer.from('SQLite format 3\0')

/** Lists the files below `root`, without packages and git's own folder: relative paths with `/`, sorted. */
export async function listProjectFiles(root: string): Promise<string[]> {
  const files = (await listByGit(root)) ?? (await walk(root, root))
  return files.sort()
}

/** Returns the files that git lists; undefined if `root` is not a checkout or there is no git. */
async function listByGit(root: string): Promise<string[] | undefined> {
  const words = ['ls-files', '-z', '--cached', '--others', `--exclude=${PACKAGES}/`]
  try {
    const { stdout } = await promisify(execFile)('git', words, { cwd: root, maxBuffer: MOST_OUTPUT })
    return [...new Set(stdout.split('\0'))].filter(isFile)
  } catch {
    return undefined
  }
}

/** Git lists a repository inside this one as a folder, and a linked `node_modules` as a file. Both are left out. */
function isFile(listed: string): boolean {
  return listed !== '' && !listed.endsWith('/') && !listed.split('/').includes(PACKAGES)
}

async function walk(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files: string[] = []
  for (const entry of entries) {
    if (entry.name === PACKAGES || entry.name === REPOSITORY) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) files.push(...(await walk(root, path)))
    else files.push(relative(root, path).split(sep).join('/'))
  }
  return files
}

/** Reads each file once. The result is undefined for a file that cannot be read or is too short to be identified. */
export function createBeginnings(root: string): (file: string) => Promise<Uint8Array | undefined> {
  const known = new Map<string, Promise<Uint8Array | undefined>>()
  return file => {
    const beginning = known.get(file) ?? readBeginning(join(root, file)).catch(() => undefined)
    known.set(file, beginning)
    return beginning
  }
}

/**
 * A database is not opened: if this process has it open too, closing any handle of the file would release the locks of
 * this process (POSIX). All databases begin alike. Their companion files have no known beginning.
 */
async function readBeginning(path: string): Promise<Uint8Array | undefined> {
  const database = DATABASE.exec(path)
  if (database) return database.groups?.['companion'] ? undefined : DATABASE_BEGINNING
  const handle = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0)
    return bytesRead < LEAST_BYTES ? undefined : buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
