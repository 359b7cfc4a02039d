/** Claims in a store in memory, with a clock that only the test moves, and a remote that behaves as the test says. */

import { createClaims } from '../../../lib/core/claims/claims.ts'
import { LEASE } from '../../../lib/core/claims/lease.ts'
import type { OnceAct } from '../../../lib/core/claims/once.ts'
import type { Queried } from '../../../lib/core/claims/query.ts'
import type { Act } from '../../../lib/core/claims/transitions/request.ts'
import { AppError } from '../../../lib/core/errors.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

export const NAME = 'receipt 1'

/** The key of the claim in the store. */
export const KEY = 'claim/deal/receipt%201'

export const SETTLING = 900_000

export interface Made {
  readonly id: number
}

/** The effect of a call at the remote, and the answer that its caller gets. */
export type Behaviour = 'made' | 'refused' | 'never sent' | 'answer lost' | 'request lost' | 'fault'

const ERRORS: Readonly<Partial<Record<Behaviour, Error>>> = {
  refused: new AppError('remote_refused', 'Cannot make it: no such account item'),
  'never sent': new AppError('remote_unreachable', 'Cannot reach the remote: nothing was sent'),
  'answer lost': new AppError('remote_silent', 'Cannot tell the outcome: its answer did not arrive'),
  'request lost': new AppError('remote_silent', 'Cannot tell the outcome: its answer did not arrive'),
  fault: new TypeError('undefined is not a function'),
}

export type ClaimsWorld = ReturnType<typeof createClaimsWorld>

export function createClaimsWorld() {
  const time = { now: 1_000_000 }
  const now = () => time.now
  const store = createMemoryStore({ now })
  const claims = createClaims<Made>(
    { store, kind: 'deal', parseResult: stored => stored as Made },
    { deadline: 0, sleep: async () => undefined },
  )
  /** The things that the remote has made. */
  const made: Made[] = []
  let operations = 0
  const deps = { claims, newId: () => `op-${++operations}`, clock: now }
  const remote = {
    behaviour: 'made' as Behaviour,
    calls: 0,
    made,
    async make(): Promise<Made> {
      remote.calls += 1
      const { behaviour } = remote
      if (behaviour === 'made' || behaviour === 'answer lost') made.push({ id: made.length + 1 })
      const [error, result] = [ERRORS[behaviour], made.at(-1)]
      if (error || !result) throw error
      return result
    },
    query: async (): Promise<Queried<Made>> => ({ found: [...made], complete: true }),
  }
  return {
    store,
    claims,
    deps,
    remote,
    advance(milliseconds: number) {
      time.now += milliseconds
    },
    /** Returns an act of the case that makes one thing at the remote. */
    act: (change: Partial<OnceAct<Made>> = {}): OnceAct<Made> => ({
      name: NAME,
      digest: 'body-1',
      by: 'hana',
      async send(lease) {
        await lease.guard()
        return { state: 'done', result: await remote.make() }
      },
      hadNoEffect: error => error instanceof AppError && error.code === 'remote_refused',
      ...change,
    }),
    /** Makes a request as `actOnce` does. */
    request: (change: Partial<Omit<Act, 'name'>> = {}): Omit<Act, 'name'> => ({
      digest: 'body-1',
      operation: deps.newId(),
      by: 'hana',
      lease: LEASE,
      flags: [],
      ...change,
    }),
  }
}

/** Returns the state of the case; undefined if no attempt has claimed it. */
export const stateOf = async ({ claims }: ClaimsWorld) => (await claims.read(NAME))?.state
