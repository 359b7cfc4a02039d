/** kura's registrar service with the sandbox on loopback, a store in memory, and a clock that only the test moves. */

import { expect } from 'vitest'
import { readOpenItems } from '../../../lib/app/open-items/facts.ts'
import type { EpochSecrets } from '../../../lib/core/config/config.ts'
import type { RegistrarSettings } from '../../../lib/core/config/registrar.ts'
import {
  createRequestDeps,
  type HttpsReply,
  type RegistrarDeps,
} from '../../../lib/services/registrar/deps.ts'
import { advanceOrders } from '../../../lib/services/registrar/orders/advance.ts'
import type { Statement } from '../../../lib/services/registrar/orders/release.ts'
import type { PurchaseOrder } from '../../../lib/services/registrar/purchase/buy.ts'
import { createRegistrar, type Registrar } from '../../../lib/services/registrar/service.ts'
import { lostAnswer, lostRequest } from '../../../sandbox/faults.ts'
import { BUY } from '../../../sandbox/registrar/sandbox.ts'
import { createMemoryStore, type MemoryStore } from '../memory-store.ts'
import { CONTACT, type RunningRegistrar, startRegistrarSandbox } from './registrar-sandbox.ts'

export const SECRETS: EpochSecrets = [{ epoch: '1', secret: Buffer.alloc(32, 7) }]
export const ACTING = { by: 'hana' }
export const MINUTE = 60_000
export const DAY = 86_400_000
export const HOUR = 60 * MINUTE

/** The registrar service for operators, the daily run of its orders, and the facts for its notices. */
export interface WholeRegistrar extends Registrar {
  advanceOrders(): ReturnType<typeof advanceOrders>
  openItems(): ReturnType<typeof readOpenItems>
}

/** Returns the registrar service of a process with these dependencies. */
export function wholeRegistrar(deps: RegistrarDeps): WholeRegistrar {
  return {
    ...createRegistrar(deps),
    advanceOrders: () => advanceOrders(createRequestDeps(deps)),
    openItems: () => readOpenItems(createRequestDeps(deps)),
  }
}

export interface RegistrarWorld {
  readonly remote: RunningRegistrar
  readonly store: MemoryStore
  readonly deps: RegistrarDeps
  readonly registrar: WholeRegistrar
  /** The events that the service has logged. */
  readonly notes: Record<string, unknown>[]
  /** The answer of each host name over https. */
  readonly https: Map<string, HttpsReply>
  /** Moves every clock. */
  pass(milliseconds: number): void
  /** Returns the complete order of a new quote for `domain`. */
  order(domain: string, changes?: Partial<PurchaseOrder>): Promise<PurchaseOrder>
  /** Buys with a new quote. */
  buy(domain: string): ReturnType<Registrar['buy']>
  /** Buys with a new quote. The request, or the answer of the purchase, is lost, so that its outcome is unknown. */
  lose(domain: string, lost: 'request' | 'answer'): Promise<void>
  /** A person who has just looked at a purchase and states something about it. */
  readonly person: Person
}

/** A person who looks at a purchase and then decides about it; `noOrder` states what the registrar's own page shows. */
export interface Person {
  release(
    domain: string,
    statement: Pick<Statement, 'by' | 'orderId'> & { noOrder?: boolean },
  ): ReturnType<Registrar['release']>
  resolve(domain: string, statement: Pick<Statement, 'by' | 'orderId'>): ReturnType<Registrar['resolve']>
  closeDeadline(domain: string, actor: Pick<Statement, 'by'>): ReturnType<Registrar['closeDeadline']>
}

/** Returns a person who uses `registrar`. The person reads the stored records, without a query of the remote. */
export function personAt(registrar: Registrar, deps: RegistrarDeps): Person {
  const { purchases } = createRequestDeps(deps)
  const look = async (domain: string) => {
    const claim = await purchases.read(domain)
    return { operation: claim?.operation ?? 'none', seenAt: claim?.seenAt ?? 0 }
  }
  return {
    async release(domain, { by, orderId, noOrder }) {
      const { operation, seenAt } = await look(domain)
      return registrar.release(domain, { by, operation, orderId, noOrder: noOrder ? { seenAt } : undefined })
    },
    async resolve(domain, statement) {
      const { operation } = await look(domain)
      return registrar.resolve(domain, { ...statement, operation })
    },
    async closeDeadline(domain, actor) {
      const { operation } = await look(domain)
      return registrar.closeDeadline(domain, { ...actor, operation })
    },
  }
}

/**
 * Creates the service for one test. The test fails if an exchange with the sandbox does not match the service's
 * description.
 */
export async function createRegistrarWorld(
  changes: Partial<RegistrarDeps> & { caps?: RegistrarSettings['caps'] } = {},
): Promise<RegistrarWorld> {
  const remote = await startRegistrarSandbox()
  const now = () => remote.clock.now
  const store = createMemoryStore({ now })
  const notes: Record<string, unknown>[] = []
  const https = new Map<string, HttpsReply>()
  const { token, teamId } = remote.sandbox.state
  const { caps = { order: 5_000, day: 10_000, month: 20_000 }, ...others } = changes
  const deps: RegistrarDeps = {
    settings: { token, teamId, baseUrl: remote.url, purchases: true, caps },
    secrets: SECRETS,
    store,
    timezone: 'Asia/Tokyo',
    mayStore: true,
    now,
    clock: now,
    fetch,
    sleep: async () => undefined,
    random: () => 0.5,
    newId: () => crypto.randomUUID(),
    requestHttps: async name => https.get(name),
    note: (event, facts) => void notes.push({ event, ...facts }),
    ...others,
  }
  const registrar = wholeRegistrar(deps)
  const order: RegistrarWorld['order'] = async (domain, given) => {
    const { quote = '' } = await registrar.quote({ domain, autoRenew: true, contact: CONTACT })
    return { domain, confirm: domain, quote, autoRenew: true, contact: CONTACT, ...given }
  }
  const buy = async (domain: string) => registrar.buy(await order(domain), ACTING)
  return {
    remote,
    store,
    deps,
    registrar,
    notes,
    https,
    pass: milliseconds => {
      remote.clock.now += milliseconds
    },
    order,
    buy,
    async lose(domain, lost) {
      remote.sandbox.faults.arm(BUY, lost === 'request' ? lostRequest() : lostAnswer())
      await expect(buy(domain)).rejects.toMatchObject({ code: 'remote_silent' })
    },
    person: personAt(registrar, deps),
  }
}
