/** Writes the file of a journal, completely or not at all. Its path is checked before the export begins. */
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileReason } from '../../../../core/disk/file-fault.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { TERMINAL } from '../../../terminal/words.ts'

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
    const message = phrase(TERMINAL.unwritable, { path, why: fileReason(cause) })
    throw phraseError('usage', message, { hint: phrase(TERMINAL.otherFile), cause })
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
