/** The sandbox's two companies, and a deal of the first. */
export const COMPANY = 1_234_567
export const OTHER = 7_654_321
export const deal = {
  company_id: COMPANY,
  issue_date: '2026-06-01',
  type: 'expense',
  ref_number: 'case-1',
  details: [{ account_item_id: 501, tax_code: 136, amount: 1100, description: '備品' }],
}
