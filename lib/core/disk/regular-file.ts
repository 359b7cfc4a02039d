import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** O_NONBLOCK is set, because opening a pipe would otherwise wait for a writer. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a file that a person has named. Refuses anything but a regular file, because a pipe may have no writer, and a
 * device no end.
 * @throws an error that `fileFault` puts into words
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const handle = await open(path, READ)
  try {
    const stats = await handle.stat()
    if (stats.isFile()) return handle
    throw Object.assign(new Error(`"${path}" is no file`), { code: stats.isDirectory() ? 'EISDIR' : 'ENXIO' })
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** @throws as `openRegular` does, and the system's error */
export async function readRegular(path: string): Promise<Buffer<ArrayBuffer>> {
  const handle = await openRegular(path)
  try {
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}
