/**
 * `/api/accounting/…`, in two parts. The proxy of the accounting service has the service's own paths without `/api/1`,
 * and passes replies on unchanged. The other endpoints are kura's own: deals, their cases and a company's tax codes.
 * Every call that writes to the books is a dry run unless the query says `mode=write` (document 1, Client obligations
 * 3). A person's decisions need the scope approve.
 */
import { defineContract } from '../../core/http/contract.ts'

const get = { method: 'GET', scope: 'accounting.read', changes: 'never' } as const
const write = { scope: 'accounting.read', writeScope: 'accounting.write', changes: 'by mode' } as const
const approve = { method: 'POST', scope: 'approve', changes: 'always', approval: true } as const

export const accountingContract = defineContract({
  endpoints: {
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
    partner: {
      ...get,
      path: '/api/accounting/partners/{id}',
      query: true,
      summary: 'Shows a partner',
    },
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
    item: {
      ...get,
      path: '/api/accounting/items/{id}',
      query: true,
      summary: 'Shows an item',
    },
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
    registerDeal: {
      ...write,
      proposeScope: 'propose',
      method: 'POST',
      path: '/api/accounting/deals',
      body: true,
      statuses: [200, 201, 202],
      logged: ['case', 'company_id', 'issue_date', 'type'],
      summary:
        'Shows the deal that a request describes; with mode=write registers it, once for its case, and with mode=propose asks a person to',
    },
    importDeals: {
      ...write,
      method: 'POST',
      path: '/api/accounting/imports',
      body: true,
      logged: ['company_id'],
      bodyLimit: 4_000_000,
      summary:
        'Shows the deals that many requests describe, and which look double; with mode=write registers each once, as many as its time allows',
    },
    leaveOut: {
      method: 'POST',
      path: '/api/accounting/imports/left-out',
      scope: 'accounting.write',
      changes: 'always',
      body: true,
      logged: ['company_id'],
      summary:
        'Remembers that receipts which look double are the same receipt, so that nobody is asked again',
    },
    uploadReceipt: {
      ...write,
      method: 'POST',
      path: '/api/accounting/receipts',
      query: true,
      upload: true,
      logged: ['company_id', 'name'],
      bodyLimit: 64_000_000,
      statuses: [200, 201],
      summary:
        'Shows whether a file is in the file box; with mode=write uploads it, once for its company and content',
    },
    receipts: {
      ...get,
      path: '/api/accounting/receipts',
      query: 'optional',
      summary: 'Lists the files whose upload needs a person, the newest first, one page at a time',
    },
    ownReceipts: {
      ...get,
      path: '/api/accounting/own-receipts',
      summary:
        'Lists the files that the caller has uploaded in the last 30 days, the newest first, at most 50',
    },
    file: {
      ...get,
      path: '/api/accounting/files/{id}',
      query: true,
      stream: ['image/jpeg', 'image/png', 'application/pdf', 'application/octet-stream'],
      summary: 'Downloads a file of the file box by its id at the service',
    },
    receipt: {
      ...get,
      path: '/api/accounting/receipts/{receipt}',
      summary: 'Shows the upload of a file',
    },
    resolveReceipt: {
      method: 'POST',
      path: '/api/accounting/receipts/{receipt}/resolve',
      scope: 'accounting.write',
      changes: 'always',
      whilePaused: true,
      summary: 'Looks for an unknown file at the service, and settles its upload if it is there',
    },
    freeReceipt: {
      ...approve,
      path: '/api/accounting/receipts/{receipt}/free',
      body: true,
      summary: 'Frees a file in the name of a person, so that it may be uploaded again',
    },
    cases: {
      ...get,
      path: '/api/accounting/cases',
      query: 'optional',
      summary:
        'Lists the cases of deals that are open, the newest first; done, refused or all ones by name, one page at a time',
    },
    case: {
      ...get,
      path: '/api/accounting/cases/{case}',
      summary: 'Shows a case',
    },
    resolveCase: {
      method: 'POST',
      path: '/api/accounting/cases/{case}/resolve',
      scope: 'accounting.write',
      changes: 'always',
      whilePaused: true,
      summary: 'Looks for the deal of an unknown case at the service, and settles the case if it is there',
    },
    releaseCase: {
      ...write,
      method: 'POST',
      path: '/api/accounting/cases/{case}/release',
      writeScope: 'approve',
      body: true,
      logged: ['operation'],
      sends: true,
      approval: true,
      summary:
        'Shows a case in review; with mode=write sends the deal of the operation that a person saw, in the name of the person',
    },
    freeCase: {
      ...approve,
      path: '/api/accounting/cases/{case}/free',
      body: true,
      logged: ['operation'],
      summary: 'Frees a case in the name of a person, so that it may be registered again',
    },
    firstDeal: {
      ...get,
      path: '/api/accounting/first-deal',
      query: true,
      summary: 'Shows whether a person has confirmed the first deal of a company',
    },
    confirmFirstDeal: {
      ...approve,
      path: '/api/accounting/first-deal',
      body: true,
      logged: ['company_id', 'deal'],
      summary: 'Records that a person has confirmed the first deal of a company',
    },
    taxTable: {
      ...get,
      path: '/api/accounting/tax-table',
      query: true,
      summary: 'Shows the tax codes of a company: of its listing, or as they were learned',
    },
    learning: {
      ...get,
      path: '/api/accounting/tax-table/learning',
      query: true,
      summary: 'Shows how far learning the tax codes of a company has come',
    },
    learnTaxCodes: {
      ...write,
      method: 'POST',
      path: '/api/accounting/tax-table/learning',
      body: true,
      logged: ['company_id'],
      summary:
        'Shows the test deals that would reveal the tax codes; with mode=write learns the codes by them',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).accountingSchemas,
})

export type AccountingContract = typeof accountingContract
