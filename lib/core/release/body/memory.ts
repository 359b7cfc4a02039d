/**
 * Frees or reuses large buffers immediately. The garbage collector frees buffers only when there are 64 MB of them, and
 * then the memory of the process stays fragmented.
 */

/** A pool of buffers of one size; a buffer that is given back is reused. */
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

/**
 * Frees the memory of bytes that are no longer needed. Small buffers share their memory with others and are not freed.
 */
export function freeMemory({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
