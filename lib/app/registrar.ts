/** The registrar over its surroundings: `api/registrar.ts`, and what the daily run and the notices ask of it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Route } from '../http/router.ts'
import type { Trace } from '../http/trace.ts'
import type { HttpsAnswer } from '../registrar/deps.ts'
import { registrarRoutes } from '../registrar/routes/routes.ts'
import { viewPurchase } from '../registrar/routes/views.ts'
import { createRegistrar, type Registrar } from '../registrar/service.ts'
import type { Core } from './core.ts'

/** Milliseconds for a name to answer over https. */
const HTTPS_TIME = 5_000

/** The registrar for one request's work; `trace` hears of its calls. */
export function registrarOf(core: Core): (trace?: Trace) => Registrar {
  return trace =>
    createRegistrar({
      settings: core.config.registrar(),
      secrets: core.config.secrets(),
      store: core.store(),
      timezone: core.config.timezone,
      mayStore: core.config.deployment !== 'preview',
      now: core.now,
      clock: core.clock,
      fetch: core.fetch,
      sleep: milliseconds => delay(milliseconds),
      random: Math.random,
      newId: randomUUID,
      observe: trace && (call => trace.remote(call)),
      askHttps: name => askHttps(name, core.fetch),
      note: (event, facts) => core.log(JSON.stringify({ event, ...facts })),
    })
}

export function routesOfRegistrar(core: Core): Route[] {
  const registrar = registrarOf(core)
  return registrarRoutes({ registrar: ({ trace }) => registrar(trace), now: core.now })
}

/** Brings every open order on, and says how each stands. */
export async function ordersDue(core: Core, trace: Trace): Promise<object> {
  const purchases = await registrarOf(core)(trace).advanceOrders()
  trace.note('purchases', purchases.length)
  trace.note('unasked', purchases.filter(({ failure }) => failure !== undefined).length)
  return { orders: purchases.map(facts => viewPurchase(facts, core.now())) }
}

/** Any answer means that the certificate is in place. */
async function askHttps(name: string, ask: typeof fetch): Promise<HttpsAnswer | undefined> {
  try {
    const signal = AbortSignal.timeout(HTTPS_TIME)
    const { status, headers } = await ask(`https://${name}/`, { method: 'HEAD', redirect: 'manual', signal })
    return { status, ...(headers.has('location') && { location: headers.get('location') ?? '' }) }
  } catch {
    return undefined
  }
}
