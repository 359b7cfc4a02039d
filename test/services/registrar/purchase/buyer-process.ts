/**
 * A process that buys a domain, over a store in a file and the registrar at an address. A real SIGKILL ends it at the
 * outside call that its arguments name.
 */
import { writeSync } from 'node:fs'
import { openEmbeddedStore } from '../../../../lib/core/store/embedded.ts'
import type { Store } from '../../../../lib/core/store/store.ts'
import type { RegistrarDeps } from '../../../../lib/services/registrar/deps.ts'
import { createRegistrar } from '../../../../lib/services/registrar/service.ts'

const [file = '', url = '', domain = '', contactText = '{}', at = '0', when = 'before'] =
  process.argv.slice(2)
const contact = JSON.parse(contactText) as Record<string, string>
let calls = 0

async function outside<A>(call: () => Promise<A>): Promise<A> {
  calls += 1
  const dies = calls === Number(at)
  if (dies && when === 'before') process.kill(process.pid, 'SIGKILL')
  const answer = await call()
  if (dies) process.kill(process.pid, 'SIGKILL')
  return answer
}

const embedded = openEmbeddedStore(file)
const store: Store = {
  read: key => outside(() => embedded.read(key)),
  readMany: keys => outside(() => embedded.readMany(keys)),
  swap: (key, expected, next) => outside(() => embedded.swap(key, expected, next)),
  remove: (key, expected) => outside(() => embedded.remove(key, expected)),
  keys: (prefix, page) => outside(() => embedded.keys(prefix, page)),
  close: () => embedded.close(),
}

const deps: RegistrarDeps = {
  settings: {
    token: 'sandbox-registrar-token',
    teamId: 'team_sandbox',
    baseUrl: url,
    purchases: true,
    caps: { order: 5_000, day: 5_000, month: 5_000 },
  },
  secrets: [{ epoch: '1', secret: Buffer.alloc(32, 7) }],
  store,
  timezone: 'Asia/Tokyo',
  mayStore: true,
  now: Date.now,
  clock: () => performance.now(),
  fetch: (input, init) => outside(() => fetch(input, init)),
  sleep: async () => undefined,
  random: Math.random,
  newId: () => crypto.randomUUID(),
  requestHttps: async () => undefined,
  note: () => undefined,
}

const registrar = createRegistrar(deps)
const { quote = '' } = await registrar.quote({ domain, autoRenew: true, contact })
const outcome = await registrar
  .buy({ domain, confirm: domain, quote, autoRenew: true, contact }, { by: 'hana' })
  .then(({ orderId }) => orderId)
  .catch((error: { code?: string }) => error.code)
writeSync(1, `${outcome}\n`)
await embedded.close()
