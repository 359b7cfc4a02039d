/** A write to the books is a dry run unless the query says `mode=write` (document 1, Client obligations 3). */
import { defineContract } from '../../core/http/contract.ts'
import { get, ofCompany, serviceEndpoints, write } from './remote/service-contract.ts'

const approve = { method: 'POST', scope: 'approve', changes: 'always', approval: true } as const

export const accountingContract = defineContract({
  endpoints: {
    ...serviceEndpoints,
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
      ...ofCompany,
      path: '/api/accounting/files/{id}',
      stream: ['image/jpeg', 'image/png', 'application/pdf', 'application/octet-stream'],
      summary: 'Downloads a file of the file box by its id at the service',
    },
    receipt: { ...get, path: '/api/accounting/receipts/{receipt}', summary: 'Shows the upload of a file' },
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
    case: { ...get, path: '/api/accounting/cases/{case}', summary: 'Shows a case' },
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
      ...ofCompany,
      path: '/api/accounting/first-deal',
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
      ...ofCompany,
      path: '/api/accounting/tax-table',
      summary: 'Shows the tax codes of a company: of its listing, or as they were learned',
    },
    learning: {
      ...ofCompany,
      path: '/api/accounting/tax-table/learning',
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
  schemas: async () => (await import('./routes/schemas.ts')).accountingSchemas,
})

export type AccountingContract = typeof accountingContract
