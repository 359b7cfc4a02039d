/** Which deals are the test deals of a company. */
import type { Store } from '../../../core/store/store.ts'
import { firstDealCase } from '../deals/first-deal.ts'
import { referenceOf } from '../deals/reference.ts'
import { readLearning } from '../learning/learn.ts'
import { candidateReference } from '../learning/record.ts'

/** The reference numbers that a company's first deal may carry: its own, or one of the last run of learning the tax codes. */
export async function testDealReferences(companyId: number, deps: { store: Store }): Promise<string[]> {
  const learning = await readLearning(companyId, deps)
  const learned = learning?.candidates.map(({ code }) => candidateReference(learning, code)) ?? []
  return [referenceOf(companyId, firstDealCase(companyId)), ...learned]
}
