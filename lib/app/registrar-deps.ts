import { randomUUID } from 'node:crypto'
import { ANSWERING, FUNCTION_LIFE } from '../core/claims/lease.ts'
import type { Trace } from '../core/http/trace.ts'
import type { RegistrarReply } from '../services/registrar/contract.ts'
import { createRequestDeps, type HttpsReply, type RegistrarDeps } from '../services/registrar/deps.ts'
import { advanceOrders } from '../services/registrar/orders/advance.ts'
import { viewPurchase } from '../services/registrar/routes/replies.ts'
import type { Core } from './core.ts'

/** The time limit in milliseconds of the request that tests whether a name answers over https. */
const HTTPS_TIME = 5_000

/** `trace` records the calls to the registrar. */
export function registrarDeps(core: Core, trace?: Trace): RegistrarDeps {
  return {
    settings: core.config.registrar(),
    secrets: core.config.secrets(),
    store: core.store(),
    timezone: core.config.timezone,
    mayStore: core.config.deployment !== 'preview',
    now: core.now,
    clock: core.clock,
    fetch: core.fetch,
    sleep: core.sleep,
    random: Math.random,
    newId: randomUUID,
    waitUntil: trace && trace.started + FUNCTION_LIFE - ANSWERING,
    observe: trace && (call => trace.remote(call)),
    requestHttps: name => requestHttps(name, core),
    note: (event, facts) => core.log(JSON.stringify({ event, ...facts })),
  }
}

export async function ordersDue(core: Core, trace: Trace): Promise<RegistrarReply<'purchases'>> {
  const purchases = await advanceOrders(createRequestDeps(registrarDeps(core, trace)))
  trace.note('purchases', purchases.length)
  trace.note('unasked', purchases.filter(({ failure }) => failure !== undefined).length)
  return { orders: purchases.map(facts => viewPurchase(facts, core.now())) }
}

/** Requests a name over https. Any reply means that the certificate is in place. */
async function requestHttps(name: string, { fetch }: Pick<Core, 'fetch'>): Promise<HttpsReply | undefined> {
  try {
    const signal = AbortSignal.timeout(HTTPS_TIME)
    const { status, headers } = await fetch(`https://${name}/`, {
      method: 'HEAD',
      redirect: 'manual',
      signal,
    })
    return { status, ...(headers.has('location') && { location: headers.get('location') ?? '' }) }
  } catch {
    return undefined
  }
}
