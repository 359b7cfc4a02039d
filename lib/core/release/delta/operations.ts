/** Operations as in VCDIFF (RFC 3284 section 3). The device verifies the result, so it need not trust the delta. */

export interface Copy {
  readonly offset: number
  readonly length: number
}

export type Operation = Copy | { readonly insert: Uint8Array }

/** The operations, in the order of the new file. */
export type Delta = readonly Operation[]

/** Makes a delta, in which neighbouring operations that continue each other are joined, and empty ones dropped. */
export function createDeltaBuilder(): {
  copy(copy: Copy): void
  insert(bytes: Uint8Array): void
  end(): Delta
} {
  const operations: Operation[] = []
  let inserts: Uint8Array[] = []
  const flush = () => {
    const [first, ...others] = inserts
    if (first) operations.push({ insert: others.length === 0 ? first : Buffer.concat(inserts) })
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

/** Returns the number of bytes of the new file that the operation makes. */
export function lengthOf(operation: Operation): number {
  return 'insert' in operation ? operation.insert.length : operation.length
}
