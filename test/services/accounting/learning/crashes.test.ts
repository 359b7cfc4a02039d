/**
 * A process that learns tax codes dies at each of its calls to the store or the service. The next run leaves no test
 * deal behind, and learns every code that it can.
 */
import { expect, test } from 'vitest'
import { confirmFirstDeal } from '../../../../lib/services/accounting/deals/first-deal.ts'
import { learnTaxCodes, readLearning } from '../../../../lib/services/accounting/learning/learn.ts'
import { candidateReference, type Learning } from '../../../../lib/services/accounting/learning/record.ts'
import { learnRequest } from '../../../../lib/services/accounting/learning/schema.ts'
import { readLearnedTable } from '../../../../lib/services/accounting/taxes/table.ts'
import type { Mishap } from '../../../helpers/processes/mortal-process.ts'
import { sampled } from '../../../helpers/run/sampled.ts'
import { type CrashProcess, type CrashWorld, createCrashWorld, LAPSED } from '../deals/crash-world.ts'
import { ALL_PERMISSIONS, COMPANY } from '../deals/world.ts'

const CODES = [136, 163, 189]
const request = learnRequest.parse({ company_id: COMPANY, tax_codes: CODES })
const permissions = ALL_PERMISSIONS.filter(name => name !== 'taxes')

/** Learns until the run has ended, as the command line does; the person confirms the first deal. */
async function learn({ call, deps }: CrashProcess): Promise<void> {
  for (let calls = 0; calls < 10; calls++) {
    const { status, deal } = await learnTaxCodes(request, call, deps)
    if (status === 'ended') return
    const learning = (await readLearning(COMPANY, deps)) as Learning
    const references = learning.candidates.map(({ code }) => candidateReference(learning, code))
    const confirmation = { companyId: COMPANY, deal: deal ?? 0, person: 'Mei', key: 'hana', references }
    await confirmFirstDeal(confirmation, { client: call.client, store: deps.store })
  }
  throw new Error('the run did not end')
}

const testDeals = (world: CrashWorld) =>
  [...world.company.deals.values()].filter(({ ref_number }) => ref_number?.startsWith('kura-'))

/** One run with a mishap, and a second one without. */
async function twoRuns(mishap: Mishap) {
  const world = await createCrashWorld({ permissions })
  const first = world.start(mishap)
  await first.mortal.run(() => learn(first))
  await world.advance(LAPSED)
  const second = world.start()
  await learn(second)
  return { world, learning: await readLearning(COMPANY, second.deps) }
}

test('a run makes many calls', async () => {
  const world = await createCrashWorld({ permissions })
  const clean = world.start()
  await learn(clean)
  expect(clean.mortal.calls()).toBeGreaterThan(40)
  expect(clean.mortal.calls()).toBeLessThan(110)
  expect(testDeals(world)).toEqual([])
})

const CALLS = Array.from({ length: 110 }, (_, index) => index + 1)

const rows = (['dies', 'store fails'] as const).flatMap(what =>
  (['before', 'after'] as const).map(when => ({ what, when })),
)

test.each(rows)(
  'a process that $what, $when each of its calls, leaves no deal behind after the next run',
  async row => {
    for (const at of sampled(CALLS, 6)) {
      const { world, learning } = await twoRuns({ at, ...row })
      expect(testDeals(world), `call ${at}`).toEqual([])
      const table = await readLearnedTable(COMPANY, world.store)
      const unknown = learning?.candidates.filter(({ state }) => state === 'unknown') ?? []
      expect(table.length + unknown.length, `call ${at}`).toBe(CODES.length)
    }
  },
)
