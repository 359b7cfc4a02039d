/**
 * A case that is marked, claimed and listed: Hana asks for it and may sleep for hours at any moment, while the daily run lists
 * what is open and drops the marks of what is not.
 */
import { createClaims } from '../../../lib/core/claims/claims.ts'
import { LEASE } from '../../../lib/core/claims/lease.ts'
import type { Play, World } from '../explore.ts'
import type { Simulation } from '../simulation.ts'
import { createSimulatedStore, type SimulatedStore } from '../store.ts'
import { brokenMark, storedClaim } from '../stored-claim.ts'
import { told } from '../told.ts'

const NAME = 'x'
const KEY = `claim/deal/${NAME}`
const HOUR = 3_600_000
/** How often the daily run lists at most. */
const LISTINGS = 2

interface ListingsWorld {
  readonly name: string
  /** The case was asked for before, and refused. */
  readonly refused?: boolean
}

export function listingsWorld({ name, refused = false }: ListingsWorld): World {
  return { name, steps: [HOUR], begin: simulation => beginListings(simulation, refused) }
}

function beginListings(simulation: Simulation, refused: boolean): Play {
  const store = createSimulatedStore(simulation)
  const before = { state: 'refused', name: NAME, digest: 'd', operation: 'o', until: 0, flags: [], steps: [] }
  if (refused) store.put(KEY, JSON.stringify(before))
  simulation.actor('hana', () => told(simulation, 'hana', request(store, simulation)))
  simulation.actor('daily', async () => {
    for (let count = 0; count < LISTINGS; count++) {
      if ((await simulation.choose('daily', ['lists', 'leaves'], `${count}`)) === 'leaves') return
      await told(simulation, 'daily', list(store, simulation))
    }
  })
  return {
    broken: () => brokenMark(store, KEY),
    brokenAtEnd: () => undefined,
    ending: () => [`claim: ${storedClaim(store, KEY).state}`],
  }
}

async function request(store: SimulatedStore, simulation: Simulation): Promise<void> {
  const act = { digest: 'd', operation: 'hana', by: 'hana', lease: LEASE, flags: [] }
  const { decision } = await claimsOf('hana', store, simulation).request(NAME, act)
  simulation.tell('hana', `is told: ${decision}`)
}

async function list(store: SimulatedStore, simulation: Simulation): Promise<void> {
  const open = await claimsOf('daily', store, simulation).listOpen()
  simulation.tell('daily', `lists ${open.length}`)
}

function claimsOf(actor: string, store: SimulatedStore, simulation: Simulation) {
  return createClaims(
    { store: store.of(actor), kind: 'deal', parseResult: stored => stored },
    { clock: simulation.clockOf(actor), sleep: simulation.waitOf(actor), random: () => 0.5 },
  )
}
