import { phrase } from '../../../core/language/catalogue.ts'
import { dealRows, kindsOf } from '../../../services/accounting/lists/deal-rows.ts'
import { createNames } from '../../../services/accounting/lists/names.ts'
import { companyText } from '../../../services/accounting/tokens/company.ts'
import type { CliContext } from '../../context.ts'
import { confirms, showToPerson } from '../../operator/decision.ts'
import { personOf } from '../../operator/options.ts'
import type { Output } from '../../terminal/output.ts'
import type { AccountingApi, Company } from './call.ts'
import { FIRST } from './words.ts'

export interface FirstDealQuestion {
  readonly api: AccountingApi
  readonly output: Output
  readonly company: Company
  readonly deal: number
  readonly by?: string | undefined
}

/**
 * Returns the name of the person who confirms the deal; undefined if the person says no.
 * @throws AppError `usage`
 */
export async function confirmFirstDeal(
  question: FirstDealQuestion,
  context: CliContext,
): Promise<string | undefined> {
  const { api, output, company, deal, by } = question
  const query = { company_id: String(company.id) }
  const shown = await api.deal({ params: { id: String(deal) }, query })
  const names = await createNames({ api, company: company.id }).load(kindsOf([shown.deal]))
  showToPerson(phrase(FIRST.asStored, { company: companyText(company) }), dealRows(shown.deal, names), output)
  if (!(await confirms(phrase(FIRST.isRight), context))) return undefined
  const person = await personOf(context, by === undefined ? {} : { by })
  await api.confirmFirstDeal({ body: { company_id: company.id, deal, person } })
  output.line(phrase(FIRST.confirmed, { person, company: companyText(company) }))
  return person
}

export async function deleteDeal({ api, output, company, deal }: FirstDealQuestion): Promise<void> {
  const query = { company_id: String(company.id) }
  await api.deleteDeal({ params: { id: String(deal) }, query, mode: 'write' })
  output.line(phrase(FIRST.deleted, { deal: String(deal) }))
}
