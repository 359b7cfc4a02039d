import { hostExists, type Resolve } from './connection.ts'
import { createPoliteVisitor } from './polite-visit.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createVisitor, type VisitPage } from './visit.ts'

export interface NetworkOptions {
  /** Whether private, loopback and other special addresses are allowed; default false. */
  readonly allowPrivate?: boolean
  /** Finds the addresses of a host; by default, DNS. */
  readonly resolve?: Resolve | undefined
  /** Certificates in PEM, besides the usual ones. */
  readonly ca?: string | undefined
  /** The number of parallel requests to one host; default 4. */
  readonly concurrency?: number
  /** The requests to one host per second; default 10, Infinity for no limit. */
  readonly rate?: number
  /** The milliseconds for connecting, head and body; default 20,000. */
  readonly timeout?: number
}

export interface NetworkDeps {
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  /** The milliseconds of a clock that never goes back. */
  readonly clock: () => number
  /** Waits; rejects if the work is stopped meanwhile. */
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly signal: AbortSignal
}

export interface Network {
  readonly visit: VisitPage
  /** Whether the host exists; true if unknown. @throws AppError `usage` if it has an address that is not public */
  readonly exists: (host: string) => Promise<boolean>
  close(): Promise<void>
}

const CONCURRENCY = 4
const RATE = 10
const TIMEOUT = 20_000

/** `hosts` are the hosts of the site. A robots file may redirect only to one of them. */
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
