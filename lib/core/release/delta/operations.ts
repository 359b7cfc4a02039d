/**
 * A delta: how to make a file from an older one, by copies of its byte ranges and inserted bytes (COPY and ADD of
 * VCDIFF, RFC 3284 section 3). Publishing makes deltas, the host hands them out, and a device applies them. A delta
 * need not be trusted, because the device verifies the hash of the result before it uses the file.
 */

/** Copies `length` bytes of the old file from `offset`. */
export interface Copy {
  readonly offset: number
  readonly length: number
}

export type Operation = Copy | { readonly insert: Uint8Array }

/** Operations in the order of the new file. */
export type Delta = readonly Operation[]

/**
 * Builds a delta from operations. Neighbouring operations that continue each other become one, and empty operations are
 * dropped.
 */
export function createDeltaBuilder(): {
  copy(copy: Copy): void
  insert(bytes: Uint8Array): void
  end(): Delta
} {
  const operations: Operation[] = []
  let inserts: Uint8Array[] = []
  const flush = () => {
    if (inserts.length > 0) operations.push({ insert: inserts.length === 1 ? first(inserts) : join(inserts) })
    inserts = []
  }
  return {
    copy({ offset, length }) {
      if (length === 0) return
      flush()
      const last = operations.at(-1)
      if (last && 'offset' in last && last.offset + last.length === offset)
        operations[operations.length - 1] = { offset: last.offset, length: last.length + length }
      else operations.push({ offset, length })
    },
    insert(bytes) {
      if (bytes.length > 0) inserts.push(bytes)
    },
    end() {
      flush()
      return operations
    },
  }
}

function first(parts: readonly Uint8Array[]): Uint8Array {
  return parts[0] ?? new Uint8Array(0)
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** The number of bytes of the new file that an operation makes. */
export function lengthOf(operation: Operation): number {
  return 'insert' in operation ? operation.insert.length : operation.length
}
