/** A process sleeps between its claim and its call; meanwhile a person lets another operator register the same case. */
import { describe, expect, test } from 'vitest'
import { freeByPerson, SETTLING, settleByQuery } from '../../../../lib/services/accounting/cases/cases.ts'
import { dealCases } from '../../../../lib/services/accounting/deals/cases/cases.ts'
import type { AccountingClient } from '../../../../lib/services/accounting/remote/client.ts'
import { createDealWorld, type DealWorld, operationOf } from './world.ts'

const NAME = 'receipt 1'
const TWENTY_ONE_MINUTES = 21 * 60_000

/** Mei queries the service, finds no deal, frees the case, and registers it. */
async function meiRegisters(world: DealWorld): Promise<void> {
  const call = { ...world.call, caseName: NAME, by: 'mei' }
  world.advance(TWENTY_ONE_MINUTES)
  expect(await settleByQuery(call, dealCases(world.deps))).toMatchObject({ state: 'unknown', found: [] })
  world.advance(SETTLING)
  const operation = await operationOf(NAME, world.deps)
  await freeByPerson(call, { person: 'Mei', reason: 'not there', operation }, dealCases(world.deps))
  await world.register()
}

/** Hana's client: while its call is under way, Mei registers the case. */
function underWay(world: DealWorld): AccountingClient {
  const { client } = world
  return {
    ...client,
    async createDeal(body, before) {
      await before?.()
      await meiRegisters(world)
      return client.createDeal(body)
    },
  }
}

describe('a process that was overtaken', () => {
  test('while its call was under way gets the ids of both deals, and the case keeps the orphaned one', async () => {
    const world = await createDealWorld()
    const refusal: unknown = await world.register({}, { client: underWay(world) }).catch(thrown => thrown)
    const [own, stray] = world.dealsOf(NAME)
    expect(refusal).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(
        `the case "${NAME}" is deal ${stray?.id}: another attempt has the claim`,
      ),
      hint: expect.stringContaining(`the deals ${own?.id} and ${stray?.id}`),
      details: { case: NAME, deal: stray?.id, other: own?.id },
    })
    expect(await world.deps.claims.read(NAME)).toMatchObject({
      state: 'done',
      result: { deal: own?.id },
      strays: [{ by: 'hana', result: { deal: stray?.id } }],
    })
    expect(world.notes.at(-1)).toMatchObject({ event: 'deal', deal: stray?.id, orphaned: true })
  })
})
