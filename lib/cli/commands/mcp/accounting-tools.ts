import type { ReplyOf } from '../../../core/http/contract.ts'
import { foldName } from '../../../core/language/nearest-name.ts'
import { english } from '../../../core/language/text.ts'
import { type AccountingContract, accountingContract } from '../../../services/accounting/contract.ts'
import { sumOf } from '../../../services/accounting/fields/amount.ts'
import { kindsOf } from '../../../services/accounting/lists/deal-rows.ts'
import { createNames, type RecordNames } from '../../../services/accounting/lists/names.ts'
import { type Apis, type Given, toolsOf } from './tool.ts'

const tool = toolsOf(accountingContract, 'accounting')

type Deal = ReplyOf<AccountingContract, 'deal'>['deal']
type Case = ReplyOf<AccountingContract, 'case'>
type FileInBox = ReplyOf<AccountingContract, 'fileInBox'>['receipt']

/** The number of entries on a page: small, because an agent's context is limited. */
const PAGE = 20
const fixed = { limit: String(PAGE) }
const MOST_NAMES = 60

export const ACCOUNTING_TOOLS = [
  tool('companies', {
    name: 'list_companies',
    title: 'List companies',
    description:
      'Lists the companies of the books. Call this first: every other tool about the books needs company_id.',
    brief: ({ companies }) =>
      companies.map(({ id, company_number: number, display_name: name, role }) => ({
        id,
        number,
        name,
        role,
      })),
  }),
  tool('accountItems', {
    name: 'list_account_items',
    title: 'List account items',
    description:
      'Lists the account items (勘定科目) of a company by name. Use it to choose the account_item of a line.',
    pick: ['company_id'],
    searches: true,
    brief: ({ account_items: items }, given) =>
      named(
        items.filter(({ available }) => available !== false),
        given,
      ),
  }),
  tool('taxTable', {
    name: 'list_tax_codes',
    title: 'List tax codes',
    description:
      'Lists the tax categories (税区分) of a company. Purchases need none of them: give rate (10 or 8) and qualified.',
    searches: true,
    brief: ({ entries }, given) =>
      named(
        entries.map(({ code, name }) => ({ id: code, name })),
        given,
      ),
  }),
  tool('partners', {
    name: 'list_partners',
    title: 'List partners',
    description:
      'Lists the partners (取引先) of a company; keyword finds them by a part of the name. A partner that does not exist is created by a person.',
    pick: ['company_id', 'keyword', 'offset'],
    fixed,
    brief: ({ partners }) =>
      partners.filter(({ available }) => available !== false).map(({ id, name }) => ({ id, name })),
  }),
  tool('walletables', {
    name: 'list_walletables',
    title: 'List walletables',
    description:
      'Lists the bank accounts, credit cards and wallets (口座) of a company, from which a deal may be paid.',
    pick: ['company_id'],
    brief: ({ walletables }) => walletables.map(({ id, name, type }) => ({ id, name, type })),
  }),
  tool('deals', {
    name: 'list_deals',
    title: 'List deals',
    description:
      'Lists the deals of a company, newest first, 20 at a time (offset for more). Use the days to see whether a receipt is in the books already.',
    pick: [
      'company_id',
      'start_issue_date',
      'end_issue_date',
      'partner_id',
      'account_item_id',
      'status',
      'offset',
    ],
    fixed,
    async brief({ deals, meta }, _given, apis) {
      const names = await namesFor(deals, apis)
      return { total: meta.total_count, deals: deals.map(deal => dealBrief(deal, names)) }
    },
  }),
  tool('deal', {
    name: 'show_deal',
    title: 'Show a deal',
    description: 'Shows one deal as the accounting service has it now.',
    pick: ['company_id'],
    async brief({ deal }, _given, apis) {
      return dealBrief(deal, await namesFor([deal], apis))
    },
  }),
  tool('fileBox', {
    name: 'list_receipts',
    title: 'List files of receipts',
    description:
      'Lists the files in the file box (ファイルボックス) that were uploaded from start_date to end_date, 20 at a time (offset for more), with day, amount and partner of the receipt if the file box has them. category without_deal: those that no deal has yet. Put the id into receipt_ids of a deal.',
    pick: ['company_id', 'start_date', 'end_date', 'category', 'offset'],
    fixed,
    brief: ({ receipts }, { offset }) => ({
      receipts: receipts.map(fileBrief),
      ...(receipts.length === PAGE && { next_offset: Number(offset ?? 0) + PAGE }),
    }),
  }),
  tool('receipts', {
    name: 'list_receipt_problems',
    title: 'List problems of receipt files',
    description:
      'Lists the files of receipts whose upload needs a person. You cannot settle them: a person does, with kura settle.',
    fixed,
    brief: reply => reply,
  }),
  tool('fileInBox', {
    name: 'show_receipt',
    title: 'Show a file of a receipt',
    description:
      'Shows what the file box has of a file: day, amount, partner, registration number. see_receipt shows the file itself. Uploading a file is for a person: it is evidence.',
    pick: ['company_id'],
    brief: ({ receipt }) => fileBrief(receipt),
  }),
  tool('registerDeal', {
    name: 'check_deal',
    title: 'Try out a deal',
    description:
      'Tries out a deal and registers nothing: shows how kura understands it, what is doubtful (flags) and what prevents it (obstacles). Use it before propose_deal, without `reason`.',
    brief: checked,
  }),
  tool('registerDeal', {
    name: 'propose_deal',
    title: 'Propose a deal',
    description:
      'Proposes a deal to the people of the company. It is not registered: it waits until a person releases or declines it. Give `case` (a name for the receipt, never used twice for two receipts) and `reason` (why, in one sentence). The same case again corrects your proposal. At most 20 of yours wait.',
    mode: 'propose',
    brief: checked,
  }),
  tool('cases', {
    name: 'list_cases',
    title: 'List cases of deals',
    description:
      'Lists the cases of deals, open ones by default: what waits for a person (review), what was refused and why. Use it to see what happened to your proposals.',
    fixed,
    brief: ({ cases, next }) => ({ cases: cases.map(caseLine), ...(next !== undefined && { next }) }),
  }),
  tool('case', {
    name: 'show_case',
    title: 'Show a case of a deal',
    description:
      'Shows one case: its deal, its state, what the accounting service said when it refused it, and who declined a proposal and why.',
    async brief(report, _given, apis) {
      const { body } = report
      if (!body) return report
      const names = await namesFor([body], apis)
      return { ...report, body: { ...body, details: body.details.map(line => lineBrief(line, names)) } }
    },
  }),
]

