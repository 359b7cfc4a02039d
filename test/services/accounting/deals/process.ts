/**
 * A process that registers one deal over the embedded store and is killed with SIGKILL at a given call, like a machine
 * that is switched off. Arguments: the store's file; the service's address; an access token; the case; and the call,
 * `claim`, `post` or `settle`, with `before` or `after`. Its log goes to standard error; if it is not killed, it prints
 * the deal.
 */
import { writeSync } from 'node:fs'
import { createClaims } from '../../../../lib/core/claims/claims.ts'
import { openEmbeddedStore } from '../../../../lib/core/store/embedded.ts'
import type { Store } from '../../../../lib/core/store/store.ts'
import { registerDeal } from '../../../../lib/services/accounting/deals/register.ts'
import { dealRequest, registeredDeal } from '../../../../lib/services/accounting/deals/schema.ts'
import { createAccountingClient } from '../../../../lib/services/accounting/remote/client.ts'

const [file = '', baseUrl = '', token = '', name = '', fatal = '', when = ''] = process.argv.slice(2)
const COMPANY = 1_234_567

async function at<A>(what: string, work: () => Promise<A>): Promise<A> {
  const dies = what === fatal
  if (dies && when === 'before') process.kill(process.pid, 'SIGKILL')
  const answer = await work()
  if (dies) process.kill(process.pid, 'SIGKILL')
  return answer
}

let claims = 0
const opened = openEmbeddedStore(file)
const store: Store = {
  ...opened,
  swap(...asked) {
    if (!asked[0].startsWith('claim/')) return opened.swap(...asked)
    claims += 1
    return at(claims === 1 ? 'claim' : 'settle', () => opened.swap(...asked))
  },
}

const mortalFetch: typeof fetch = (input, init) =>
  init?.method === 'POST' ? at('post', () => fetch(input, init)) : fetch(input, init)

const client = createAccountingClient({
  baseUrl,
  tokens: { accessToken: async () => token },
  fetch: mortalFetch,
  clock: () => performance.now(),
  sleep: async () => undefined,
  random: Math.random,
})
const request = dealRequest.parse({
  case: name,
  company_id: COMPANY,
  issue_date: '2026-06-15',
  details: [{ account_item: '消耗品費', tax_code: 136, amount: 1100 }],
})
const registered = await registerDeal(
  request,
  { client, companyId: COMPANY, by: 'child' },
  {
    store,
    claims: createClaims({ store, kind: 'deal', parseResult: value => registeredDeal.parse(value) }),
    writes: true,
    schedule: undefined,
    timezone: 'Asia/Tokyo',
    now: Date.now,
    newId: () => crypto.randomUUID(),
    clock: () => performance.now(),
    note: (event, facts) => void writeSync(2, `${JSON.stringify({ event, ...facts })}\n`),
  },
)
process.stdout.write(String(registered.deal))
