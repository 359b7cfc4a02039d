/**
 * A temporary file for data that is too large for memory. It is in the release folder, which is on a disk; the system's
 * folder for temporary files is often in memory. If the system allows it, the file has no name, so it never remains
 * after a crash.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type ByteSource, PagedBytes } from '../../../core/release/delta/paged-bytes.ts'

/** The number of pages of 64 KB of a scratch file that are in memory. */
const PAGES = 16

/** A scratch file; it holds one content after the other. */
export interface Scratch {
  /** Writes the pieces of a file's content, in order; the previous content is discarded. */
  take(pieces: AsyncIterable<Uint8Array>): Promise<ScratchContent>
  close(): void
}

export interface ScratchContent {
  readonly size: number
  /** The bytes from `start` up to `end`. */
  part(start: number, end: number): PagedBytes
}

/** Opens a scratch file in `folder`, under a name that publishing may remove. @throws the system's error */
export function openScratch(folder: string): Scratch {
  const path = join(folder, `.${randomUUID()}.tmp`)
  const file = openSync(path, 'wx+', 0o600)
  const remove = () => rmSync(path, { force: true })
  if (process.platform !== 'win32') remove()
  return {
    async take(pieces) {
      ftruncateSync(file)
      let size = 0
      for await (const piece of pieces) {
        for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at, piece.length - at, size + at)
        size += piece.length
      }
      return { size, part: (start, end) => PagedBytes.read(sourceOf(file, { start, end }), PAGES) }
    },
    close() {
      closeSync(file)
      remove()
    },
  }
}

function sourceOf(file: number, { start, end }: { start: number; end: number }): ByteSource {
  return {
    size: end - start,
    fill(page, from) {
      for (let at = 0; at < page.length; ) {
        const count = readSync(file, page, at, page.length - at, start + from + at)
        if (count === 0) throw new RangeError(`a scratch file ends before byte ${end}`)
        at += count
      }
    },
  }
}
