/** Scratch files are in the release folder, because the system's folder for temporary files is often in memory. */
import { randomUUID } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type ByteSource, PagedBytes } from '../../../core/release/delta/paged-bytes.ts'

/** The number of pages, of 64 KB each, that a scratch file has in memory. */
const PAGES = 16

export interface Scratch {
  /** Replaces the content of the scratch file with these pieces. */
  take(pieces: AsyncIterable<Uint8Array>): Promise<ScratchContent>
  close(): void
}

export interface ScratchContent {
  readonly size: number
  part(start: number, end: number): PagedBytes
}

/** Opens a file. Except on Windows, its name is removed at once, so that the file never remains after a crash. */
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
