/**
 * One of the processes that share a credential: ten callers of the accounting service, which follow the test's orders.
 * Its time is the machine's plus the test's offset. With `deadly`, the first process that gets to that point kills
 * itself with SIGKILL.
 */
import { openSync } from 'node:fs'
import { AppError } from '../../../../../lib/core/errors.ts'
import { openEmbeddedStore } from '../../../../../lib/core/store/embedded.ts'
import type { Store } from '../../../../../lib/core/store/store.ts'
import { openUpstashStore } from '../../../../../lib/core/store/upstash.ts'
import type { TokenSettings } from '../../../../../lib/services/accounting/tokens/exchange/refresh.ts'
import { CREDENTIAL_KEY, UNSTORED_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import {
  createFileJournal,
  createLogJournal,
} from '../../../../../lib/services/accounting/tokens/storing/journal.ts'
import { type AccountingTokens, createTokens } from '../../../../../lib/services/accounting/tokens/tokens.ts'

export interface Shared {
  readonly store:
    | { readonly kind: 'embedded'; readonly file: string }
    | { readonly kind: 'upstash'; readonly url: string; readonly token: string }
  readonly settings: TokenSettings
  readonly sealKey: string
  /** The folder of answers that were put aside; undefined stands for a machine without a disk. */
  readonly journal: string | undefined
  readonly api: string
}

/** The point where the process kills itself; it makes the file `mark` first, so that no second one does. */
export interface Deadly {
  readonly at: 'before the call' | 'at the commit' | 'with the answer put aside'
  readonly mark: string
}

export interface Round {
  /** Milliseconds that the test's time is ahead of the machine's. */
  readonly offset: number
  /** Milliseconds by which this process's own clocks are wrong. */
  readonly skew: number
  readonly callers: number
  /** How many of the callers then call the service; the others only get a token. */
  readonly asking: number
  readonly deadly?: Deadly | undefined
  /** Whether the store refuses to write the new pair of this round's holder to the credential's own record. */
  readonly refused?: boolean
}

export type Order =
  | ({ readonly do: 'open' } & Shared)
  | ({ readonly do: 'round' } & Round)
  | { readonly do: 'jump'; readonly milliseconds: number }

const machineTime = Date.now
const machineClock = performance.now.bind(performance)
let round: Round = { offset: 0, skew: 0, callers: 0, asking: 0 }
/** Milliseconds that the store's time has jumped while callers wait; their own clocks do not show the jump. */
let jumped = 0
let answered = false
Date.now = () => machineTime() + round.skew
performance.now = () => machineClock() + round.skew

function dieIfArmed(at: Deadly['at']): void {
  if (round.deadly?.at !== at) return
  try {
    openSync(round.deadly.mark, 'wx')
  } catch {
    return
  }
  process.kill(process.pid, 'SIGKILL')
}

/** A store with the test's time, which refuses a write if the round says so. */
function watched(store: Store): Store {
  const call = async <A extends { now: number }>(work: () => Promise<A>): Promise<A> => {
    const answer = await work()
    return { ...answer, now: answer.now + round.offset + jumped }
  }
  return {
    read: key => call(() => store.read(key)),
    readMany: keys => call(() => store.readMany(keys)),
    async swap(key, expected, next) {
      if (answered && key === CREDENTIAL_KEY) dieIfArmed('at the commit')
      if (answered && key === CREDENTIAL_KEY && round.refused)
        throw new AppError('store_unavailable', 'The store refuses this record')
      const answer = await call(() => store.swap(key, expected, next))
      if (key === UNSTORED_KEY) dieIfArmed('with the answer put aside')
      return answer
    },
    remove: (key, expected) => call(() => store.remove(key, expected)),
    keys: (prefix, page) => call(() => store.keys(prefix, page)),
    close: () => store.close(),
  }
}

const tokenEndpoint: typeof fetch = async (...request) => {
  dieIfArmed('before the call')
  const response = await fetch(...request)
  const text = await response.text()
  answered = true
  return new Response(text, response)
}

function openTokens({ store, settings, sealKey, journal }: Shared): AccountingTokens {
  const opened =
    store.kind === 'embedded' ? openEmbeddedStore(store.file, { now: machineTime }) : openUpstashStore(store)
  return createTokens({
    store: watched(opened),
    settings,
    sealKeys: [{ epoch: '1', secret: Buffer.from(sealKey, 'base64url') }],
    fetch: tokenEndpoint,
    clock: () => performance.now() + round.offset,
    deployment: 'production',
    journal: journal === undefined ? createLogJournal(() => undefined) : createFileJournal(journal),
    instance: `process ${process.pid}`,
  })
}

/** A caller like the accounting client: one call, and another one after a 401. */
async function call(tokens: AccountingTokens, { api, asks }: { api: string; asks: boolean }) {
  try {
    const token = await tokens.accessToken()
    if (!asks) return 'token'
    const first = await ask(api, token)
    if (first.status !== 401) return first.status
    const next = await tokens.accessToken({ rejected: { token, codes: first.codes } })
    return (await ask(api, next)).status
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

async function ask(api: string, token: string): Promise<{ status: number; codes: string[] }> {
  const response = await fetch(`${api}/api/1/companies`, { headers: { authorization: `Bearer ${token}` } })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, codes: code === undefined ? [] : [code] }
}

/** The outcome of each caller: the service's status, `token`, or the code of an error. */
export type Report = readonly (number | string)[]

let shared: Shared | undefined
let tokens: AccountingTokens | undefined

async function obey(order: Order): Promise<void> {
  if (order.do === 'jump') {
    jumped = order.milliseconds
  } else if (order.do === 'open') {
    shared = order
    tokens = openTokens(order)
    process.send?.([])
  } else {
    round = order
    jumped = 0
    answered = false
    const calls = Array.from(
      { length: order.callers },
      (_, index) => tokens && call(tokens, { api: shared?.api ?? '', asks: index < order.asking }),
    )
    process.send?.(await Promise.all(calls))
  }
}

process.on('message', (order: Order) => void obey(order))
process.on('disconnect', () => process.exit())
process.send?.([])
