/**
 * The promises of every store adapter. A test file passes a function that opens the adapter:
 * `describeStore('openEmbeddedStore()', openIt)`.
 */
import { afterAll, beforeAll, describe } from 'vitest'
import { describeConcurrency, describeModel } from './histories.ts'
import { describeLifetimes, describeTime } from './lifetimes.ts'
import { describeOpenWork } from './open-work.ts'
import { describePages } from './pages.ts'
import type { StoreUnderTest, Subject } from './subject.ts'
import { describeDurability, describeLostAnswers, describeSwaps } from './swaps.ts'
import { describeListings, describeTexts } from './texts.ts'

/**
 * Declares the suite for the store that `open` opens. `runs` is the number of random histories that are compared with a
 * model; `confirms` says whether the store can promise that no failover undoes a durable swap.
 */
export function describeStore(
  name: string,
  open: () => Promise<StoreUnderTest>,
  { runs = 50, confirms = true }: { runs?: number; confirms?: boolean } = {},
): void {
  describe(name, () => {
    const opened: { current?: StoreUnderTest } = {}
    const subject: Subject = () => {
      if (!opened.current) throw new Error('The store is not open')
      return opened.current
    }
    beforeAll(async () => {
      opened.current = await open()
    })
    afterAll(() => opened.current?.close())
    describeSwaps(subject)
    describeLostAnswers(subject)
    describeDurability(subject, { confirms })
    describeLifetimes(subject)
    describeTexts(subject)
    describeListings(subject)
    describePages(subject)
    describeOpenWork(subject)
    describeTime(subject)
    describeConcurrency(subject)
    describeModel(subject, runs)
  })
}
