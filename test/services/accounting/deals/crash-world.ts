/** The accounting sandbox without a socket, and a store and a clock that outlive a process. */

import { LEASE } from '../../../../lib/core/claims/lease.ts'
import type { DealCall } from '../../../../lib/services/accounting/deals/register.ts'
import { createAccountingClient } from '../../../../lib/services/accounting/remote/client.ts'
import { createAccountingSandbox } from '../../../../sandbox/accounting/sandbox.ts'
import type { Permission } from '../../../../sandbox/accounting/state.ts'
import type { Connection } from '../../../../sandbox/listen.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import {
  createMortalProcess,
  type Mishap,
  type MortalProcess,
} from '../../../helpers/processes/mortal-process.ts'
import { createTestTokens } from '../../../helpers/remotes/accounting-client.ts'
import { NOON } from '../../../helpers/remotes/accounting-sandbox.ts'
import { ALL_PERMISSIONS, COMPANY, createDealDeps, storeConfirmation } from './world.ts'

export interface CrashProcess {
  readonly mortal: MortalProcess
  readonly deps: ReturnType<typeof createDealDeps>
  readonly call: DealCall
}

export type CrashWorld = Awaited<ReturnType<typeof createCrashWorld>>

/** Milliseconds after which the claim of a process that died has lapsed. */
export const LAPSED = LEASE + 1

export async function createCrashWorld({
  permissions = ALL_PERMISSIONS,
}: {
  permissions?: readonly Permission[]
} = {}) {
  const time = { now: NOON }
  const now = () => time.now
  const sandbox = createAccountingSandbox({ now, random: () => 0.5, permissions })
  sandbox.state.expiresIn = 315_360_000
  const [company] = sandbox.state.companies
  if (!company) throw new Error('the sandbox has no company')
  const store = createMemoryStore({ now })
  const token = sandbox.oauth.grant().access_token
  /** Milliseconds that the request of the next deal is on its way; undefined if it arrives at once. */
  let delay: number | undefined
  let underway: { readonly at: number; readonly request: Request }[] = []
  let operations = 0

  /** The network; a cut connection throws as `fetch` does. */
  const network = async (...asked: Parameters<typeof fetch>): Promise<Response> => {
    const request = new Request(...asked)
    let torn = false
    const cut = () => {
      torn = true
    }
    if (delay !== undefined && request.method === 'POST') {
      underway.push({ at: time.now + delay, request })
      delay = undefined
      torn = true
    }
    const answer = torn ? undefined : await sandbox.fetch(request, { cut, rawTarget: '' })
    if (!answer || torn) throw new TypeError('fetch failed', { cause: new Error('socket hang up') })
    return answer
  }

  function start(mishap?: Mishap): CrashProcess {
    const mortal = createMortalProcess({ store, fetch: network }, mishap)
    const deps = { ...createDealDeps({ store: mortal.store, now }), newId: () => `operation-${++operations}` }
    const client = createAccountingClient({
      baseUrl: 'http://accounting.invalid',
      tokens: createTestTokens(token),
      fetch: mortal.fetch,
      clock: now,
      sleep: deps.sleep,
      random: () => 0,
    })
    return { mortal, deps, call: { client, companyId: COMPANY, by: 'hana' } }
  }

  return {
    sandbox,
    company,
    store,
    start,
    /** Moves the time; requests that were on their way until then arrive. */
    async advance(milliseconds: number): Promise<void> {
      time.now += milliseconds
      const arrived = underway.filter(({ at }) => at <= time.now)
      underway = underway.filter(({ at }) => at > time.now)
      for (const { request } of arrived) await sandbox.fetch(request, INTACT)
    },
    /** The next deal's request arrives `milliseconds` late, after its caller has given up. */
    delayNext(milliseconds: number): void {
      delay = milliseconds
    },
    /** Stores that a person confirmed the first deal, which has been deleted since. */
    confirmFirst: () => storeConfirmation(store),
  }
}

const INTACT: Connection = { cut: () => undefined, rawTarget: '' }
