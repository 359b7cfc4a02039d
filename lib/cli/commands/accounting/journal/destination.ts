/** Writes the file of a journal, completely or not at all. Its path is checked before the export begins. */
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileFault } from '../../../../core/disk/file-fault.ts'
import { AppError } from '../../../../core/errors.ts'

export interface Destination extends AsyncDisposable {
  /**
   * Writes the file and returns its size in bytes.
   * @throws the reason of `signal` if it is aborted
   */
  write(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number>
}

/**
 * Opens the destination. If the destination is disposed of before the file is complete, the incomplete file is removed.
 * @throws AppError `usage` if it cannot be written
 */
export async function openDestination(path: string): Promise<Destination> {
  const partial = `${path}.part`
  const handle = await openPartial({ path, partial })
  return {
    async write(body, signal) {
      const stream = handle.createWriteStream()
      try {
        await pipeline(body, stream, { signal })
        await rename(partial, path)
        return stream.bytesWritten
      } catch (error) {
        throw signal.aborted ? signal.reason : error
      }
    },
    async [Symbol.asyncDispose]() {
      await handle.close()
      await rm(partial, { force: true })
    },
  }
}

async function openPartial({ path, partial }: { path: string; partial: string }): Promise<FileHandle> {
  try {
    await checkExisting(path)
    return await open(partial, 'w')
  } catch (cause) {
    throw new AppError('usage', `Cannot write "${path}": ${fileFault(cause)}`, {
      hint: 'name another file with --out',
      cause,
    })
  }
}

/** If the file exists, checks that it may be written: a file that is read-only must not be replaced. */
async function checkExisting(path: string): Promise<void> {
  const existing = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (existing) await (await open(path, 'r+')).close()
}