function named(list: readonly { readonly id: number; readonly name: string }[], { name }: Given) {
  const wanted = foldName(String(name ?? ''))
  const found = list.filter(entry => foldName(entry.name).includes(wanted))
  const shown = found.slice(0, MOST_NAMES).map(({ id, name }) => ({ id, name }))
  const left = found.length - shown.length
  return left > 0 ? { entries: shown, left, hint: 'give `name` to see fewer' } : { entries: shown }
}

async function namesFor(
  deals: readonly (Parameters<typeof kindsOf>[0][number] & { readonly company_id?: unknown })[],
  { accounting: api }: Apis,
): Promise<RecordNames> {
  return createNames({ api, company: Number(deals[0]?.company_id) }).load(
    deals.length > 0 ? kindsOf(deals) : [],
  )
}

interface Line {
  readonly account_item_id: number
  readonly tax_code: number
  readonly amount: number
  readonly description?: string | null | undefined
}

function lineBrief({ account_item_id: item, tax_code: tax, amount, description }: Line, names: RecordNames) {
  return {
    account_item: english(names.label('account item', item)),
    tax: english(names.label('tax code', tax)),
    amount,
    ...(description && { description }),
  }
}

function dealBrief(
  { id, issue_date: day, type, amount, partner_id: partner, details }: Deal,
  names: RecordNames,
) {
  return {
    id,
    day,
    type,
    amount,
    ...(partner && { partner: english(names.label('partner', partner)) }),
    lines: (details ?? []).map(line => lineBrief(line, names)),
  }
}

function fileBrief(file: FileInBox) {
  const { id, status, created_at: uploaded, receipt_metadatum: data } = file
  const facts = {
    day: data?.issue_date,
    amount: data?.amount,
    partner: data?.partner_name,
    document_type: file.document_type,
    qualified_invoice: file.qualified_invoice,
    registration_number: file.invoice_registration_number,
  }
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => (value ?? '') !== ''))
  return { id, uploaded: uploaded.slice(0, 10), ...(status !== 'confirmed' && { status }), ...known }
}

function checked({ flags, ...reply }: ReplyOf<AccountingContract, 'registerDeal'>) {
  const { lines, issueDate, body: _, taxes: __, ...rest } = reply
  const obstacles = 'obstacles' in rest ? { obstacles: rest.obstacles.map(({ text }) => text) } : {}
  const doubtful = flags.map(({ reason, line }) => ({
    reason: reason.text,
    ...(line !== undefined && { line }),
  }))
  return { ...rest, ...obstacles, ...(issueDate !== undefined && { day: issueDate }), lines, flags: doubtful }
}

function caseLine({ case: name, state, since, by, body, deal, flags, reason, proposal, declined }: Case) {
  return {
    case: name,
    state,
    since,
    by,
    ...(body && { day: body.issue_date, amount: sumOf(body.details.map(({ amount }) => amount)) }),
    ...(deal !== undefined && { deal }),
    ...(flags.length > 0 && { flags: flags.map(({ text }) => text) }),
    ...(reason !== undefined && { reason: reason.text }),
    ...(proposal && { proposedBy: proposal.by }),
    ...(declined && { declined: declined.map(entry => entry.reason.text) }),
  }
}
