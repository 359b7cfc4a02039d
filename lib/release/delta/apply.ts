/** Applies a delta in bounded memory: the old file is read in pieces, the new one leaves in pieces. */
import type { Delta } from './operations.ts'

/** The most bytes of the old file that are in memory at once. */
const PIECE = 65_536

/** Reads `length` bytes of the old file at `offset`; fewer mean that the file is shorter than it was. */
export type ReadOld = (offset: number, length: number) => Promise<Uint8Array>

/** The bytes of the new file, in order. */
export async function* applyDelta(delta: Delta, readOld: ReadOld): AsyncGenerator<Uint8Array> {
  for (const operation of delta) {
    if ('insert' in operation) yield operation.insert
    else yield* copied(operation, readOld)
  }
}

async function* copied(
  { offset, length }: { offset: number; length: number },
  readOld: ReadOld,
): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length; done += PIECE)
    yield await readOld(offset + done, Math.min(PIECE, length - done))
}
