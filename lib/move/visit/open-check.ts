/** Wires what a check asks with: guarded connections, politeness, robots files. */

import { hostsOf, type MovedSite } from '../moved-site.ts'
import { type Ask, createAsker } from './ask.ts'
import { hostExists, type Resolve } from './connection.ts'
import { createPoliteness } from './politeness.ts'
import { createVisitor } from './visit.ts'

export interface OpenOptions {
  /** Lets private, loopback and other special addresses pass; default false. */
  readonly allowPrivate?: boolean
  /** Where a name leads; by default DNS says. */
  readonly resolve?: Resolve | undefined
  /** Certificates that are trusted beside the usual ones, PEM. */
  readonly ca?: string | undefined
  /** Requests to one host at the same time; default 4. */
  readonly concurrency?: number
  /** Requests to one host in a second; default 10, Infinity for no limit. */
  readonly rate?: number
  /** Milliseconds for connecting, for an answer's head and for all of it, each; default 20 s. */
  readonly timeout?: number
}

export interface OpenParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds that only grow. */
  readonly clock: () => number
  /** Rejects where the work is stopped meanwhile. */
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly signal: AbortSignal
}

export interface OpenCheck {
  readonly ask: Ask
  readonly exists: (host: string) => Promise<boolean>
  close(): Promise<void>
}

const CONCURRENCY = 4
const RATE = 10
const TIMEOUT = 20_000

export function openCheck(site: MovedSite, parts: OpenParts, options: OpenOptions = {}): OpenCheck {
  const {
    allowPrivate = false,
    concurrency = CONCURRENCY,
    rate = RATE,
    timeout = TIMEOUT,
    resolve,
    ca,
  } = options
  const { now, clock, sleep, signal } = parts
  const visitor = createVisitor({ allowPrivate, resolve, ca, timeout, connections: concurrency, signal })
  const politeness = createPoliteness({ concurrency, rate, clock, sleep })
  const { ask } = createAsker({ visitor, politeness, now, hosts: hostsOf(site) })
  return {
    ask,
    exists: host => hostExists(host, { allowPrivate, resolve }),
    close: () => visitor.close(),
  }
}
