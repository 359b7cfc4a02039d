import { hasCode } from '../../../../core/errors.ts'
import { dayIn } from '../../../../services/accounting/taxes/issue-date.ts'
import type { CliContext } from '../../../context.ts'
import { DEVELOPMENT } from '../../../development.ts'
import { type AccountingApi, accountingApi, chooseCompany, written } from '../../accounting/call.ts'
import type { DealInput } from '../../accounting/deals/input.ts'

/** What the agent of the example company writes to the person who approves. */
const EXAMPLE = {
  otherNumber: {
    en: 'The invoice came by mail. Its registration number is not the one in the list of partners.',
    ja: 'メールで届いた請求書です。登録番号が取引先の番号と異なります。',
  },
  aboveLimit: {
    en: 'The invoice fits the order. The amount needs two people.',
    ja: '発注どおりの請求書です。金額が大きいため、二人の承認が必要です。',
  },
} as const

/** The amount in yen above which two people approve a deal of the example company. */
export const APPROVE_ABOVE = '300000'

/** The sender of `sandbox/receipts/invoice.pdf`, with the number that stands there. */
const PARTNER = { name: '株式会社みどり事務機', number: 'T9234567890123' }
/** A valid number that is not the partner's. */
const OTHER_NUMBER = 'T7000012050002'

export async function fillBooks(context: CliContext): Promise<void> {
  const api = await accountingApi({}, context)
  const company = (await chooseCompany({}, { api })).id
  await confirmTestDeal(company, { api, day: daysAgo(10, context) })
  await addPartner(company, api)
  const agent = await accountingApi({ key: DEVELOPMENT.agent }, context)
  for (const deal of proposals(context)) await propose({ ...deal, company_id: company }, agent)
}

async function addPartner(company: number, api: AccountingApi): Promise<void> {
  const { name, number } = PARTNER
  const issuer = { qualified_invoice_issuer: true, invoice_registration_number: number }
  await api.createPartner({ body: { company_id: company, name, ...issuer }, mode: 'write' })
}

async function confirmTestDeal(
  company: number,
  { api, day }: { api: AccountingApi; day: string },
): Promise<void> {
  const known = await api.firstDeal({ query: { company_id: String(company) } })
  if (known.confirmed) return
  const body = { company_id: company, case: known.case, issue_date: day, details: [lineOf(1100, 'テスト')] }
  const { deal } = written(await api.registerDeal({ body, mode: 'write' }))
  if (deal !== undefined)
    await api.confirmFirstDeal({ body: { company_id: company, deal, person: 'operator' } })
}

type Proposed = DealInput & { readonly case: string }

function lineOf(amount: number, description: string, account = '消耗品費') {
  return { account_item: account, rate: 10 as const, qualified: true, amount: amount as never, description }
}

function proposals(context: CliContext): Proposed[] {
  const { language } = context.config.locale()
  const { name: partner } = PARTNER
  return [
    {
      case: '請求書 MD-1042',
      issue_date: daysAgo(3, context),
      partner,
      registration_number: OTHER_NUMBER,
      details: [lineOf(24_200, 'トナー 4本')],
      reason: EXAMPLE.otherNumber[language],
    },
    {
      case: '請求書 MD-1057',
      issue_date: daysAgo(2, context),
      partner,
      details: [lineOf(396_000, 'ウェブサイト改修 一式', '支払手数料')],
      reason: EXAMPLE.aboveLimit[language],
    },
  ]
}

/** Proposes a deal, unless its case exists, because a person may have decided about that case. */
async function propose(body: Proposed & { readonly company_id: number }, api: AccountingApi): Promise<void> {
  try {
    await api.case({ params: { case: body.case } })
  } catch (error) {
    if (!hasCode(error, 'not_found')) throw error
    await api.registerDeal({ body, mode: 'propose' })
  }
}

function daysAgo(days: number, { now, config }: CliContext): string {
  return dayIn(config.locale().timezone, now() - days * 86_400_000)
}
