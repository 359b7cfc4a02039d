/** kura's registrar over its stand-in on loopback, a store in memory and a time that only the test moves. */
import { onTestFinished } from 'vitest'
import type { RegistrarSettings } from '../../../lib/config/registrar.ts'
import type { HttpsAnswer, RegistrarParts } from '../../../lib/registrar/deps.ts'
import type { PurchaseOrder } from '../../../lib/registrar/purchase/buy.ts'
import { createRegistrar, type Registrar } from '../../../lib/registrar/service.ts'
import { createMemoryStore, type MemoryStore } from '../memory-store.ts'
import { CONTACT, type RunningRegistrar, startRegistrarSandbox } from './registrar-sandbox.ts'

export const SECRETS = [{ epoch: '1', secret: Buffer.alloc(32, 7) }]
export const ACTING = { by: 'hana' }
export const MINUTE = 60_000
export const DAY = 86_400_000

export interface RegistrarWorld {
  readonly remote: RunningRegistrar
  readonly store: MemoryStore
  readonly parts: RegistrarParts
  readonly registrar: Registrar
  /** The events that were noted. */
  readonly notes: Record<string, unknown>[]
  /** What each name answers over https. */
  readonly https: Map<string, HttpsAnswer>
  /** Moves every clock. */
  pass(milliseconds: number): void
  /** A fresh quote's order for `domain`, complete. */
  order(domain: string, changes?: Partial<PurchaseOrder>): Promise<PurchaseOrder>
  /** Buys with a fresh quote. */
  buy(domain: string): ReturnType<Registrar['buy']>
}

/** A world of its own until the test ends; what the stand-in met must agree with its description. */
export async function createRegistrarWorld(
  changes: Partial<RegistrarParts> & { caps?: RegistrarSettings['caps'] } = {},
): Promise<RegistrarWorld> {
  const remote = await startRegistrarSandbox()
  onTestFinished(() => remote[Symbol.asyncDispose]())
  const now = () => remote.clock.now
  const store = createMemoryStore({ now })
  const notes: Record<string, unknown>[] = []
  const https = new Map<string, HttpsAnswer>()
  const { token, teamId } = remote.sandbox.state
  const { caps = { order: 5_000, day: 10_000, month: 20_000 }, ...others } = changes
  const parts: RegistrarParts = {
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
    askHttps: async name => https.get(name),
    note: (event, facts) => void notes.push({ event, ...facts }),
    ...others,
  }
  const registrar = createRegistrar(parts)
  const order: RegistrarWorld['order'] = async (domain, given) => {
    const { quote = '' } = await registrar.quote({ domain, autoRenew: true, contact: CONTACT })
    return { domain, confirm: domain, quote, autoRenew: true, contact: CONTACT, ...given }
  }
  return {
    remote,
    store,
    parts,
    registrar,
    notes,
    https,
    pass: milliseconds => {
      remote.clock.now += milliseconds
    },
    order,
    buy: async domain => registrar.buy(await order(domain), ACTING),
  }
}
