/**
 * Many processes, one credential: 50 callers in 5 processes, on both stores, over some expiries each (30 in a whole
 * run). The time jumps to each expiry, so that nothing sleeps. Every caller must end with 200, and each expiry must
 * cost exactly one rotation.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { count } from '../../../../helpers/run/sampled.ts'
import { assemble, CALLERS, type Crew, type Member, PROCESSES, type StoreKind, startMember } from './crew.ts'
import type { Report } from './worker.ts'

const EXPIRIES = count({ few: 3, all: 30 })
/** Milliseconds; a busy machine starts processes slowly. */
const TIMEOUT = 180_000
const HOUR = 3_600_000
/** Milliseconds by which the clocks of each process are wrong. */
const SKEWS = [0, 2 * HOUR, -3 * HOUR, 90_000, -24 * HOUR]

let members: Member[] = []

beforeAll(async () => {
  members = await Promise.all(Array.from({ length: PROCESSES }, startMember))
})
afterAll(() => {
  for (const member of members) member.close()
})

/** Goes through the expiries: every living caller gets a token or a 200, and each expiry costs one rotation. */
async function liveThrough(
  crew: Crew,
  round: (expiry: number) => Promise<Report>,
  { how }: { how?: 'past the expiry' } = {},
): Promise<void> {
  for (let expiry = 1; expiry <= EXPIRIES; expiry += 1) {
    crew.expire(how ?? (expiry % 2 === 0 ? 'inside the margin' : 'past the expiry'))
    const results = await round(expiry)
    const killed = results.filter(result => result === 'killed').length
    const served = results.filter(result => result === 200 || result === 'token').length
    expect({ expiry, served }).toEqual({ expiry, served: (PROCESSES - killed) * CALLERS })
    expect({ expiry, ...crew.counts }).toMatchObject({ expiry, rotations: expiry, invalidGrants: 0 })
  }
}

/** How many callers of each process also call the service, in tests that are not about its answers. */
const ASKING = 1

/** A partial run kills processes on the store of a deployment alone. */
const DEADLY_STORES = count<readonly StoreKind[]>({ few: ['upstash'], all: ['embedded', 'upstash'] })

describe.each<StoreKind>(['embedded', 'upstash'])(
  'fifty callers in five processes, %s store',
  { timeout: TIMEOUT },
  kind => {
    test(`rotate once at each of ${EXPIRIES} expiries, without one invalid_grant`, async () => {
      const crew = await assemble(members, kind)
      await liveThrough(crew, () => crew.round({ asking: CALLERS / 2 }))
    })

    if (!DEADLY_STORES.includes(kind)) return

    test('the same under kill -9 of the holder before its call, at every fifth expiry and the last', async () => {
      const crew = await assemble(members, kind)
      await liveThrough(
        crew,
        expiry => {
          const mark = join(crew.directory, `killed-${expiry}`)
          return crew.round({
            asking: ASKING,
            deadly: expiry % 5 === 0 || expiry === EXPIRIES ? { at: 'before the call', mark } : undefined,
          })
        },
        { how: 'past the expiry' },
      )
    })

    test("the same if each process's clocks are wrong by hours", async () => {
      const crew = await assemble(members, kind)
      await liveThrough(crew, () => crew.round({ asking: ASKING, skewOf: member => SKEWS[member] ?? 0 }))
    })

    test('kill -9 between the answer and the store: the sealed answer is recovered', async () => {
      const crew = await assemble(members, kind)
      crew.expire('past the expiry')
      const mark = join(crew.directory, 'killed')
      const results = await crew.round({ deadly: { at: 'at the commit', mark } })
      expect(results.filter(result => result === 200).length).toBe((PROCESSES - 1) * CALLERS)
      expect(crew.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
      expect(await crew.tokens.status()).toMatchObject({ state: 'current', generation: 2 })
    })

    test('kill -9 with the answer in the second record alone: another process stores it', async () => {
      const crew = await assemble(members, kind, { disk: false })
      crew.expire('past the expiry')
      const mark = join(crew.directory, 'killed')
      const results = await crew.round({ refused: true, deadly: { at: 'with the answer put aside', mark } })
      expect(results.filter(result => result === 200).length).toBe((PROCESSES - 1) * CALLERS)
      expect(crew.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
      expect(await crew.tokens.status()).toMatchObject({ state: 'current', generation: 2 })
    })
  },
)
