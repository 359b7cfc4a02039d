/** Most of these have the service's own paths without `/api/1`, and pass its replies on unchanged. */
export const get = { method: 'GET', scope: 'accounting.read', changes: 'never' } as const
export const write = { scope: 'accounting.read', writeScope: 'accounting.write', changes: 'by mode' } as const

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
    ...get,
    path: '/api/accounting/account_items',
    query: true,
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
    ...get,
    path: '/api/accounting/deals',
    query: true,
    summary: 'Lists the deals of a company, one page at a time',
  },
  deal: {
    ...get,
    path: '/api/accounting/deals/{id}',
    query: true,
    summary: 'Shows a deal as the service has it now',
  },
  deleteDeal: {
    ...write,
    method: 'DELETE',
    path: '/api/accounting/deals/{id}',
    query: true,
    logged: ['company_id'],
    statuses: [200, 204],
    summary:
      'Shows the call that deletes a deal, and the case of the deal; with mode=write deletes it, and names the case if there is one',
  },
  requestJournal: {
    ...get,
    path: '/api/accounting/journals',
    query: true,
    statuses: [202],
    summary: 'Asks the service for a report of the journal of some days',
  },
  journalStatus: {
    ...get,
    path: '/api/accounting/journals/reports/{id}/status',
    query: true,
    summary: 'Shows whether a report is ready',
  },
  partners: {
    ...get,
    path: '/api/accounting/partners',
    query: true,
    summary: 'Lists the partners of a company, one page at a time',
  },
  partner: { ...get, path: '/api/accounting/partners/{id}', query: true, summary: 'Shows a partner' },
  createPartner: {
    ...write,
    method: 'POST',
    path: '/api/accounting/partners',
    body: true,
    statuses: [200, 201],
    logged: ['company_id'],
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
    ...write,
    method: 'DELETE',
    path: '/api/accounting/partners/{id}',
    query: true,
    logged: ['company_id'],
    statuses: [200, 204],
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
    ...get,
    path: '/api/accounting/items',
    query: true,
    summary: 'Lists the items of a company, one page at a time',
  },
  item: { ...get, path: '/api/accounting/items/{id}', query: true, summary: 'Shows an item' },
  createItem: {
    ...write,
    method: 'POST',
    path: '/api/accounting/items',
    body: true,
    statuses: [200, 201],
    logged: ['company_id'],
    summary: 'Shows the call that creates an item; with mode=write creates it',
  },
  deleteItem: {
    ...write,
    method: 'DELETE',
    path: '/api/accounting/items/{id}',
    query: true,
    logged: ['company_id'],
    statuses: [200, 204],
    summary: 'Shows the call that deletes an item that no deal uses; with mode=write deletes it',
  },
  sections: {
    ...get,
    path: '/api/accounting/sections',
    query: true,
    summary: 'Lists the sections of a company',
  },
  walletables: {
    ...get,
    path: '/api/accounting/walletables',
    query: true,
    summary: 'Lists the walletables of a company: its bank accounts, credit cards and other wallets',
  },
  fileBox: {
    ...get,
    path: '/api/accounting/file-box',
    query: true,
    summary:
      'Lists the files of a company that were uploaded to the file box on some days, one page at a time',
  },
  fileInBox: {
    ...get,
    path: '/api/accounting/file-box/{id}',
    query: true,
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
