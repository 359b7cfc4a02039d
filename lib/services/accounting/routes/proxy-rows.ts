/** The endpoints that are passed on to the service, and what only serving them needs; the contract says the rest. */
import type { EndpointName } from '../../../core/http/contract.ts'
import type { AccountingContract } from '../contract.ts'

type Endpoints = AccountingContract['endpoints']

/** The names of the endpoints that are as `Kind` says. */
type Named<Kind> = {
  [Name in EndpointName<AccountingContract>]: Endpoints[Name] extends Kind ? Name : never
}[EndpointName<AccountingContract>]

export interface ReadRow {
  /** Where the company is named; its id is put there. */
  readonly company?: 'query' | 'path'
  /** A GET that starts something: it is never repeated automatically. */
  readonly once?: true
}

export interface WriteRow {
  readonly company: 'query' | 'body'
}

export const READ_ROWS = {
  companies: {},
  user: {},
  accountItems: { company: 'query' },
  taxCodes: {},
  companyTaxCodes: { company: 'path' },
  deals: { company: 'query' },
  deal: { company: 'query' },
  requestJournal: { company: 'query', once: true },
  journalStatus: { company: 'query' },
  partners: { company: 'query' },
  partner: { company: 'query' },
  items: { company: 'query' },
  item: { company: 'query' },
  walletables: { company: 'query' },
} as const satisfies Partial<Record<Named<{ readonly method: 'GET' }>, ReadRow>>

/** A write names its company, so that kura can ask whether the user is admin of it. */
export const WRITE_ROWS = {
  createPartner: { company: 'body' },
  updatePartner: { company: 'body' },
  deletePartner: { company: 'query' },
  createItem: { company: 'body' },
  deleteItem: { company: 'query' },
} as const satisfies Partial<Record<Named<{ readonly changes: 'by mode' }>, WriteRow>>

export type ReadName = keyof typeof READ_ROWS
export type WriteName = keyof typeof WRITE_ROWS
