/** What a person types for the members of `/api/accounting/…`. */
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import { type ContractWords, FILLED, UNSENT } from './own-words.ts'

const company_id = '--company'
const id = '<id>'
const person = '--by'
const reason = '--reason'
const page = { after: FILLED, limit: FILLED }
const listing = {
  company_id,
  start_update_date: FILLED,
  end_update_date: FILLED,
  offset: FILLED,
  limit: FILLED,
}

/** A deal whose one line comes from options. */
const deal = {
  company_id,
  case: '--case',
  issue_date: '--date',
  type: FILLED,
  partner: FILLED,
  partner_id: FILLED,
  due_date: FILLED,
  payments: FILLED,
  receipt_ids: FILLED,
  details: 'the options',
  'details.account_item': '--account-item',
  'details.account_item_id': '--account-item',
  'details.tax_code': '--tax-code',
  'details.tax_category': '--tax-category',
  'details.rate': '--rate',
  'details.qualified': '--qualified',
  'details.amount': '--amount',

  'details.description': '--description',
  // how the schema of a line names its own members
  account_item: '--account-item',
  account_item_id: '--account-item',
  tax_code: '--tax-code',
  tax_category: '--tax-category',
  rate: '--rate',
  qualified: '--qualified',
}

export const ACCOUNTING_WORDS = {
  user: UNSENT,
  accountItems: { ...listing, base_date: FILLED },
  companyTaxCodes: UNSENT,
  deals: {
    ...listing,
    partner_id: '--partner',
    account_item_id: '--account-item',
    start_issue_date: '--from',
    end_issue_date: '--until',
    status: '--status',
    type: FILLED,
    start_due_date: FILLED,
    end_due_date: FILLED,
    accruals: FILLED,
  },
  deal: { id, company_id, accruals: FILLED },
  deleteDeal: { id, company_id },
  requestJournal: {
    company_id,
    start_date: '--from',
    end_date: '--until',
    encoding: '--encoding',
    download_type: FILLED,
  },
  journalStatus: { id: FILLED, company_id },
  partners: { ...listing, keyword: '--search' },
  partner: UNSENT,
  createPartner: UNSENT,
  updatePartner: UNSENT,
  deletePartner: UNSENT,
  stopAndDeletePartner: { id, company_id },
  items: listing,
  item: UNSENT,
  createItem: UNSENT,
  deleteItem: { id, company_id },
  walletables: {
    ...listing,
    type: FILLED,
    with_balance: FILLED,
    with_last_synced_at: FILLED,
    with_sync_status: FILLED,
  },
  registerDeal: deal,
  importDeals: { company_id, deals: 'the table' },
  uploadReceipt: { company_id, name: 'the name of the file' },
  receipts: page,
  receipt: { receipt: '<receipt>' },
  resolveReceipt: { receipt: '<receipt>' },
  freeReceipt: { receipt: '<receipt>', person, reason, operation: FILLED },
  cases: { state: '--state', ...page },
  case: { case: '<case>' },
  resolveCase: { case: '<case>' },
  releaseCase: { case: '<case>', person, operation: '--operation' },
  freeCase: { case: '<case>', person, reason, operation: FILLED },
  firstDeal: { company_id },
  confirmFirstDeal: { company_id, deal: FILLED, person },
  taxTable: { company_id },
  learning: { company_id },
  learnTaxCodes: {
    company_id,
    tax_codes: '--codes',
    account_item: '--account-item',
    issue_date: '--date',
    abandon: '--abandon',
  },
} as const satisfies ContractWords<AccountingContract>
