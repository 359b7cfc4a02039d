import type { PagedBytes } from './paged-bytes.ts'

/** The number of bytes that are compared at once, which takes a tenth of the time of single bytes. */
const STEP = 1024

export function commonStart(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count + STEP <= most && agree(one, count, other, count)) count += STEP
  while (count < most && one[count] === other[count]) count += 1
  return count
}

export function commonEnd(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count + STEP <= most && agree(one, one.length - count - STEP, other, other.length - count - STEP))
    count += STEP
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count += 1
  return count
}

const { compare } = Buffer.prototype

/** Whether the next bytes are equal. Creates no views of the bytes, as a million views would make the heap grow. */
function agree(one: Uint8Array, at: number, other: Uint8Array, offset: number): boolean {
  return compare.call(one, other, offset, offset + STEP, at, at + STEP) === 0
}

export type Place = readonly [PagedBytes, number]

export function sharedAfter([one, at]: Place, [other, offset]: Place): number {
  for (let count = 0; ; ) {
    const [left, right] = [one.from(at + count), other.from(offset + count)]
    const same = commonStart(left, right)
    count += same
    if (same === 0 || same < Math.min(left.length, right.length)) return count
  }
}

export function sharedBefore([one, at]: Place, [other, offset]: Place, most: number): number {
  for (let count = 0; ; ) {
    const [left, right] = [one.before(at - count), other.before(offset - count)]
    const same = commonEnd(left, right)
    count += same
    if (count >= most) return most
    if (same === 0 || same < Math.min(left.length, right.length)) return count
  }
}
