/** The price lists of host and store, in US dollars; docs/scale.md cites them. */
import type { Usage } from './simulate.ts'

export const PRICES_OF = '2026-11-22'

/** Pro plan, functions in Tokyo (hnd1). */
const HOST = {
  month: 20,
  millionInvocations: 0.6,
  cpuHour: 0.202,
  memoryHour: 0.0167,
  /** The first 10 million requests and the first terabyte are included. */
  millionRequests: 2,
  includedRequests: 10_000_000,
  gigabyteOut: 0.15,
  includedGigabytes: 1_000,
  gigabyteOrigin: 0.06,
} as const

/** Pay as you go. */
const STORE = { hundredThousandCommands: 0.2, freeCommands: 500_000 } as const

export interface Price {
  readonly host: number
  readonly store: number
}

/** The cost of a month. The store is free up to the quota of its free plan; beyond it, every command costs. */
export function priceOf({
  requests,
  bytes,
  commands,
  cpuMilliseconds,
  instanceMinutes,
  memory,
}: Usage): Price {
  const millions = requests / 1e6
  const gigabytes = bytes / 1e9
  const beyond = (amount: number, included: number) => Math.max(0, amount - included)
  const host =
    HOST.month +
    millions * HOST.millionInvocations +
    (cpuMilliseconds / 3_600_000) * HOST.cpuHour +
    (instanceMinutes / 60) * memory * HOST.memoryHour +
    (beyond(requests, HOST.includedRequests) / 1e6) * HOST.millionRequests +
    beyond(gigabytes, HOST.includedGigabytes) * HOST.gigabyteOut +
    gigabytes * HOST.gigabyteOrigin
  const store = commands <= STORE.freeCommands ? 0 : (commands / 100_000) * STORE.hundredThousandCommands
  return { host, store }
}
