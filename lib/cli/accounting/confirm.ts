/** A person confirms the first deal of a company on screen: as the service has it now, by name, and it may go again. */
import { dealReply } from '../../accounting/remote/schema.ts'
import type { CliContext } from '../context.ts'
import { type OperatorCall, readReply } from '../operator/client.ts'
import { personOf } from '../operator/options.ts'
import type { Output } from '../terminal/output.ts'
import { agreed, BASE } from './call.ts'
import { dealRows } from './deal-rows.ts'

export interface FirstDealQuestion {
  readonly call: OperatorCall
  readonly output: Output
  readonly company: number
  readonly deal: number
  /** The name of the person, where it was given as an option. */
  readonly by?: string | undefined
}

/** Shows the deal, asks, and records who confirmed; false where the person says no. @throws AppError `usage` */
export async function confirmFirstDeal(context: CliContext, question: FirstDealQuestion): Promise<boolean> {
  const { call, output, company, deal, by } = question
  const query = { company_id: String(company) }
  const shown = readReply(dealReply, await call({ method: 'GET', path: `${BASE}/deals/${deal}`, query }))
  output.line('the first deal of this company, as the service has it now:')
  output.table(dealRows(shown))
  if (!(await agreed(context, 'is it as it should be?'))) return false
  const person = await personOf(context, by === undefined ? {} : { by })
  await call({ method: 'POST', path: `${BASE}/first-deal`, json: { company_id: company, deal, person } })
  output.line(`confirmed by ${person}: deals of company ${company} may be written from now on`)
  return true
}

/** Deletes a deal at the service. */
export async function deleteDeal({ call, output, company, deal }: FirstDealQuestion): Promise<void> {
  const query = { company_id: String(company) }
  await call({ method: 'DELETE', path: `${BASE}/deals/${deal}`, query })
  output.line(`deleted deal ${deal}`)
}
