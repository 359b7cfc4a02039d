/** The size and SHA-256 of a file on the disk, in constant memory. */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

export interface FileDigest {
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

const CHUNK = 1 << 18

/**
 * Reads the file at `path` in chunks.
 * @throws the system's error; `ELOOP` if the last name of the path is a symbolic link and the system can detect that
 */
export async function digestFile(path: string): Promise<FileDigest> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    return await digestHandle(file)
  } finally {
    await file.close()
  }
}

/** Reads an open file from its beginning. */
export async function digestHandle(file: FileHandle): Promise<FileDigest> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(CHUNK)
  let size = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK, size)
    if (bytesRead === 0) return { size, sha256: hash.digest('hex') }
    hash.update(buffer.subarray(0, bytesRead))
    size += bytesRead
  }
}
