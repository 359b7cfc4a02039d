import { AppError } from '../../errors.ts'
import type { Operation } from './operations.ts'

/** The most bytes of the old file in memory. */
const PIECE = 65_536

/** Reads `length` bytes, or fewer at the file's end. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>

export function readerOf(bytes: Uint8Array): ReadAt {
  return async (offset, length) => bytes.subarray(offset, offset + length)
}

/**
 * Yields the bytes of the new file, in order.
 * @throws AppError `content_mismatch` if the old file is shorter than the delta says
 */
export async function* applyDelta(
  operations: Iterable<Operation> | AsyncIterable<Operation>,
  readOld: ReadAt,
): AsyncGenerator<Uint8Array> {
  for await (const operation of operations) {
    if ('insert' in operation) yield operation.insert
    else yield* copied(operation, readOld)
  }
}

async function* copied(
  { offset, length }: { offset: number; length: number },
  readOld: ReadAt,
): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length; ) {
    const piece = await readOld(offset + done, Math.min(PIECE, length - done))
    if (piece.length === 0)
      throw new AppError('content_mismatch', 'Cannot apply the delta: the old file is shorter than it says')
    yield piece
    done += piece.length
  }
}
