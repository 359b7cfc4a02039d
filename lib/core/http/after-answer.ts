/**
 * The host keeps a function alive for work that is passed to `waitUntil` of the request context (documented with the
 * package @vercel/functions). On other hosts the answer waits for the work, so that nothing is lost.
 */

interface RequestContext {
  waitUntil?(work: Promise<unknown>): void
}

/** The host's symbol for the context of the current request. */
const CONTEXT = Symbol.for('@vercel/request-context')

/** Waits for `work` only if the host does not continue it after the answer; its failure is ignored if the host does. */
export async function afterAnswer(work: Promise<unknown>): Promise<void> {
  const context = currentContext()
  if (context?.waitUntil) context.waitUntil(work.catch(() => undefined))
  else await work
}

function currentContext(): RequestContext | undefined {
  return (globalThis as { [CONTEXT]?: { get?(): RequestContext | undefined } })[CONTEXT]?.get?.()
}
