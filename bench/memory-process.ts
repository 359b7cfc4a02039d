/**
 * A built function in a process of its own: `node --expose-gc memory-process.ts FUNCTION`. It answers each list of
 * requests with the memory that is in use after them, in bytes: the heap and the whole process.
 */
import { pathToFileURL } from 'node:url'

export interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

export interface Held {
  /** The bytes of the heap in use after a garbage collection. */
  readonly heap: number
  readonly whole: number
}

const { default: served } = (await import(pathToFileURL(process.argv[2] ?? '').href)) as {
  default: { fetch(request: Request): Promise<Response> }
}

async function send({ url, headers, status }: Sent): Promise<void> {
  const response = await served.fetch(new Request(url, { headers }))
  await response.arrayBuffer()
  if (response.status !== status)
    throw new Error(`Cannot measure: ${url} was answered ${response.status}, expected ${status}`)
}

process.on('message', async (requests: readonly Sent[]) => {
  for (const request of requests) await send(request)
  global.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  process.send?.({ heap: heapUsed, whole: rss } satisfies Held)
})
process.send?.({})
