/** The host keeps a function alive for `waitUntil` (documented with @vercel/functions). Elsewhere the answer waits. */

interface RequestContext {
  waitUntil?(work: Promise<unknown>): void
}

/** The host's symbol for the context of the current request. */
const CONTEXT = Symbol.for('@vercel/request-context')

/** Has the host continue `work` after the answer and ignores its failure; elsewhere, waits for `work`. */
export async function afterAnswer(work: Promise<unknown>): Promise<void> {
  const context = (globalThis as { [CONTEXT]?: { get?(): RequestContext | undefined } })[CONTEXT]?.get?.()
  if (context?.waitUntil) context.waitUntil(work.catch(() => undefined))
  else await work
}
