/** The endpoints that are passed on to the service, and what only serving them needs; the contract says the rest. */
import type { EndpointName } from '../../http/contract.ts'
import type { AccountingContract } from '../contract.ts'

export interface ProxyRow {
  /** Where the company is named; its id is put there. */
  readonly company?: 'query' | 'path' | 'body'
  /** A GET that starts something: it is never repeated automatically. */
  readonly once?: true
}

export const PROXY_ROWS = {
  companies: {},
  user: {},
  accountItems: { company: 'query' },
  taxCodes: {},
  companyTaxCodes: { company: 'path' },
  deals: { company: 'query' },
  deal: { company: 'query' },
  deleteDeal: { company: 'query' },
  requestJournal: { company: 'query', once: true },
  journalStatus: { company: 'query' },
  partners: { company: 'query' },
  partner: { company: 'query' },
  createPartner: { company: 'body' },
  updatePartner: { company: 'body' },
  deletePartner: { company: 'query' },
  items: { company: 'query' },
  item: { company: 'query' },
  createItem: { company: 'body' },
  deleteItem: { company: 'query' },
} as const satisfies Partial<Record<EndpointName<AccountingContract>, ProxyRow>>

export type ProxyName = keyof typeof PROXY_ROWS
