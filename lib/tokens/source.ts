/**
 * Where an access token comes from. A fresh one is handed out of memory; the record is read again every few seconds
 * and after each 401. Callers of one process that want the same share one question to the store, and wait as one.
 */
import type { RemoteCall } from '../http/trace.ts'
import { type Answer, askKeeper, barOf } from './ask.ts'
import type { TokenParts } from './deps.ts'
import { openPair } from './exchange/pair.ts'
import { refusalError } from './exchange/refusals.ts'
import { marginOf, type Refusal, type Rejected } from './keeper.ts'
import { rotate } from './rotate.ts'
import type { Credential } from './schema.ts'

/** An access token that the service answered with 401. */
export interface Rejection {
  readonly token: string
  /** The codes in the answer's body; its message says nothing that counts. */
  readonly codes: readonly string[]
}

export interface AccessTokenRequest {
  /** The token that failed, for the one next attempt after a 401. */
  readonly rejected?: Rejection | undefined
  /**
   * When the caller's function ends, on the clock: another's refresh is waited for until then, and none is begun that
   * might not be over by then. A whole function's life from now, unless given.
   */
  readonly deadline?: number | undefined
  /** Hears of the call to the token endpoint, where one is made; a trace's `remote`. */
  readonly observe?: ((call: RemoteCall) => void) | undefined
}

export interface TokenSource {
  /**
   * An access token that works as far as is known. After a 401 it is the very token that was rejected where nothing
   * says that it expired: then the 401 stands.
   * @throws AppError `reauthorize`, `token_busy`, `not_in_preview`, `remote_unreachable`, `store_unavailable`, `store_busy`
   */
  accessToken(request?: AccessTokenRequest): Promise<string>
}

interface Memo {
  readonly token: string
  readonly credential: Credential
  /** When the record was asked for, on the clock. */
  readonly asked: number
  /** Until when it is handed out without a look at the record, on the clock. */
  readonly until: number
}

/** Milliseconds for which a token is handed out without reading the record: what others learned meanwhile is this old. */
const RECHECK = 5_000

const FIRST_WAIT = 20
const LONGEST_WAIT = 200

export function createSource(parts: TokenParts): TokenSource {
  const memory = createMemory(parts)
  const share = createSharing<Answer>()
  const waiting = createWaiting(parts)

  async function obtain({ rejected, observe, ...request }: AccessTokenRequest): Promise<string> {
    const deadline = request.deadline ?? parts.clock() + parts.maxDuration
    const wait = waiting(deadline)
    for (;;) {
      const question = { rejected: memory.generationOf(rejected), bar: barOf(parts, deadline) }
      const { answer, first } = await share(JSON.stringify(question), () => askKeeper(parts, question))
      const { verdict, operation } = answer
      if (verdict.verdict === 'use') return memory.keep(verdict.credential, answer)
      if (verdict.verdict !== 'refresh') await wait(verdict)
      else if (first) await rotate(parts, { ...verdict, operation }, { deadline, observe })
    }
  }

  return {
    async accessToken(request = {}) {
      return memory.fresh(request.rejected) ?? obtain(request)
    },
  }
}

/** The last token that was handed out, and for how long it still is without a look at the record. */
function createMemory({ clock, sealer }: TokenParts) {
  let memo: Memo | undefined
  return {
    /** The token where it is fresh; a rejection of it ends that. */
    fresh(rejected: Rejection | undefined): string | undefined {
      if (memo && rejected?.token === memo.token) memo = { ...memo, until: clock() }
      return memo && !rejected && clock() < memo.until ? memo.token : undefined
    },
    /** The generation of a rejected token; none for an older one than that in memory: it was replaced already. */
    generationOf(rejected: Rejection | undefined): Rejected | undefined {
      if (!memo || memo.token !== rejected?.token) return undefined
      return { generation: memo.credential.generation, codes: rejected.codes }
    },
    keep(credential: Credential, { now, asked }: Answer): string {
      const known = memo?.credential.pair === credential.pair ? memo.token : undefined
      const token = known ?? openPair(sealer, credential).accessToken
      const left = credential.accessExpiresAt - marginOf(credential) - now
      if (!memo || asked >= memo.asked)
        memo = { token, credential, asked, until: asked + Math.min(RECHECK, left) }
      return token
    },
  }
}

/** Runs one piece of work a name at a time; who comes while it runs gets its result too. */
function createSharing<T>() {
  const running = new Map<string, Promise<T>>()
  return async (name: string, work: () => Promise<T>): Promise<{ answer: T; first: boolean }> => {
    const known = running.get(name)
    if (known !== undefined) return { answer: await known, first: false }
    const started = work().finally(() => running.delete(name))
    running.set(name, started)
    return { answer: await started, first: true }
  }
}

/**
 * Waiting with full jitter for another's refresh: who comes meanwhile wakes along. Past a caller's deadline, and where
 * there is nothing to wait for, it throws.
 */
function createWaiting({ sleep, random, clock }: TokenParts) {
  const share = createSharing<void>()
  return (deadline: number) => {
    let ceiling = FIRST_WAIT
    return async (refusal: Refusal): Promise<void> => {
      if (refusal.verdict !== 'wait' || clock() >= deadline) throw refusalError(refusal)
      const milliseconds = random() * ceiling
      ceiling = Math.min(ceiling * 2, LONGEST_WAIT)
      await share('nap', () => sleep(milliseconds))
    }
  }
}
