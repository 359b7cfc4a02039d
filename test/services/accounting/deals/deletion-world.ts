import { caseOfReference } from '../../../../lib/services/accounting/deals/cases/of-deal.ts'
import { deleteDealOf } from '../../../../lib/services/accounting/deals/deletion.ts'
import { accountingNotices, readAccountingState } from '../../../../lib/services/accounting/notices.ts'
import type { lostAnswer } from '../../../../sandbox/faults.ts'
import { worded } from '../../../helpers/notice-words.ts'
import { createDealWorld, type DealWorld } from './world.ts'

export const NAME = 'receipt 1'
/** The case of the service's deal `id`, found by its reference number. */
export async function caseOfDeal({ call: { client, companyId }, deps }: DealWorld, id: number) {
  const { refNumber = '' } = await client.deal({ companyId, id })
  return caseOfReference(refNumber, deps)
}

export const call = (world: DealWorld) => ({ ...world.call, caseName: NAME })
export const stateOf = async (world: DealWorld) => (await world.deps.claims.read(NAME))?.state
export const notices = async (world: DealWorld) =>
  worded(accountingNotices(await readAccountingState(world.deps), world.deps.now())).map(({ text }) => text)

export type Removal = { readonly send?: () => Promise<unknown> }

/** The case of a deal that kura registered. */
export async function ownCase(deal: number, world: DealWorld) {
  const own = await caseOfDeal(world, deal)
  if (!own) throw new Error('the deal has no case')
  return own
}

/** Registers a case; `remove` deletes its deal through kura. */
export async function registered() {
  const world = await createDealWorld()
  const { deal = 0 } = await world.register()
  const { client, companyId } = world.call
  const record = { companyId, id: deal }
  const own = () => ownCase(deal, world)
  const send: () => Promise<unknown> = () => client.deleteDeal(record)
  const remove = async (deletion: Removal = {}) =>
    deleteDealOf(await own(), { deal, by: 'hana', send, ...deletion }, { ...world.deps, client })
  const fail = (fault: ReturnType<typeof lostAnswer>) =>
    world.sandbox.faults.arm(`DELETE /api/1/deals/${deal}`, fault)
  return { world, deal, own, remove, fail }
}
