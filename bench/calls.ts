/**
 * `npm run bench calls [-- --against DIR]`: what reads, acts, pages and the daily jobs cost: requests, commands and
 * bytes at the store, the processor's time, and the wall time with a store that answers after 10 ms; and the commands
 * of a month of the example company. With `--against`, the functions of a second checkout take turns with these. A call
 * whose status is not the expected one makes the bench fail.
 */
import { fileURLToPath } from 'node:url'
import { deriveSecret } from '../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../lib/core/signatures/sign.ts'
import { bundleFunctions } from '../scripts/build-functions.ts'
import { createTestPublisher } from '../test/helpers/publishing/release.ts'
import { type CommandsOf, measureMonth } from './calls-month.ts'
import type { Asked, Took } from './calls-process.ts'
import { type Counts, CRON_SECRET, HOST, PEOPLE, SECRET, startWorld, type World } from './calls-world.ts'
import { type Measurement, median, ratioText } from './measurement.ts'

const ROUNDS = 11
/** The rounds in which a proxied read is measured, and the calls in each. */
const PROXIED = { rounds: 24, calls: 40 }
/** The calls before a row is measured, because the first ones load the code. */
const WARMING = 2

interface Call {
  readonly name: string
  readonly what: string
  readonly path: string
  /** The key that signs; `cron` sends the host's secret, `person` the cookie of a session. */
  readonly caller: string
  /** Returns the body of a round; without it the call is a GET. */
  readonly body?: (round: number) => object
  readonly status: number
  /** The largest ratio of the wall time to the second checkout's. */
  readonly aim: number
}

const read = (name: string, path: string, caller: string, aim = 1): Call => ({
  name,
  what: `GET ${path}`,
  path,
  caller,
  status: 200,
  aim,
})

function callsOf({ company }: World, release: string): Call[] {
  const deal = (kind: string) => (round: number) => ({
    company_id: company,
    case: `${kind} ${round}`,
    issue_date: '2026-06-15',
    details: [{ account_item: '消耗品費', tax_code: 136, amount: 100_000 + round }],
  })
  const deals = { name: 'accounting', caller: 'bench:accounting.read+accounting.write:1' }
  const pages = [
    'receipts',
    'deals',
    'deals/month',
    'deals/journal',
    'devices',
    'domains',
    'messages',
    'history',
  ]
  return [
    read('admin', '/api/admin/today', 'bench:admin:1', 0.25),
    read('chat', '/api/chat/status', 'bench:chat.read:1', 0.25),
    read('admin', '/api/admin/activity?limit=20', 'bench:admin:1'),
    read('admin', '/api/admin/devices', 'bench:admin:1'),
    read('accounting', `/api/accounting/deals?company_id=${company}&limit=20`, 'bench:accounting.read:1'),
    {
      ...read('distribution', `/api/distribution?v=1&have=${release}&root=1`, 'bench:device:1'),
      what: 'GET /api/distribution, nothing new',
      status: 304,
    },
    {
      ...deals,
      what: 'POST deals, dry run',
      path: '/api/accounting/deals',
      body: deal('dry'),
      status: 200,
      aim: 1,
    },
    {
      ...deals,
      what: 'POST deals?mode=write',
      path: '/api/accounting/deals?mode=write',
      body: deal('deal'),
      status: 201,
      aim: 0.65,
    },
    {
      name: 'chat',
      what: 'POST deliveries?mode=write',
      path: '/api/chat/deliveries?mode=write',
      caller: 'bench:chat.send:1',
      body: round => ({ name: `note ${round}`, text: 'Coming?', people: [`person-${round % PEOPLE}`] }),
      status: 200,
      aim: 0.65,
    },
    read('cron', '/api/cron/notices', 'cron', 0.2),
    read('cron', '/api/cron/orders', 'cron'),
    read('cron', '/api/cron/refresh', 'cron'),
    read('console', '/console', 'person', 0.25),
    ...pages.map(page => read('console', `/console/${page}`, 'person')),
  ]
}

type Cost = Took & Counts

