/**
 * kura reads the credential every few seconds and after each 401. Callers in one process share one read and one wait.
 */
import { ANSWERING } from '../../../core/claims/lease.ts'
import type { RemoteCall } from '../../../core/http/trace.ts'
import type { TokenDeps } from './deps.ts'
import { openPair } from './exchange/pair.ts'
import { marginOf, type Refusal, type Rejected } from './keeper.ts'
import { askKeeper, blockedBy, type KeeperReply } from './refresh/ask-keeper.ts'
import { rotate } from './refresh/rotate.ts'
import { refusalError } from './refusals.ts'
import type { Credential } from './schema.ts'

export interface Rejection {
  readonly token: string
  /** The codes of the 401. Its message is not evaluated. */
  readonly codes: readonly string[]
}

export interface AccessTokenRequest {
  readonly rejected?: Rejection | undefined
  /** The end of the caller's function, on `clock`. Waiting for another process ends five seconds earlier. */
  readonly deadline?: number | undefined
  readonly observe?: ((call: RemoteCall) => void) | undefined
}

export interface TokenSource {
  /**
   * A 401 may not prove that the token has expired. If no other token has replaced it, the same token is then returned
   * again, and the 401 is final.
   * @throws AppError `reauthorize`, `token_busy`, `not_in_preview`, `paused`, `remote_unreachable`, `seal_invalid`,
   * `store_unavailable`, `store_busy`
   */
  accessToken(request?: AccessTokenRequest): Promise<string>
}

interface Memo {
  readonly token: string
  readonly credential: Credential
  /** The time on `clock` at which the record was read. */
  readonly askedAt: number
  /** The time on `clock` until which the token is used without reading the record. */
  readonly until: number
}

/** Milliseconds without reading the record. A change by another process may be noticed that much later. */
const RECHECK = 5_000

/** Milliseconds for one question to the keeper. */
const KEEPER_TIME = 10_000

const FIRST_WAIT = 20
const LONGEST_WAIT = 200

export function createSource(deps: TokenDeps): TokenSource {
  const memory = createMemory(deps)
  const share = createSharing<KeeperReply>()
  const waiting = createWaiting(deps)

  async function requestToken({ rejected, observe, ...request }: AccessTokenRequest): Promise<string> {
    const deadline = request.deadline ?? deps.clock() + deps.maxDuration
    const wait = waiting(deadline - ANSWERING)
    for (;;) {
      const question = { rejected: memory.generationOf(rejected), blockedBy: blockedBy(deadline, deps) }
      const { result: reply, first } = await share(JSON.stringify(question), () => {
        const left = deadline - ANSWERING - deps.clock()
        return askKeeper(question, { ...deps, deadline: Math.max(0, Math.min(left, KEEPER_TIME)) })
      })
      const { decision, operation } = reply
      if (decision.kind === 'use') return memory.keep(decision.credential, reply)
      if (decision.kind !== 'refresh') await wait(decision)
      else if (first) await rotate({ ...decision, operation }, { deadline, observe }, deps)
    }
  }

  return {
    async accessToken(request = {}) {
      return memory.fresh(request.rejected) ?? requestToken(request)
    },
  }
}

function createMemory({ clock, sealer }: TokenDeps) {
  let memo: Memo | undefined
  return {
    /** Returns the known token. Undefined if the token is not fresh, or if the caller names a rejected token. */
    fresh(rejected: Rejection | undefined): string | undefined {
      if (memo && rejected?.token === memo.token) memo = { ...memo, until: clock() }
      return memo && !rejected && clock() < memo.until ? memo.token : undefined
    },
    /** Undefined if no token was rejected, or if the rejected token was already replaced. */
    generationOf(rejected: Rejection | undefined): Rejected | undefined {
      if (!memo || memo.token !== rejected?.token) return undefined
      return { generation: memo.credential.generation, codes: rejected.codes }
    },
    keep(credential: Credential, { now, askedAt }: KeeperReply): string {
      const known = memo?.credential.pair === credential.pair ? memo.token : undefined
      const token = known ?? openPair(sealer, credential).accessToken
      const left = credential.accessExpiresAt - marginOf(credential) - now
      if (!memo || askedAt >= memo.askedAt)
        memo = { token, credential, askedAt, until: askedAt + Math.min(RECHECK, left) }
      return token
    },
  }
}

/** Callers that arrive while the work of a name is running share the result of that work. */
function createSharing<T>() {
  const running = new Map<string, Promise<T>>()
  return async (name: string, work: () => Promise<T>): Promise<{ result: T; first: boolean }> => {
    const known = running.get(name)
    if (known !== undefined) return { result: await known, first: false }
    const started = work().finally(() => running.delete(name))
    running.set(name, started)
    return { result: await started, first: true }
  }
}

/** Waits with full jitter while another process refreshes. Throws if none does, or if the caller's time is over. */
function createWaiting({ sleep, random, clock }: TokenDeps) {
  const share = createSharing<void>()
  return (end: number) => {
    let ceiling = FIRST_WAIT
    return async (refusal: Refusal): Promise<void> => {
      if (refusal.kind !== 'wait' || clock() >= end) throw refusalError(refusal)
      const milliseconds = random() * ceiling
      ceiling = Math.min(ceiling * 2, LONGEST_WAIT)
      await share('wait', () => sleep(milliseconds))
    }
  }
}
