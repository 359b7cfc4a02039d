/** Joins deltas. Publishing joins those of neighbouring releases, so it needs no content of the releases in between. */
import { createDeltaBuilder, type Delta, lengthOf, type Operation } from './operations.ts'

/** Returns the delta from the first file to the third. `first` leads to the second file, `second` from there on. */
export function compose(first: Delta, second: Delta): Delta {
  const builder = createDeltaBuilder()
  const starts = startsOf(first)
  for (const operation of second) {
    if ('insert' in operation) builder.insert(operation.insert)
    else copyThrough(operation)
  }
  return builder.end()

  /** Replaces a range of the second file by the operations of the first delta that make it. */
  function copyThrough({ offset, length }: { offset: number; length: number }): void {
    const end = offset + length
    for (let at = indexAt(starts, offset); at < first.length && (starts[at] ?? end) < end; at++) {
      const operation = first[at] as Operation
      const start = starts[at] ?? 0
      const from = Math.max(offset, start) - start
      const until = Math.min(end, start + lengthOf(operation)) - start
      if ('insert' in operation) builder.insert(operation.insert.subarray(from, until))
      else builder.copy({ offset: operation.offset + from, length: until - from })
    }
  }
}

/** Returns, for each operation, the offset of its bytes in the new file. */
function startsOf(delta: Delta): Float64Array {
  const starts = new Float64Array(delta.length)
  let start = 0
  for (const [at, operation] of delta.entries()) {
    starts[at] = start
    start += lengthOf(operation)
  }
  return starts
}

/** Returns the index of the operation that makes the byte at `offset`. */
function indexAt(starts: Float64Array, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
