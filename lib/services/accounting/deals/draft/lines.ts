import { withName } from '../../remote/names.ts'
import type { AccountItem, Partner, Walletable } from '../../remote/schema.ts'
import type { TaxTable } from '../../taxes/choose-code.ts'
import type { DealRequest, LineRequest } from '../schema.ts'
import { findGroups, type GroupIds, type Groups } from './groups.ts'
import { notInMasterData, type UnknownName, unknownId, unknownName } from './unknown-names.ts'

/** The company's records that are in use. */
export interface MasterData {
  readonly companyId: number
  readonly accountItems: readonly AccountItem[]
  readonly taxTable: TaxTable
  /** Empty unless the request names a partner. */
  readonly partners: readonly Partner[]
  /** Empty unless the request names a wallet. */
  readonly walletables: readonly Walletable[]
  readonly groups: Groups
}

export interface ResolvedLine {
  readonly request: LineRequest
  readonly item: AccountItem
  /** The tax category that the request names; absent if `rate` and `qualified` choose the category. */
  readonly named?: TaxTable[number]
  readonly groups: GroupIds
}

/** @throws AppError `bad_request` that lists the problems of all lines, followed by `others` */
export function resolveLines(
  { case: name, details }: DealRequest,
  master: MasterData,
  others: readonly UnknownName[] = [],
): ResolvedLine[] {
  const found = details.map((line, index) => resolveLine(line, { at: `details.${index}`, master }))
  const problems = [...found.flatMap(answer => ('item' in answer ? [] : answer.problems)), ...others]
  if (problems.length > 0) throw notInMasterData(name, problems)
  return found.filter(answer => 'item' in answer)
}

interface Place {
  readonly at: string
  readonly master: MasterData
}

function resolveLine(line: LineRequest, place: Place): ResolvedLine | { readonly problems: UnknownName[] } {
  const item = accountItemOf(line, place.master)
  const named = taxOf(line, place.master)
  const { ids, missing } = findGroups(line, { at: place.at, groups: place.master.groups })
  const taxMissing = line.rate === undefined && named === undefined
  const problems = [
    ...(item ? [] : [accountItemProblem(line, place)]),
    ...(taxMissing ? [taxProblem(line, place)] : []),
    ...missing,
  ]
  if (!item || problems.length > 0) return { problems }
  return { request: line, item, ...(named && { named }), groups: ids }
}

function accountItemOf(line: LineRequest, { accountItems }: MasterData): AccountItem | undefined {
  return line.account_item === undefined
    ? accountItems.find(item => item.id === line.account_item_id)
    : withName(accountItems, line.account_item)
}

function taxOf(line: LineRequest, { taxTable }: MasterData): TaxTable[number] | undefined {
  return line.tax_category === undefined
    ? taxTable.find(tax => tax.code === line.tax_code)
    : withName(taxTable, line.tax_category)
}

function accountItemProblem(line: LineRequest, { at, master }: Place): UnknownName {
  const names = master.accountItems.map(item => item.name)
  const { account_item: name, account_item_id: id } = line
  const kind = 'account_item'
  return name === undefined
    ? unknownId({ kind, at: `${at}.account_item_id`, id }, names)
    : unknownName({ kind, at: `${at}.account_item`, name }, names)
}

function taxProblem(line: LineRequest, { at, master }: Place): UnknownName {
  const names = master.taxTable.map(tax => tax.name)
  const withCodes = master.taxTable.map(tax => `${tax.code} ${tax.name}`)
  const { tax_category: name, tax_code: id } = line
  return name === undefined
    ? unknownId({ kind: 'tax_code', at: `${at}.tax_code`, id }, withCodes)
    : unknownName({ kind: 'tax_category', at: `${at}.tax_category`, name }, names, withCodes)
}
