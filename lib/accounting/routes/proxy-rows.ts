/** What the proxy passes on: one row a call of the service, in the service's own words (document 1, Endpoints). */
import { z } from 'zod'
import { companyQuery, companyReference } from '../deals/schema.ts'

/** A call that is passed on once it is checked. */
export interface ProxyRow {
  /** A GET is a read; anything else writes. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the version's prefix, and below `/api/accounting`. */
  readonly path: string
  /** Where the company is named; its id is put there. */
  readonly company?: 'query' | 'path' | 'body'
  readonly query: z.ZodType<Readonly<Record<string, string | undefined>>>
  readonly body?: z.ZodType<Readonly<Record<string, unknown>>>
  /** A GET that starts something: it is not repeated by itself. */
  readonly once?: boolean
}

const date = z.iso.date()
const id = z.string().regex(/^[1-9][0-9]{0,18}$/, 'wanted an id')
const offset = z.string().regex(/^[0-9]{1,15}$/, 'wanted a whole number')
const flag = z.literal('true')

/** A page size, at most what the service takes. */
const limit = (most: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/)
    .refine(text => Number(text) <= most, `wanted 1 to ${most}`)

const none = z.strictObject({})
const updated = { start_update_date: date.optional(), end_update_date: date.optional() }
const listing = companyQuery.extend({ ...updated, offset: offset.optional(), limit: limit(3000).optional() })

const word = z.string().min(1).max(255)
const itemBody = z.strictObject({
  company_id: companyReference,
  name: z.string().min(1).max(30),
  shortcut1: z.string().max(20).optional(),
  shortcut2: z.string().max(20).optional(),
  code: z
    .string()
    .max(20)
    .regex(/^[0-9a-zA-Z_-]+$/)
    .optional(),
})
const partnerBody = z.strictObject({
  company_id: companyReference,
  name: word,
  code: word.optional(),
  shortcut1: word.optional(),
  shortcut2: word.optional(),
  org_code: z.literal([1, 2]).nullable().optional(),
  country_code: z.enum(['JP', 'ZZ']).optional(),
  long_name: word.optional(),
  name_kana: word.optional(),
  default_title: word.optional(),
  phone: word.optional(),
  contact_name: word.optional(),
  email: word.optional(),
  qualified_invoice_issuer: z.boolean().optional(),
  invoice_registration_number: z
    .string()
    .regex(/^T?[1-9][0-9]{12}$/)
    .nullable()
    .optional(),
  address_attributes: z
    .strictObject({
      zipcode: z.string().max(8).optional(),
      prefecture_code: z.int().min(-1).max(46).optional(),
      street_name1: word.optional(),
      street_name2: word.optional(),
    })
    .optional(),
})

export const PROXY_ROWS: readonly ProxyRow[] = [
  { method: 'GET', path: '/companies', query: none },
  { method: 'GET', path: '/users/me', query: z.strictObject({ companies: flag.optional() }) },
  {
    method: 'GET',
    path: '/account_items',
    company: 'query',
    query: companyQuery.extend({ ...updated, base_date: date.optional() }),
  },
  { method: 'GET', path: '/taxes/codes', query: none },
  {
    method: 'GET',
    path: '/taxes/companies/{company_id}',
    company: 'path',
    query: z.strictObject({
      display_category: z
        .string()
        .regex(/^tax_[a-z0-9_]{1,12}$/)
        .optional(),
      available: z.enum(['true', 'false']).optional(),
    }),
  },
  {
    method: 'GET',
    path: '/deals',
    company: 'query',
    query: companyQuery.extend({
      type: z.enum(['income', 'expense']).optional(),
      status: z.enum(['unsettled', 'settled']).optional(),
      partner_id: id.optional(),
      account_item_id: id.optional(),
      start_issue_date: date.optional(),
      end_issue_date: date.optional(),
      start_due_date: date.optional(),
      end_due_date: date.optional(),
      accruals: z.enum(['with', 'without']).optional(),
      offset: offset.optional(),
      limit: limit(100).optional(),
    }),
  },
  {
    method: 'GET',
    path: '/deals/{id}',
    company: 'query',
    query: companyQuery.extend({ accruals: z.enum(['with', 'without']).optional() }),
  },
  { method: 'DELETE', path: '/deals/{id}', company: 'query', query: companyQuery },
  {
    method: 'GET',
    path: '/journals',
    company: 'query',
    query: companyQuery.extend({
      download_type: z.enum(['generic_v2', 'generic']).default('generic_v2'),
      encoding: z.enum(['sjis', 'utf-8']).optional(),
      start_date: date.optional(),
      end_date: date.optional(),
    }),
    once: true,
  },
  { method: 'GET', path: '/journals/reports/{id}/status', company: 'query', query: companyQuery },
  {
    method: 'GET',
    path: '/partners',
    company: 'query',
    query: listing.extend({ keyword: word.optional() }),
  },
  { method: 'GET', path: '/partners/{id}', company: 'query', query: companyQuery },
  { method: 'POST', path: '/partners', company: 'body', query: none, body: partnerBody },
  {
    method: 'PUT',
    path: '/partners/{id}',
    company: 'body',
    query: none,
    body: partnerBody.extend({ available: z.boolean().optional() }),
  },
  { method: 'DELETE', path: '/partners/{id}', company: 'query', query: companyQuery },
  { method: 'GET', path: '/items', company: 'query', query: listing },
  { method: 'GET', path: '/items/{id}', company: 'query', query: companyQuery },
  { method: 'POST', path: '/items', company: 'body', query: none, body: itemBody },
  { method: 'DELETE', path: '/items/{id}', company: 'query', query: companyQuery },
]
