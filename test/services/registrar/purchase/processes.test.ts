/** Real processes, over one store in a file, that are killed in the middle of a purchase or buy at the same time. */
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openEmbeddedStore } from '../../../../lib/core/store/embedded.ts'
import { actAndDie, type Given } from '../../../helpers/processes/killed.ts'
import {
  createRegistrarWorld,
  DAY,
  MINUTE,
  type RegistrarWorld,
  wholeRegistrar,
} from '../../../helpers/remotes/registrar.ts'
import { CONTACT } from '../../../helpers/remotes/registrar-sandbox.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const DOMAIN = 'example.com'

let world: RegistrarWorld
let file: string
beforeEach(async () => {
  world = await createRegistrarWorld()
  world.remote.clock.now = Date.now()
  file = join(await temporaryDirectory(), 'store.db')
})

function runBuyer(mishap?: Given['mishap']) {
  const caps = { order: 5_000, day: 5_000, month: 5_000 }
  const settings = { ...world.deps.settings, caps }
  return actAndDie({ act: { do: 'buy', settings, domain: DOMAIN, contact: CONTACT }, file, mishap })
}

/** A registrar of this process whose time is `later` milliseconds ahead. */
function survivor(later: number) {
  const now = () => Date.now() + later
  const store = openEmbeddedStore(file, { now })
  onTestFinished(() => store.close())
  world.remote.clock.now = now()
  return wholeRegistrar({ ...world.deps, store, now })
}

async function buyAgain(): Promise<string> {
  const registrar = survivor(5 * MINUTE)
  const { quote = '' } = await registrar.quote({ domain: DOMAIN, autoRenew: true, contact: CONTACT })
  const order = { domain: DOMAIN, confirm: DOMAIN, quote, autoRenew: true, contact: CONTACT }
  return registrar.buy(order, { by: 'hana' }).then(
    () => 'bought',
    (error: { code: string }) => error.code,
  )
}

/**
 * The outside calls: price, the read of the record of spending, claim, the registrar's list, reserve, the guard's
 * read, purchase, outcome, spent money. Each record that is written is read, then swapped.
 */
const DEATHS = [
  { point: 'the claim is written', at: 4, when: 'before', charges: 0, state: 'none' },
  { point: 'the claim is written', at: 4, when: 'after', charges: 0, state: 'refused' },
  { point: 'the money is reserved', at: 7, when: 'before', charges: 0, state: 'refused' },
  { point: 'the money is reserved', at: 7, when: 'after', charges: 0, state: 'unknown' },
  { point: 'the purchase is sent', at: 9, when: 'before', charges: 0, state: 'unknown' },
  { point: 'the purchase is answered', at: 9, when: 'after', charges: 1, state: 'done' },
  { point: 'the order is stored', at: 11, when: 'before', charges: 1, state: 'done' },
  { point: 'the order is stored', at: 11, when: 'after', charges: 1, state: 'done' },
] as const

test.each(DEATHS)(
  'killed $when $point: $state after a look, $charges charged',
  async ({ at, when, charges, state }) => {
    expect(await runBuyer({ at, when })).toMatchObject({ signal: 'SIGKILL', said: '' })
    expect(world.remote.charges(DOMAIN)).toBe(charges)
    const purchases = await survivor(5 * MINUTE).advanceOrders()
    expect(purchases[0]?.claim.state ?? 'none').toBe(state)
    expect(await buyAgain()).toBe(state === 'none' || state === 'refused' ? 'bought' : 'conflict')
    const later = survivor(2 * DAY)
    await later.advanceOrders()
    expect(world.remote.charges(DOMAIN)).toBeLessThanOrEqual(1)
    const [{ claim } = { claim: undefined }] = await later.purchases()
    const [charge] = world.remote.sandbox.state.charges
    expect(claim?.state).toBe(charge ? 'done' : 'unknown')
    if (claim?.result?.orderId) expect(claim.result.orderId).toBe(charge?.orderId)
  },
)

test('four processes at once buy a domain once', async () => {
  const ended = await Promise.all(Array.from({ length: 4 }, () => runBuyer()))
  expect(ended.filter(({ said }) => said.startsWith('order_'))).toHaveLength(1)
  expect(ended.filter(({ said }) => said === 'conflict')).toHaveLength(3)
  expect(world.remote.charges(DOMAIN)).toBe(1)
})
