/** The tasks of a process with the case of a deal, done by the project's own code. */

import { createClaims } from '../../../lib/core/claims/claims.ts'
import type { UpdateOptions } from '../../../lib/core/store/update.ts'
import { recallingStore } from '../../../lib/core/store/upstash/recall.ts'
import { freeByPerson, settleByQuery } from '../../../lib/services/accounting/cases/cases.ts'
import { dealCases, releaseCase } from '../../../lib/services/accounting/deals/cases/cases.ts'
import { readAhead, referenceOf } from '../../../lib/services/accounting/deals/cases/of-deal.ts'
import type { DealDeps } from '../../../lib/services/accounting/deals/register.ts'
import { type RegisteredDeal, registeredDeal } from '../../../lib/services/accounting/deals/schema.ts'
import { sendOnce } from '../../../lib/services/accounting/deals/send.ts'
import {
  type AccountingClient,
  createAccountingClient,
} from '../../../lib/services/accounting/remote/client.ts'
import type { DealBody } from '../../../lib/services/accounting/remote/deal-schema.ts'
import { recordHandlers } from '../../../lib/services/accounting/routes/records.ts'
import { yen } from '../../helpers/remotes/yen.ts'
import { createReach, UNTIMED } from '../network.ts'
import type { Simulation } from '../simulation.ts'
import type { SimulatedStore } from '../store.ts'
import { shownOperation, storedClaim } from '../stored-claim.ts'
import { type Books, COMPANY, createBooksService, livingDeals } from './books.ts'

const CASE = 'receipt 1'
export const KEY = `claim/deal/${encodeURIComponent(CASE)}`
/** Milliseconds after which a lost call is not expected to take effect any more. */
export const LATENESS = 900_000

export interface DealStage {
  readonly simulation: Simulation
  readonly store: SimulatedStore
  readonly books: Books
  /** The reasons why a person has to review a deal before it is sent. */
  readonly flags: readonly string[]
  /** The promises that were broken by answers about deals that were never there. */
  readonly lies: string[]
  /** The deals that the function's log calls orphaned, because no record owns them. */
  readonly strays: number[]
  /** The amounts of the deals that a person has reviewed and released. */
  readonly released: number[]
}

/** All tasks of a person or a program with a case. */
export type Task =
  | 'registers'
  | 'corrects'
  | 'releases'
  | 'resolves'
  | 'frees'
  | 'deletes'
  /** Deletes the deal on the service's own pages. */
  | 'deletes by hand'

interface Process {
  readonly actor: string
  readonly deps: DealDeps
  readonly client: AccountingClient
  readonly stage: DealStage
}

/** Creates a process for a task; `number` distinguishes it from the actor's other processes. */
export function perform(task: Task, actor: string, number: number, stage: DealStage): Promise<void> {
  const process = createProcess(actor, number, stage)
  const call = { caseName: CASE, client: process.client, by: actor }
  const tasks: Record<Task, () => Promise<unknown>> = {
    registers: () => register(bodyOf(100), process),
    corrects: () => register(bodyOf(200), process),
    releases: () => release(process),
    resolves: () => settleByQuery(call, dealCases(process.deps)),
    frees: () => free(call, process),
    deletes: () => deleteDeal(process),
    'deletes by hand': () => stage.simulation.look(actor, () => deleteByHand(stage.books)),
  }
  return tasks[task]().then(() => undefined)
}

function createProcess(actor: string, number: number, stage: DealStage): Process {
  const { simulation, store, books, strays } = stage
  let count = 0
  const clock = simulation.clock
  const timing = { clock, sleep: simulation.waitOf(actor), random: () => 0.5 }
  const note: DealDeps['note'] = (_event, facts) => {
    if ('orphaned' in facts && 'deal' in facts) simulation.change(() => strays.push(Number(facts['deal'])))
  }
  const own = recallingStore(store.of(actor), { clock })
  const deps: DealDeps = {
    store: own,
    updates: timing,
    claims: claimsOf(own, timing),
    clock,
    newId: () => `${actor}-${number}-${++count}`,
    note,
    writes: true,
    schedule: undefined,
    timezone: 'UTC',
    now: () => simulation.now,
  }
  const reach = { remote: createBooksService(books), lateness: LATENESS - 1 }
  const client = createAccountingClient({
    ...timing,
    ...UNTIMED,
    baseUrl: 'https://books.invalid',
    tokens: { accessToken: async () => 'token' },
    fetch: createReach(actor, reach, simulation),
  })
  return { actor, deps, client, stage }
}

function claimsOf(store: DealDeps['store'], timing: UpdateOptions) {
  const parseResult = (stored: unknown): RegisteredDeal => registeredDeal.parse(stored)
  return createClaims<RegisteredDeal>({ store, kind: 'deal', parseResult }, timing)
}

function bodyOf(amount: number): DealBody {
  return {
    company_id: COMPANY,
    issue_date: '2026-06-15',
    type: 'expense',
    details: [{ account_item_id: 1, tax_code: 1, amount: yen(amount) }],
    ref_number: referenceOf(COMPANY, CASE),
  }
}

async function register(body: DealBody, { actor, deps, client, stage }: Process): Promise<void> {
  await readAhead({ caseName: CASE, body }, deps)
  const sent = await sendOnce({ caseName: CASE, body, flags: stage.flags, seen: [], client, by: actor }, deps)
  tellSent(actor, sent, stage)
}

/** Mei frees exactly the operation that she has seen. */
async function free(
  call: Parameters<typeof freeByPerson>[0],
  { actor, deps, stage }: Process,
): Promise<void> {
  const operation = await stage.simulation.look(actor, () => shownOperation(stage.store, KEY))
  await freeByPerson(call, { person: 'mei', reason: 'looked', operation }, dealCases(deps))
}

/** Mei releases exactly the operation that she has seen. */
async function release({ actor, deps, client, stage }: Process): Promise<void> {
  const operation = await stage.simulation.look(actor, () => {
    const { body } = storedClaim(stage.store, KEY)
    const { details } = JSON.parse(body ?? '{"details":[]}') as Pick<DealBody, 'details'>
    stage.released.push(...details.map(({ amount }) => amount))
    return shownOperation(stage.store, KEY)
  })
  const decision = { person: 'mei', operation }
  tellSent(actor, await releaseCase({ caseName: CASE, client, by: actor }, decision, deps), stage)
}

function tellSent(
  who: string,
  sent: Awaited<ReturnType<typeof sendOnce>>,
  { simulation, books, lies }: DealStage,
): void {
  simulation.change(() => {
    if (sent.state === 'done' && !books.some(({ id }) => id === sent.deal))
      lies.push(`${who} was told of deal ${sent.deal}, which was never there`)
  })
  simulation.tell(who, `is told: ${sent.state === 'done' ? `deal ${sent.deal}` : sent.state}`)
}

/** Deletes the deal through kura's own proxy, which updates the case of the deal. */
async function deleteDeal({ actor, deps, client, stage }: Process): Promise<void> {
  const deal = await stage.simulation.look(actor, () => livingDeals(stage.books)[0])
  if (!deal) return
  const companies = { find: async () => ({ id: COMPANY, number: '1', role: 'admin' }) }
  const { deleteDeal: handler } = recordHandlers(
    () => ({ ...deps, client: () => client, companies }) as never,
  )
  const request = { params: { id: String(deal.id) }, query: { company_id: String(COMPANY) }, mode: 'write' }
  await handler({ ...request, caller: { name: actor }, trace: {} } as never)
}

function deleteByHand(books: Books): void {
  const [deal] = livingDeals(books)
  if (deal) deal.deleted = 'by hand'
}
