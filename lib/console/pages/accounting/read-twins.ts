import { hasCode } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { Html } from '../../../core/http/html.ts'
import { mapConcurrently } from '../../../core/work/concurrency.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import type { CaseReport } from '../../../services/accounting/deals/cases/report.ts'
import { sumOf } from '../../../services/accounting/fields/amount.ts'
import type { PlannedRow } from '../../../services/accounting/imports/reading/plan.ts'
import type { AlikeDeal } from '../../../services/accounting/lists/deal-rows.ts'
import { filesOf } from '../../../services/accounting/lists/find-deals.ts'
import { createNames } from '../../../services/accounting/lists/names.ts'
import type { ServiceDeal } from '../../../services/accounting/lists/pages.ts'
import type { PersonCall } from '../../page.ts'
import { picturesOfCases } from './receipts/file.ts'
import { twinCard } from './twins.ts'

type Double = NonNullable<PlannedRow['shown']>['doubles'][number]

export interface TwinSource {
  readonly api: Client<AccountingContract>
  readonly company: number
}

/** Leaves out deals and cases that no longer exist, and rows without a case. @throws AppError of the endpoints */
export async function twinCards(
  doubles: readonly Double[],
  { api, company }: TwinSource,
  { core, view }: PersonCall,
): Promise<Html[]> {
  if (doubles.length === 0) return []
  const cases = doubles.flatMap(({ case: name }) => name ?? [])
  const [twins, names, pictures] = await Promise.all([
    mapConcurrently(doubles, double => readTwin(double, { api, company }).catch(goneMeanwhile)),
    createNames({ api, company }).load(['partner']),
    picturesOfCases(cases, { store: core.store(), view }),
  ])
  return twins.flatMap(twin => (twin ? [twinCard(twin, { company, names, pictures }, view)] : []))
}

function goneMeanwhile(error: unknown): undefined {
  const isAbsent = hasCode(error, 'remote_refused') && error.details['upstream'] === 404
  if (!hasCode(error, 'not_found') && !isAbsent) throw error
}

async function readTwin(
  { case: name, deal: id, corrects, file }: Double,
  { api, company }: TwinSource,
): Promise<AlikeDeal | undefined> {
  if (name !== undefined) {
    const twin = twinOfCase(await api.case({ params: { case: name } }))
    const [shared = 0] = twin.files
    return { ...twin, ...(corrects && { corrects }), ...(file && { file: shared }) }
  }
  if (id === undefined) return undefined
  const query = { company_id: String(company) }
  return twinOfDeal((await api.deal({ params: { id: String(id) }, query })).deal)
}

/** The facts of a case's deal. If kura has not made the deal yet, these are the requested facts. */
function twinOfCase({ case: name, state, deal, body, asked }: CaseReport): AlikeDeal {
  const { details = [], partner_id: partner, receipt_ids: files = [], issue_date: day } = body ?? asked ?? {}
  return {
    id: name,
    case: name,
    state,
    ...(deal !== undefined && { deal }),
    ...(day !== undefined && { day }),
    amount: sumOf(details.map(({ amount }) => amount)),
    ...(partner !== undefined && { partner_id: partner }),
    descriptions: details.map(({ description = '' }) => description),
    files,
  }
}

function twinOfDeal(deal: ServiceDeal): AlikeDeal {
  const { id, issue_date: day, amount, partner_id: partner, details = [] } = deal
  return {
    id: `deal ${id}`,
    deal: id,
    day,
    amount,
    ...(partner && { partner_id: partner }),
    descriptions: details.map(({ description }) => description ?? ''),
    files: filesOf(deal).map(file => file.id),
  }
}
