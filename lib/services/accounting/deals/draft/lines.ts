/**
 * Finds a line's account item and tax category in the company's own master data. If a name does not exist, the deal is
 * refused, with the nearest names that exist.
 */
import { AppError } from '../../../../core/errors.ts'
import { nearestNames } from '../../../../core/language/nearest-name.ts'
import { findGroups, type GroupIds, type Groups } from '../../groups.ts'
import { withName } from '../../remote/names.ts'
import type { AccountItem, Partner, Walletable } from '../../remote/schema.ts'
import type { TaxTable } from '../../taxes/choose-code.ts'
import type { DealRequest, LineRequest } from '../schema.ts'

/** The master data of a company, without records that are no longer in use. */
export interface MasterData {
  readonly companyId: number
  readonly accountItems: readonly AccountItem[]
  readonly taxTable: TaxTable
  /** The partners; empty unless the request names one. */
  readonly partners: readonly Partner[]
  /** The walletables; empty unless the request names one. */
  readonly walletables: readonly Walletable[]
  readonly groups: Groups
}

/** A line whose names were found. */
export interface ResolvedLine {
  readonly request: LineRequest
  readonly item: AccountItem
  /** The tax category that the request named; absent if the members `rate` and `qualified` choose the category. */
  readonly named?: TaxTable[number]
  /** The ids of the line's item, section and memo tags. */
  readonly groups: GroupIds
}

/** A name that the company does not have. */
export interface Problem {
  readonly text: string
  readonly help: string
}

/**
 * Finds the account item and the tax category of each line. `others` are the problems found in the rest of the request.
 * @throws AppError `bad_request` that lists all problems
 */
export function resolveLines(
  { case: name, details }: DealRequest,
  master: MasterData,
  others: readonly Problem[] = [],
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

function resolveLine(line: LineRequest, place: Place): ResolvedLine | { readonly problems: Problem[] } {
  const item = accountItemOf(line, place.master)
  const named = taxOf(line, place.master)
  const { ids, missing } = findGroups(line, { at: place.at, groups: place.master.groups })
  const taxMissing = line.rate === undefined && named === undefined
  const problems = [
    ...(item ? [] : [accountItemProblem(line, place)]),
    ...(taxMissing ? [taxProblem(line, place)] : []),
    ...missing.map(({ text, near, all }) => ({ text, help: helpOf(near, all) })),
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

function accountItemProblem(line: LineRequest, { at, master }: Place): Problem {
  const names = master.accountItems.map(item => item.name)
  const { account_item: name, account_item_id: id } = line
  if (name === undefined)
    return {
      text: `\`${at}.account_item_id\` ${id} is not an account item of the company`,
      help: helpOf([], names),
    }
  const text = `\`${at}.account_item\` "${name}" is not an account item of the company`
  return { text, help: helpOf(nearestNames(name, names), names) }
}

function taxProblem(line: LineRequest, { at, master }: Place): Problem {
  const names = master.taxTable.map(tax => tax.name)
  const withCodes = master.taxTable.map(tax => `${tax.code} ${tax.name}`)
  const { tax_category: name, tax_code: code } = line
  if (name === undefined)
    return {
      text: `\`${at}.tax_code\` ${code} is not a tax code of the company`,
      help: helpOf([], withCodes),
    }
  const text = `\`${at}.tax_category\` "${name}" is not a tax category of the company`
  return { text, help: helpOf(nearestNames(name, names), withCodes) }
}

const MOST_NAMES = 12

/** The hint with the nearest names; if none is near, with all names. */
export function helpOf(near: readonly string[], all: readonly string[]): string {
  if (near.length > 0) return `nearest: ${near.join(', ')}`
  const more = all.length > MOST_NAMES ? `, … (${all.length} in all)` : ''
  return all.length === 0 ? 'there is none' : `there are: ${all.slice(0, MOST_NAMES).join(', ')}${more}`
}

function notInMasterData(name: string | undefined, problems: readonly Problem[]): AppError {
  const deal = name === undefined ? 'the deal' : `the deal of the case "${name}"`
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : ''
  return new AppError('bad_request', `Cannot use ${deal}: ${problems[0]?.text}${more}`, {
    hint: [...new Set(problems.map(({ help }) => help))].join('; '),
    details: { problems: problems.map(({ text, help }) => `${text}; ${help}`) },
  })
}
