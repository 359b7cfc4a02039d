/** A company whose tax codes kura learns, and the part of the command line with its person. */
import { confirmFirstDeal } from '../../../../lib/services/accounting/deals/first-deal.ts'
import {
  type LearningReport,
  learnTaxCodes,
  readLearning,
} from '../../../../lib/services/accounting/learning/learn.ts'
import { candidateReference } from '../../../../lib/services/accounting/learning/record.ts'
import { learnRequest } from '../../../../lib/services/accounting/learning/schema.ts'
import {
  ALL_PERMISSIONS,
  COMPANY,
  createDealWorld,
  type DealWorld,
  type WorldOptions,
} from '../deals/world.ts'

const permissions = ALL_PERMISSIONS.filter(name => name !== 'taxes')

/** A company whose tax codes the application may not list. */
export const createWorld = (options: WorldOptions = {}) =>
  createDealWorld({ permissions, confirmed: false, ...options })

export const learn = (world: DealWorld, request = {}) =>
  learnTaxCodes(learnRequest.parse({ company_id: COMPANY, ...request }), world.call, world.deps)

export async function confirm(world: DealWorld, id: number | undefined): Promise<void> {
  const learning = await readLearning(COMPANY, world.deps)
  const references = (learning?.candidates ?? []).map(({ code }) =>
    candidateReference(learning as never, code),
  )
  const { client, store } = world
  const confirmation = { companyId: COMPANY, deal: id ?? 0, person: 'Mei', key: 'hana', references }
  await confirmFirstDeal(confirmation, { client, store })
}

/** Calls `learn` until the run has ended, as the command line does. */
export async function learnAll(world: DealWorld, request = {}): Promise<LearningReport> {
  for (let call = 0; call < 10; call++) {
    const report = await learn(world, request)
    if (report.status === 'ended') return report
    if (report.status === 'confirm') await confirm(world, report.deal)
  }
  throw new Error('the run did not end')
}
