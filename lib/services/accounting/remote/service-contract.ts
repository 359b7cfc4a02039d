/** Most of these endpoints have the service's paths without `/api/1`, and pass the service's replies on unchanged. */
export const get = { method: 'GET', scope: 'accounting.read', changes: 'never' } as const
export const write = { scope: 'accounting.read', writeScope: 'accounting.write', changes: 'by mode' } as const

/** A read whose query names the company. */
export const ofCompany = { ...get, query: true } as const
const create = { ...write, method: 'POST', body: true, statuses: [200, 201], logged: ['company_id'] } as const
const remove = {
  ...write,
  method: 'DELETE',
  query: true,
  statuses: [200, 204],
  logged: ['company_id'],
} as const

export const serviceEndpoints = {
  companies: {
    ...get,
    path: '/api/accounting/companies',
    summary: 'Lists the companies of the user who authorized',
  },
  user: {
    ...get,
    path: '/api/accounting/users/me',
    query: 'optional',
    summary: 'Shows the user who authorized; with companies=true also the companies and roles',
  },
  accountItems: {
    ...ofCompany,
    path: '/api/accounting/account_items',
    summary: 'Lists the account items of a company',
  },
  taxCodes: {
    ...get,
    path: '/api/accounting/taxes/codes',
    summary: 'Lists the tax codes that the service knows',
  },
  companyTaxCodes: {
    ...get,
    path: '/api/accounting/taxes/companies/{company_id}',
    query: 'optional',
    summary: 'Lists the tax codes of a company, if the application may read them',
  },
  deals: {
    ...ofCompany,
    path: '/api/accounting/deals',
    summary: 'Lists the deals of a company, one page at a time',
  },
  deal: {
    ...ofCompany,
    path: '/api/accounting/deals/{id}',
    summary: 'Shows a deal as the service has it now',
  },
  deleteDeal: {
    ...remove,
    path: '/api/accounting/deals/{id}',
    summary:
      'Shows the call that deletes a deal, and the case of the deal; with mode=write deletes it, and names the case if there is one',
  },
  requestJournal: {
    ...ofCompany,
    path: '/api/accounting/journals',
    statuses: [202],
    summary: 'Asks the service for a report of the journal of some days',
  },
  journalStatus: {
    ...ofCompany,
    path: '/api/accounting/journals/reports/{id}/status',
    summary: 'Shows whether a report is ready',
  },
  partners: {
    ...ofCompany,
    path: '/api/accounting/partners',
    summary: 'Lists the partners of a company, one page at a time',
  },
  partner: { ...ofCompany, path: '/api/accounting/partners/{id}', summary: 'Shows a partner' },
  createPartner: {
    ...create,
    path: '/api/accounting/partners',
    summary: 'Shows the call that creates a partner; with mode=write creates it, once for its name',
  },
  updatePartner: {
    ...write,
    method: 'PUT',
    path: '/api/accounting/partners/{id}',
    body: true,
    logged: ['company_id', 'available'],
    summary:
      'Shows the call that changes a partner, or with available=false stops its use; with mode=write does it',
  },
  deletePartner: {
    ...remove,
    path: '/api/accounting/partners/{id}',
    summary: 'Shows the call that deletes a partner whose use was stopped; with mode=write deletes it',
  },
  stopAndDeletePartner: {
    ...write,
    method: 'POST',
    path: '/api/accounting/partners/{id}/stop-and-delete',
    query: true,
    logged: ['company_id'],
    summary:
      'Shows the calls that stop the use of a partner and delete it; with mode=write stops, then deletes',
  },
  items: {
    ...ofCompany,
    path: '/api/accounting/items',
    summary: 'Lists the items of a company, one page at a time',
  },
  item: { ...ofCompany, path: '/api/accounting/items/{id}', summary: 'Shows an item' },
  createItem: {
    ...create,
    path: '/api/accounting/items',
    summary: 'Shows the call that creates an item; with mode=write creates it',
  },
  deleteItem: {
    ...remove,
    path: '/api/accounting/items/{id}',
    summary: 'Shows the call that deletes an item that no deal uses; with mode=write deletes it',
  },
  sections: { ...ofCompany, path: '/api/accounting/sections', summary: 'Lists the sections of a company' },
  walletables: {
    ...ofCompany,
    path: '/api/accounting/walletables',
    summary: 'Lists the walletables of a company: its bank accounts, credit cards and other wallets',
  },
  fileBox: {
    ...ofCompany,
    path: '/api/accounting/file-box',
    summary:
      'Lists the files of a company that were uploaded to the file box on some days, one page at a time',
  },
  fileInBox: {
    ...ofCompany,
    path: '/api/accounting/file-box/{id}',
    summary: 'Shows a file of the file box: day, amount and partner of the receipt, not its content',
  },
  updateFile: {
    ...write,
    method: 'PUT',
    path: '/api/accounting/file-box/{id}',
    body: true,
    logged: ['company_id'],
    summary:
      'Shows the call that changes the facts by which the file box finds a file; with mode=write does it',
  },
} as const
