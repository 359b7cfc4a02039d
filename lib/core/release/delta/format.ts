/**
 * A delta as bytes: pairs of an insert and a copy, each `length of the insert, its bytes, length of the copy,
 * distance`. Numbers are variable-length integers, seven bits a byte, the lowest first. The distance is signed
 * (zigzag), and counts from the end of the previous copy. So an edit of a text costs only a few bytes besides the
 * inserted text.
 */
import { AppError } from '../../errors.ts'
import { createYielder } from '../../work/concurrency.ts'
import { type ReadAt, readerOf } from './apply.ts'
import { leastCopy } from './copies.ts'
import { type Copy, createDeltaBuilder, type Delta, type Operation } from './operations.ts'

/** The bound for all numbers, which is larger than any file. */
const LARGEST = 2 ** 40

export function encodeDelta(delta: Delta): Uint8Array {
  const parts: Uint8Array[] = []
  let end = 0
  let pending: Uint8Array = new Uint8Array(0)
  const pair = (copy?: { offset: number; length: number }) => {
    parts.push(encodeNumber(pending.length), pending)
    parts.push(encodeNumber(copy?.length ?? 0))
    if (copy) parts.push(encodeNumber(zigzag(copy.offset - end)))
    pending = new Uint8Array(0)
  }
  for (const operation of delta) {
    if ('insert' in operation) pending = operation.insert
    else {
      pair(operation)
      end = operation.offset + operation.length
    }
  }
  if (pending.length > 0) pair()
  return Buffer.concat(parts)
}

export interface DeltaSizes {
  /** The number of bytes of the delta. */
  readonly size: number
  readonly oldSize: number
  readonly newSize: number
}

/**
 * Yields the operations of a delta, which is read in pieces. A long insert becomes several operations. Before an error,
 * the operations make at most as many bytes as the new file has.
 * @throws AppError `content_mismatch` if the bytes are not a delta, or if it makes another number of bytes than the new
 * file has, reads outside of the old file, or has too short a copy
 */
export async function* readDelta(
  read: ReadAt,
  { size, oldSize, newSize }: DeltaSizes,
): AsyncGenerator<Operation> {
  const reader = createReader(read, size)
  const yieldToLoop = createYielder()
  const facts = { oldSize, least: leastCopy(newSize) }
  let left = newSize
  let end = 0
  while (!reader.isAtEnd()) {
    await yieldToLoop()
    const inserted = await reader.number()
    if (inserted > left) throw broken('it makes more bytes than the release says')
    left -= inserted
    for await (const insert of reader.take(inserted)) yield { insert }
    const length = await reader.number()
    if (length > left) throw broken('it makes more bytes than the release says')
    left -= length
    if (inserted + length === 0) throw broken('it has a step that makes nothing')
    if (length === 0 && reader.isAtEnd()) break
    const copy = { offset: end + unzigzag(await reader.number()), length }
    refuseCopy(copy, facts)
    yield copy
    end = copy.offset + length
  }
  if (left > 0) throw broken('it makes fewer bytes than the release says')
}

function refuseCopy({ offset, length }: Copy, { oldSize, least }: { oldSize: number; least: number }): void {
  if (length < least) throw broken(`it copies ${length} bytes, and ${least} is the least`)
  if (offset < 0 || offset + length > oldSize) throw broken('it copies from outside the old file')
}

/** @throws AppError as `readDelta` */
export async function decodeDelta(bytes: Uint8Array, sizes: Omit<DeltaSizes, 'size'>): Promise<Delta> {
  const builder = createDeltaBuilder()
  for await (const operation of readDelta(readerOf(bytes), { size: bytes.length, ...sizes })) {
    if ('insert' in operation) builder.insert(operation.insert)
    else builder.copy(operation)
  }
  return builder.end()
}

/** The most bytes of the delta in memory. */
const PIECE = 65_536

function createReader(read: ReadAt, size: number) {
  let piece: Uint8Array = new Uint8Array(0)
  /** The offset of `piece` in the delta. */
  let start = 0
  /** The offset in the delta up to which it has been read. */
  let at = 0
  const fill = async (why: string) => {
    if (at < start + piece.length) return
    start = at
    piece = await read(at, Math.min(PIECE, size - at))
    if (piece.length === 0) throw broken(why)
  }
  return {
    isAtEnd: () => at >= size,
    async number(): Promise<number> {
      let value = 0
      for (let scale = 1; scale <= LARGEST; scale *= 128) {
        if (at >= start + piece.length) await fill('it ends in the middle of a number')
        const byte = piece[at++ - start] ?? 0
        value += (byte & 127) * scale
        if (byte < 128) return value
      }
      throw broken('it holds a number that is too large')
    },
    async *take(length: number): AsyncGenerator<Uint8Array> {
      for (let left = length; left > 0; ) {
        await fill('it ends in the middle of an insert')
        const bytes = piece.subarray(at - start, at - start + left)
        at += bytes.length
        left -= bytes.length
        yield bytes
      }
    },
  }
}

function encodeNumber(value: number): Uint8Array {
  const bytes: number[] = []
  let left = value
  while (left >= 128) {
    bytes.push((left % 128) + 128)
    left = Math.floor(left / 128)
  }
  bytes.push(left)
  return Uint8Array.from(bytes)
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

function unzigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2
}

function broken(why: string): AppError {
  return new AppError('content_mismatch', `Cannot read the delta: ${why}`, {
    hint: 'sync again; if it fails again, tell the operator to publish and deploy again',
  })
}
