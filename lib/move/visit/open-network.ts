import { hostExists, type Resolve } from './connection.ts'
import { createPoliteVisitor } from './polite-visit.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createVisitor, type VisitPage } from './visit.ts'

export interface NetworkOptions {
  /** Private, loopback and other special addresses; default false. */
  readonly allowPrivate?: boolean
  /** By default, DNS. */
  readonly resolve?: Resolve | undefined
  /** PEM, besides the usual certificates. */
  readonly ca?: string | undefined
  /** Parallel requests to one host; default 4. */
  readonly concurrency?: number
  /** To one host per second; default 10, Infinity for no limit. */
  readonly rate?: number
  /** Milliseconds for connecting, head and body; default 20 s. */
  readonly timeout?: number
}

export interface NetworkDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds from a clock that never goes back. */
  readonly clock: () => number
  /** Rejects if the work is stopped meanwhile. */
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly signal: AbortSignal
}

export interface Network {
  readonly visit: VisitPage
  /** True also if unknown. @throws AppError `usage` if the host resolves to an address that is not public */
  readonly exists: (host: string) => Promise<boolean>
  close(): Promise<void>
}

const CONCURRENCY = 4
const RATE = 10
const TIMEOUT = 20_000

/** `hosts` are the hosts of the site; a robots file may redirect only to one of them. */
export function openNetwork(hosts: ReadonlySet<string>, options: NetworkOptions, deps: NetworkDeps): Network {
  const {
    allowPrivate = false,
    concurrency = CONCURRENCY,
    rate = RATE,
    timeout = TIMEOUT,
    resolve,
    ca,
  } = options
  const { now, signal } = deps
  const visitor = createVisitor({ allowPrivate, resolve, ca, timeout, connections: concurrency, signal })
  const rateLimiter = createRateLimiter({ concurrency, rate }, deps)
  const { visit } = createPoliteVisitor({ visitor, rateLimiter, now, hosts })
  return {
    visit,
    exists: host => hostExists(host, { allowPrivate, resolve }),
    close: () => visitor.close(),
  }
}
