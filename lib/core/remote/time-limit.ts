/**
 * The time-out of one call. `AbortSignal.timeout` would hold its listeners until it fires, long after the answer. A
 * busy instance would then keep the calls and replies of many seconds, and make an error for each.
 */
export class TimeLimit {
  #timer: NodeJS.Timeout | undefined

  /** Returns a signal that aborts with a TimeoutError, unless `end` is called before. */
  start(milliseconds: number): AbortSignal {
    const controller = new AbortController()
    const abort = () =>
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    this.#timer = setTimeout(abort, milliseconds).unref()
    return controller.signal
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
