/**
 * Large buffers that are used again or given back at once. The collector frees a buffer too, but it lets 64 MB of them lie
 * around first, and the gaps that they leave in the memory of the process stay.
 */

/** Buffers of one size: what is given back is taken again. */
export interface BufferPool {
  take(): Buffer
  give(buffer: Buffer): void
}

export function createBufferPool(size: number): BufferPool {
  const free: Buffer[] = []
  return {
    take: () => free.pop() ?? Buffer.allocUnsafe(size),
    give: buffer => void free.push(buffer),
  }
}

/** Gives back the memory of bytes that are no longer read; small ones share theirs with others, and are left alone. */
export function freeMemory({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
