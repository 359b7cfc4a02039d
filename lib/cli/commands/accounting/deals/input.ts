import type { Command, OptionValues } from '@commander-js/extra-typings'
import * as z from 'zod'
import type { GivenBody } from '../../../../core/http/contract.ts'
import { parseJson } from '../../../../core/json/json.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { readYesNo } from '../../../../core/language/typed-text.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { readAmount, type Yen } from '../../../../services/accounting/fields/amount.ts'
import type { CliContext } from '../../../context.ts'
import { filling } from '../../../operator/fills.ts'
import type { NoOptions, OptionsOf } from '../../../operator/options.ts'
import { readGivenFile } from '../../../terminal/given-file.ts'
import { readStandardInput } from '../../../terminal/standard-input.ts'
import { type AccountingOptions, flagOf, readCompany } from '../call.ts'
import { HELP } from '../help.ts'
import { TYPED } from '../words.ts'

const fills = filling<AccountingContract>()

export function withDealInput<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return command
    .addOption(fills.option('--case <case>', HELP.case.id, 'case'))
    .addOption(fills.option('--date <date>', HELP.date.id, 'issue_date'))
    .addOption(
      fills.option(
        '--account-item <name>',
        HELP.accountItem.id,
        'details.account_item',
        'details.account_item_id',
      ),
    )
    .addOption(fills.option('--amount <yen>', HELP.amount.id, 'details.amount'))
    .addOption(fills.option('--tax-code <code>', HELP.taxCode.id, 'details.tax_code'))
    .addOption(fills.option('--tax-category <name>', HELP.taxCategory.id, 'details.tax_category'))
    .addOption(fills.option('--rate <rate>', HELP.rate.id, 'details.rate'))
    .addOption(fills.option('--qualified <yes|no>', HELP.qualified.id, 'details.qualified'))
    .addOption(fills.option('--description <text>', HELP.description.id, 'details.description'))
}

type DealOptions = OptionsOf<typeof withDealInput<[], NoOptions>>

type DealBody = GivenBody<AccountingContract, 'registerDeal'>

export type DealInput = Omit<DealBody, 'company_id'> & Partial<Pick<DealBody, 'company_id'>>

/**
 * Reads the deal. `--case`, `--company` and `--date` override members of the file. The host validates the deal.
 * @throws AppError `usage`, also if an option for a line of the deal is given together with a file
 */
export async function readDealInput(
  file: string | undefined,
  options: DealOptions & AccountingOptions,
  context: CliContext,
): Promise<DealInput> {
  if (file !== undefined) refuseLineOptions(options)
  const given = file === undefined ? { details: [lineOf(options)] } : await readDealFile(file, context)
  const input = {
    ...given,
    ...(options.case !== undefined && { case: options.case }),
    ...(options.company !== undefined && { company_id: options.company }),
    ...(options.date !== undefined && { issue_date: options.date }),
  }
  return input as DealInput
}

/** Returns the company that `--company` or the file names, for `chooseCompany`; empty if neither names one. */
export function companyOf({ company_id }: Pick<DealInput, 'company_id'>): Pick<AccountingOptions, 'company'> {
  return company_id === undefined ? {} : { company: readCompany(String(company_id)) }
}

/** Refuses the options for a line of the deal, because beside a file they would change nothing. */
function refuseLineOptions(options: DealOptions): void {
  const given = LINE_OPTIONS.find(name => options[name] !== undefined)
  if (given === undefined) return
  const option = flagOf(given)
  throw phraseError('usage', phrase(TYPED.besideFile, { option }), {
    hint: phrase(TYPED.correctFile, { option }),
  })
}

const LINE_OPTIONS = [
  'accountItem',
  'amount',
  'taxCode',
  'taxCategory',
  'rate',
  'qualified',
  'description',
] as const

/** Only `company_id` is checked here, because the host validates the other members strictly. */
const dealFile = z.looseObject({ company_id: z.union([z.number(), z.string()]).optional() })

async function readDealFile(file: string, context: CliContext): Promise<z.infer<typeof dealFile>> {
  const content =
    file === '-'
      ? await readStandardInput(context)
      : await readGivenFile(file, phrase(TYPED.theDeal), context)
  const parsed = dealFile.safeParse(parseJson(content))
  if (parsed.success) return parsed.data
  throw phraseError('usage', phrase(TYPED.notObject, { file }), {
    hint: '{"case": "receipt 17", "issue_date": "2026-06-15", "details": [{"account_item": "消耗品費", "tax_code": 136, "amount": 1100}]}',
  })
}

function lineOf(options: DealOptions) {
  if (options.amount === undefined || options.date === undefined)
    throw phraseError('usage', phrase(TYPED.noDeal), { hint: phrase(TYPED.aTax) })
  return {
    account_item: options.accountItem,
    tax_code: numberOf('--tax-code', options.taxCode),
    tax_category: options.taxCategory,
    rate: rateOf(options.rate),
    qualified: qualifiedOf(options.qualified),
    amount: amountOf(options.amount),
    description: options.description,
  }
}

function numberOf(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const plain = given.normalize('NFKC').trim()
  if (/^[0-9]{1,9}$/.test(plain)) return Number(plain)
  throw phraseError('usage', phrase(TYPED.notWhole, { option, text: given }))
}

function rateOf(given: string | undefined): 10 | 8 | undefined {
  if (given === undefined) return undefined
  const plain = given.normalize('NFKC').trim().replace(/%$/, '')
  if (plain === '10' || plain === '8') return plain === '10' ? 10 : 8
  throw phraseError('usage', phrase(TYPED.notRate, { text: given }))
}

function amountOf(given: string): Yen {
  const amount = readAmount(given)
  if (amount !== undefined && amount !== 0) return amount
  throw phraseError('usage', phrase(TYPED.notAmount, { text: given }), { hint: phrase(TYPED.likeAmount) })
}

function qualifiedOf(given: string | undefined): boolean | undefined {
  if (given === undefined) return undefined
  const qualified = readYesNo(given)
  if (qualified !== undefined) return qualified
  throw phraseError('usage', phrase(TYPED.notYesNo, { text: given }))
}
