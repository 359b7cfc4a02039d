import type { Client } from '../../../core/http/client.ts'
import { foldName } from '../../../core/language/nearest-name.ts'
import type { AccountingContract } from '../contract.ts'
import { rateNamedBy } from '../taxes/choose-code.ts'
import type { RecordNames } from './names.ts'
import type { ServiceDeal } from './pages.ts'

/** The cells of one line by column. A column that the deal does not fill is absent. */
export type LastCells = Readonly<Record<string, string>>

type Partner = Awaited<ReturnType<Client<AccountingContract>['partners']>>['partners'][number]

/** Finds the partner by the row's registration number, else by its name. Undefined if no partner or several match. */
export function partnerOfRow(
  { name, number }: { readonly name: string; readonly number: string | undefined },
  partners: readonly Partner[],
): Partner | undefined {
  const numbered = partners.filter(one => number !== undefined && one.invoice_registration_number === number)
  if (numbered.length > 0) return only(numbered)
  const folded = foldName(name)
  return folded === '' ? undefined : only(partners.filter(one => foldName(one.name) === folded))
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined
}

export function newestOf(deals: readonly ServiceDeal[]): ServiceDeal | undefined {
  return newestFirst(deals)[0]
}

/** Sorts by day, then by registration, the newest first. The service itself sorts only by registration. */
export function newestFirst(deals: readonly ServiceDeal[]): ServiceDeal[] {
  return deals.toSorted((one, other) => other.issue_date.localeCompare(one.issue_date) || other.id - one.id)
}

/** Returns the cells of each line. The payment is the same in each. A record without a known name has no cell. */
export function cellsOfDeal(
  { details = [], payments = [] }: Pick<ServiceDeal, 'details' | 'payments'>,
  {
    names,
    words,
  }: { readonly names: RecordNames; readonly words: { readonly yes: string; readonly no: string } },
): LastCells[] {
  const wallet = payments[0]?.from_walletable_id
  const payment = wallet ? names.find('walletable', wallet) : undefined
  return details.map(line => {
    const category = names.find('tax code', line.tax_code)
    const tax = category === undefined ? undefined : rateNamedBy(category)
    return withoutEmpty({
      account_item: names.find('account item', line.account_item_id),
      rate: tax ? String(tax.rate) : category,
      qualified: tax && (tax.qualified ? words.yes : words.no),
      payment,
      section: line.section_id ? names.find('section', line.section_id) : undefined,
      description: line.description ?? undefined,
    })
  })
}

function withoutEmpty(cells: Readonly<Record<string, string | undefined>>): LastCells {
  return Object.fromEntries(Object.entries(cells).flatMap(([column, text]) => (text ? [[column, text]] : [])))
}
