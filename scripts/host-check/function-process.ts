/**
 * Runs one built function in a process of its own, as the host does: with its files and its settings, without the
 * project, and with a request context whose `waitUntil` keeps the process running after the answer. The parent may stop
 * the process when it has reported the end of each request and of all its work.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { pathToFileURL } from 'node:url'
import { listen } from '../../sandbox/listen.ts'

/**
 * A message of the process to its parent: first the port on which the process listens, then how many requests have
 * ended with all their work.
 */
export type FunctionMessage = { readonly port: number } | { readonly ended: number }

const contexts = new AsyncLocalStorage<{ waitUntil(work: Promise<unknown>): void }>()
Object.assign(globalThis, { [Symbol.for('@vercel/request-context')]: { get: () => contexts.getStore() } })

const say = (message: FunctionMessage) => process.send?.(message)
let ended = 0

const [handler = ''] = process.argv.slice(2)
const loaded: { default: { fetch(request: Request): Promise<Response> } } = await import(
  pathToFileURL(handler).href
)

/** Answers a request; the work that it has begun continues after the answer until all of it has settled. */
async function answer(request: Request): Promise<Response> {
  const work: Promise<unknown>[] = []
  try {
    return await contexts.run({ waitUntil: promise => void work.push(promise) }, () =>
      loaded.default.fetch(request),
    )
  } finally {
    void settle(work).then(() => say({ ended: ++ended }))
  }
}

/** Waits until all work has settled, also work that other work has begun meanwhile. */
async function settle(work: Promise<unknown>[]): Promise<void> {
  while (work.length > 0) await Promise.allSettled(work.splice(0))
}

const { port } = await listen(answer)
process.once('disconnect', () => process.exit(0))
say({ port })
