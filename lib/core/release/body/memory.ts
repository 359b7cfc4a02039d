/** Node frees buffers only when there are 64 MB of them, and then the memory of the process stays fragmented. */

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

/** Small buffers share their memory with others and are not freed. */
export function freeMemory({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
