/**
 * A process that acts once over the store in a file, and is killed with SIGKILL at an outside call, like a machine that
 * is switched off: `node act-and-die.ts GIVEN`, with `Given` as JSON. Its log goes to standard error. If it is not
 * killed, it prints the outcome: the identifier of what it made, or the code of the error. It loads only its own service.
 */
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import type { EpochSecrets } from '../../../lib/core/config/config.ts'
import { openEmbeddedStore } from '../../../lib/core/store/embedded.ts'
import type { Act, Given } from './killed.ts'
import { createMortalProcess } from './mortal-process.ts'

type Of<What extends Act['do']> = Extract<Act, { do: What }>

const { act, file, mishap } = JSON.parse(process.argv[2] ?? '') as Given
const opened = openEmbeddedStore(file)
const mortal = createMortalProcess({ store: opened, fetch }, mishap && { ...mishap, what: 'dies' }, () =>
  process.kill(process.pid, 'SIGKILL'),
)

const outside = {
  store: mortal.store,
  fetch: mortal.fetch,
  timezone: 'Asia/Tokyo',
  mayStore: true,
  now: Date.now,
  clock: () => performance.now(),
  sleep: async () => undefined,
  random: Math.random,
  newId: randomUUID,
  note: (event: string, facts: object) => void writeSync(2, `${JSON.stringify({ event, ...facts })}\n`),
}

async function register({ baseUrl, token, deal }: Of<'register'>) {
  const { accountingClaims } = await import('../../../lib/services/accounting/claims.ts')
  const { registerDeal } = await import('../../../lib/services/accounting/deals/register.ts')
  const { createAccountingClient } = await import('../../../lib/services/accounting/remote/client.ts')
  const client = createAccountingClient({ ...outside, baseUrl, tokens: { accessToken: async () => token } })
  const call = { client, companyId: Number(deal.company_id), by: 'child' }
  const deps = { ...outside, ...accountingClaims(outside), writes: true, schedule: undefined }
  return (await registerDeal(deal, call, deps)).deal
}

async function buy({ settings, domain, contact }: Of<'buy'>) {
  const { createRegistrar } = await import('../../../lib/services/registrar/service.ts')
  const secrets: EpochSecrets = [{ epoch: '1', secret: Buffer.alloc(32, 7) }]
  const registrar = createRegistrar({ ...outside, settings, secrets, requestHttps: async () => undefined })
  const { quote = '' } = await registrar.quote({ domain, autoRenew: true, contact })
  const order = { domain, confirm: domain, quote, autoRenew: true, contact }
  return (await registrar.buy(order, { by: 'hana' })).orderId
}

/** Delivers; only the calls of the platform count. */
async function deliver({ settings, order }: Of<'deliver'>) {
  const { createChat } = await import('../../../lib/services/chat/service.ts')
  const home = 'https://kura.example'
  const locale = () => ({ language: 'en', timezone: 'UTC' }) as const
  const deps = { ...outside, store: opened, settings, home, locale, timeBudget: 5_000 }
  return (await createChat(deps).deliver(order, { by: 'test' })).complete
}

async function carryOut(): Promise<unknown> {
  if (act.do === 'register') return register(act)
  return act.do === 'buy' ? buy(act) : deliver(act)
}

const outcome = await carryOut().catch((error: { code?: string }) => error.code)
writeSync(1, String(outcome))
await opened.close()
