import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface FileDigest {
  readonly size: number
  /** The SHA-256, in lower-case hex. */
  readonly sha256: string
}

const CHUNK = 1 << 18

const readInto = promisify(read)

/** The buffer for all files smaller than a chunk. One suffices, because such files are read synchronously. */
const small = Buffer.allocUnsafeSlow(CHUNK)

/**
 * Uses constant memory. Reads a small file synchronously, because four asynchronous operations take ten times as long.
 * @throws the system's error; `ELOOP` if the last name of the path is a symbolic link and the system can detect that
 */
export async function digestFile(path: string): Promise<FileDigest> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    return (
      digestSmall(file) ?? (await digestChunks((...given) => readInto(file, ...given), fstatSync(file).size))
    )
  } finally {
    closeSync(file)
  }
}

/** Returns undefined for a file that is not smaller than a chunk. */
function digestSmall(file: number): FileDigest | undefined {
  let size = 0
  while (size < CHUNK) {
    const count = readSync(file, small, size, CHUNK - size, size)
    if (count === 0)
      return { size, sha256: createHash('sha256').update(small.subarray(0, size)).digest('hex') }
    size += count
  }
  return undefined
}

/** Reads from the beginning of the file. */
export async function digestHandle(file: FileHandle): Promise<FileDigest> {
  return digestChunks((...given) => file.read(...given), (await file.stat()).size)
}

type Read = (
  buffer: Buffer,
  offset: number,
  length: number,
  position: number,
) => Promise<{ bytesRead: number }>

/** Reads at most `most` bytes, because a file that another process keeps extending might never end. */
async function digestChunks(readNext: Read, most: number): Promise<FileDigest> {
  const digest = createHash('sha256')
  const buffer = Buffer.allocUnsafe(CHUNK)
  let size = 0
  while (size < most) {
    const { bytesRead } = await readNext(buffer, 0, Math.min(CHUNK, most - size), size)
    if (bytesRead === 0) break
    digest.update(buffer.subarray(0, bytesRead))
    size += bytesRead
  }
  return { size, sha256: digest.digest('hex') }
}
