/** As in VCDIFF (RFC 3284 section 3). A delta need not be trusted: the device verifies the hash of the result. */

export interface Copy {
  readonly offset: number
  readonly length: number
}

export type Operation = Copy | { readonly insert: Uint8Array }

/** Operations in the order of the new file. */
export type Delta = readonly Operation[]

/** Joins neighbouring operations that continue each other, and drops empty ones. */
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

/** The bytes of the new file that the operation makes. */
export function lengthOf(operation: Operation): number {
  return 'insert' in operation ? operation.insert.length : operation.length
}
