/** A file to be written whole or not at all, whose place is checked before the work begins. */
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { AppError } from '../../../core/errors.ts'

export interface Destination extends AsyncDisposable {
  /** Writes the file, and gives its size in bytes. @throws the reason of `signal` if that ends it */
  write(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number>
}

/** Disposing of it leaves nothing behind but a file that was written whole. @throws AppError `usage` if it cannot be written */
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

/** A file that exists may be replaced if it may be written. */
async function checkExisting(path: string): Promise<void> {
  const existing = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (existing) await (await open(path, 'r+')).close()
}