export async function measureCalls(against?: string): Promise<Measurement[]> {
  const publisher = await createTestPublisher({ now: Date.now() })
  const { release } = await publisher.publish({ 'a.md': '# a\n' })
  const here = fileURLToPath(new URL('..', import.meta.url))
  const worlds: World[] = []
  try {
    for (const directory of against === undefined ? [here] : [here, against]) {
      await bundleFunctions(directory)
      worlds.push(await startWorld(directory, publisher.releaseDir))
    }
    const found: Measurement[] = []
    const commands: CommandsOf[] = worlds.map(() => ({}))
    const [first] = worlds
    for (const call of first ? callsOf(first, release) : []) {
      const costs = await costsOf(call, worlds)
      for (const [at, of] of commands.entries()) of[call.what] = middle(costs[at] ?? [], 'commands')
      found.push(rowOf(call, costs))
    }
    if (first) found.push(await measureProxied(first))
    return [...found, ...measureMonth(commands)]
  } finally {
    for (const { close } of worlds) await close()
    await publisher.remove()
  }
}

/** Calls each checkout in turn, so that other load on the machine affects both. @throws Error for another status */
async function costsOf(call: Call, worlds: readonly World[]): Promise<Cost[][]> {
  const costs = worlds.map((): Cost[] => [])
  for (let round = 0; round < WARMING + ROUNDS; round++)
    for (const [at, world] of worlds.entries()) {
      const cost = await world.call([askedOf(call, round, world)])
      if (cost.status !== call.status)
        throw new Error(`Cannot measure ${call.what}: the status is ${cost.status}, expected ${call.status}`)
      if (round >= WARMING) costs[at]?.push(cost)
    }
  return costs
}

/** Compares a proxied read with a bare function that asks the accounting service the same, and copies the same JSON. */
async function measureProxied(world: World): Promise<Measurement> {
  const path = `/api/accounting/deals?company_id=${world.company}&limit=20`
  const call = read('accounting', path, 'bench:accounting.read:1')
  const bare = {
    name: 'bare',
    url: HOST + path,
    method: 'GET',
    headers: { authorization: `Bearer ${world.token}` },
  }
  const costs: Record<'own' | 'bare', number[]> = { own: [], bare: [] }
  for (let round = 0; round < WARMING + PROXIED.rounds; round++)
    for (const [name, asked] of [
      ['own', () => askedOf(call, round, world)],
      ['bare', () => bare],
    ] as const) {
      const { processor, status } = await world.call(Array.from({ length: PROXIED.calls }, asked))
      if (status !== 200) throw new Error(`Cannot measure ${path}: the status is ${status}`)
      if (round >= WARMING) costs[name].push(processor)
    }
  const [middles, least] = [
    median(costs.own) / median(costs.bare),
    Math.min(...costs.own) / Math.min(...costs.bare),
  ]
  return {
    what: 'the processor time of a proxied list of 20 deals against a bare function',
    found: `${ratioText(middles)} of the median, ${ratioText(least)} of the least`,
    aim: { text: 'at most 1.5', held: middles <= 1.5 },
  }
}

function middle(costs: readonly Cost[], what: keyof Cost): number {
  return median(costs.map(cost => cost[what]))
}

function rowOf({ what, aim }: Call, [own = [], other = []]: readonly (readonly Cost[])[]): Measurement {
  const text = (costs: readonly Cost[]) =>
    [
      `${middle(costs, 'requests')} requests`,
      `${middle(costs, 'commands')} commands`,
      `${middle(costs, 'bytes')} bytes`,
      `${middle(costs, 'processor').toFixed(1)} ms of the processor`,
      `${middle(costs, 'wall').toFixed(0)} ms`,
    ].join(', ')
  if (other.length === 0) return { what, found: text(own) }
  const ratio = (of: keyof Cost) => middle(own, of) / middle(other, of)
  const found = `${text(own)}; against ${text(other)}: ${ratioText(ratio('processor'))} and ${ratioText(ratio('wall'))}`
  return { what, found, aim: { text: `at most ${aim} of the wall time`, held: ratio('wall') <= aim } }
}

function askedOf({ name, path, caller, body: bodyOf }: Call, round: number, { session }: World): Asked {
  const url = HOST + path
  const method = bodyOf ? 'POST' : 'GET'
  const body = bodyOf && JSON.stringify(bodyOf(round))
  if (caller === 'cron') return { name, url, method, headers: { authorization: `Bearer ${CRON_SECRET}` } }
  if (caller === 'person')
    return { name, url, method, headers: { accept: 'text/html', cookie: `__Host-kura-session=${session}` } }
  const secret = deriveSecret(SECRET, caller)
  const request = { method, url, keyid: caller, secret, now: Date.now(), nonce: newNonce() }
  const headers = signRequest({ ...request, ...(body !== undefined && { body }) })
  return { name, url, method, body, headers: { ...headers, 'content-type': 'application/json' } }
}
