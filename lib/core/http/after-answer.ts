/**
 * Continues work after the answer was sent, such as recording that a device has called. The host keeps a function alive
 * for such work if the work is passed to `waitUntil` of the request context (documented with the package
 * @vercel/functions, which kura does not need for this call). On other hosts the answer waits for the work, so that
 * nothing is lost.
 */

interface RequestContext {
  waitUntil?(work: Promise<unknown>): void
}

/** The global symbol under which the host provides the context of the current request. */
const CONTEXT = Symbol.for('@vercel/request-context')

/**
 * Resolves immediately if the host continues `work` after the answer; a failure of `work` is then ignored. Otherwise
 * resolves or rejects when `work` ends.
 */
export async function afterAnswer(work: Promise<unknown>): Promise<void> {
  const context = currentContext()
  if (context?.waitUntil) context.waitUntil(work.catch(() => undefined))
  else await work
}

function currentContext(): RequestContext | undefined {
  return (globalThis as { [CONTEXT]?: { get?(): RequestContext | undefined } })[CONTEXT]?.get?.()
}
