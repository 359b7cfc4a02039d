/**
 * A delta as bytes: pairs of an insert and a copy, each `length of the insert, its bytes, length of the copy, distance`.
 * Numbers are variable-length integers, seven bits a byte, the lowest first. The distance is signed (zigzag): how far the
 * copy begins behind the end of the one before. Edits of a text file so cost a few bytes beside what they insert.
 */
import { AppError } from '../../errors.ts'
import { createDeltaBuilder, type Delta } from './operations.ts'

/** The largest number that a delta holds: no file is larger. */
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

/** @throws AppError `content_mismatch` if the bytes are no delta, or one that makes or reads more than it may */
export function decodeDelta(
  bytes: Uint8Array,
  { oldSize, newSize }: { oldSize: number; newSize: number },
): Delta {
  const reader = createReader(bytes)
  const builder = createDeltaBuilder()
  let made = 0
  let end = 0
  while (!reader.isAtEnd()) {
    const insert = reader.take(reader.number())
    const length = reader.number()
    made += insert.length + length
    if (made > newSize) throw broken('it makes more bytes than the release says')
    builder.insert(insert)
    if (length === 0) continue
    const offset = end + unzigzag(reader.number())
    if (offset < 0 || offset + length > oldSize) throw broken('it copies from outside the old file')
    builder.copy({ offset, length })
    end = offset + length
  }
  if (made !== newSize) throw broken('it makes fewer bytes than the release says')
  return builder.end()
}

function createReader(bytes: Uint8Array) {
  let at = 0
  return {
    isAtEnd: () => at >= bytes.length,
    number(): number {
      let value = 0
      for (let scale = 1; ; scale *= 128) {
        const byte = bytes[at++]
        if (byte === undefined) throw broken('it ends in the middle of a number')
        value += (byte & 127) * scale
        if (value > LARGEST) throw broken('it holds a number that is too large')
        if (byte < 128) return value
      }
    },
    take(length: number): Uint8Array {
      if (length > bytes.length - at) throw broken('it ends in the middle of an insert')
      at += length
      return bytes.subarray(at - length, at)
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
  return new AppError('content_mismatch', `Cannot read the delta: ${why}`)
}
