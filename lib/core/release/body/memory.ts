/** Memory that is used again. Node would free buffers only once they take 64 MB, and then leave it fragmented. */

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

/** Frees the memory of a large buffer. Small buffers share their memory with others, so they stay. */
export function freeMemory({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
