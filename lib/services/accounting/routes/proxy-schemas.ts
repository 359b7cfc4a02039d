/** Most replies are the service's own (document 1, Endpoints), so the schemas describe only what kura reads. */
import * as z from 'zod'
import { day } from '../../../core/json/fields.ts'
import { reasonReply } from '../../../core/language/reason-schemas.ts'
import { caseStates, differs } from '../deals/reply-schemas.ts'
import { companyQuery, companyReference } from '../fields/company.ts'
import { partnerBody } from '../partners/schema.ts'
import { serviceDeal } from '../remote/deal-schema.ts'
import { receiptMetadatum } from '../remote/schema.ts'

const id = z.string().regex(/^[1-9][0-9]{0,18}$/, 'expected an id')
const offset = z.string().regex(/^[0-9]{1,15}$/, 'expected a whole number')

/** `most` is the largest page that the service accepts. */
const limit = (most: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/)
    .refine(text => Number(text) <= most, `expected 1 to ${most}`)

const updated = { start_update_date: day.optional(), end_update_date: day.optional() }
const listing = companyQuery.extend({ ...updated, offset: offset.optional(), limit: limit(3000).optional() })
const accruals = z.enum(['with', 'without']).optional()

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
const record = z.looseObject({ id: z.int() })

const named = record.extend({ name: z.string() })
const inUse = z.boolean().optional().describe('False if it is no longer used')

const journal = z.looseObject({ id: z.int(), status: z.string().optional() })
const taxes = z.looseObject({ taxes: z.array(z.looseObject({ code: z.int() })) })
const partner = z.looseObject({ partner: record })
const item = z.looseObject({ item: record })

const fileInBox = record.extend({
  status: z.string(),
  mime_type: z.string().optional(),
  created_at: z.string().describe('When it was uploaded, ISO 8601'),
  receipt_metadatum: receiptMetadatum,
  document_type: z.string().nullish(),
  qualified_invoice: z.string().nullish(),
  invoice_registration_number: z.string().nullish(),
})

const fileFacts = z.strictObject({
  company_id: companyReference,
  receipt_metadatum: z
    .strictObject({ partner_name: word.optional(), issue_date: day.optional(), amount: z.int().optional() })
    .optional(),
  document_type: z.enum(['receipt', 'invoice', 'other']).optional(),
  qualified_invoice: z.enum(['qualified', 'not_qualified', 'unselected']).optional(),
})

const companyOfCall = z.object({ company_id: z.int() })

export const shownCall = z
  .object({
    method: z.enum(['POST', 'PUT', 'DELETE']),
    path: z.string(),
    query: companyOfCall.optional(),
    body: z.looseObject(companyOfCall.shape).optional(),
  })
  .meta({ id: 'AccountingCall', description: 'A call as the accounting service would get it' })

const obstacles = z.array(reasonReply).describe('What keeps it from being done now')

const dryRun = z
  .object({ mode: z.literal('dry-run'), ...shownCall.shape, obstacles })
  .meta({ id: 'AccountingDryRun', description: 'What mode=write would send to the accounting service' })

const dryRunOrNothing = dryRun.optional()

const caseOfDeal = z
  .object({ name: z.string(), state: caseStates })
  .describe('The case that the deal was registered for')

const deletedDeal = z.object({
  mode: z.literal('write'),
  deal: z.int(),
  deleted: z.literal(true),
  case: caseOfDeal,
  hint: z.string().optional().describe('What to do about the case'),
})

export const proxySchemas = {
  companies: {
    reply: z.looseObject({
      companies: z.array(
        record.extend({ company_number: z.string(), display_name: z.string().nullish(), role: z.string() }),
      ),
    }),
  },
  user: {
    query: z.strictObject({ companies: z.literal('true').optional() }),
    reply: z.looseObject({ user: record }),
  },
  accountItems: {
    query: companyQuery.extend({ ...updated, base_date: day.optional() }),
    reply: z.looseObject({
      account_items: z.array(named.extend({ default_tax_code: z.int(), available: inUse })),
    }),
  },
  taxCodes: { reply: taxes },
  companyTaxCodes: {
    query: z.strictObject({
      display_category: z
        .string()
        .regex(/^tax_[a-z0-9_]{1,12}$/)
        .optional(),
      available: z.enum(['true', 'false']).optional(),
    }),
    reply: taxes,
  },
  deals: {
    query: companyQuery.extend({
      type: z.enum(['income', 'expense']).optional(),
      status: z.enum(['unsettled', 'settled']).optional(),
      partner_id: id.optional(),
      account_item_id: id.optional(),
      start_issue_date: day.optional(),
      end_issue_date: day.optional(),
      start_due_date: day.optional(),
      end_due_date: day.optional(),
      accruals,
      offset: offset.optional(),
      limit: limit(100).optional(),
    }),
    reply: z.looseObject({ deals: z.array(serviceDeal), meta: z.looseObject({ total_count: z.int() }) }),
  },
  deal: { query: companyQuery.extend({ accruals }), reply: z.looseObject({ deal: serviceDeal }) },
  deleteDeal: {
    query: companyQuery,
    reply: z
      .discriminatedUnion('mode', [dryRun.extend({ case: caseOfDeal.optional() }), deletedDeal])
      .optional(),
  },
  requestJournal: {
    query: companyQuery.extend({
      download_type: z.enum(['generic_v2', 'generic']).default('generic_v2'),
      encoding: z.enum(['sjis', 'utf-8']).optional(),
      start_date: day.optional(),
      end_date: day.optional(),
    }),
    reply: z.looseObject({ journals: journal }),
  },
  journalStatus: { query: companyQuery, reply: z.looseObject({ journals: journal }) },
  partners: {
    query: listing.extend({ keyword: word.optional() }),
    reply: z.looseObject({
      partners: z.array(
        named.extend({ available: inUse, invoice_registration_number: z.string().nullish() }),
      ),
    }),
  },
  partner: { query: companyQuery, reply: partner },
  createPartner: {
    body: partnerBody,
    reply: z.union([
      dryRun,
      z.object({
        partner: z.object({ id: z.int(), name: z.string() }),
        created: z.boolean().describe('False if the company had it already'),
        differs,
      }),
    ]),
  },
  updatePartner: {
    body: partnerBody.extend({ available: z.boolean().optional() }),
    reply: z.union([dryRun, partner]),
  },
  deletePartner: { query: companyQuery, reply: dryRunOrNothing },
  stopAndDeletePartner: {
    query: companyQuery,
    reply: z.discriminatedUnion('mode', [
      z.object({ mode: z.literal('dry-run'), partner: z.int(), calls: z.array(shownCall), obstacles }),
      z.object({
        mode: z.literal('write'),
        partner: z.int(),
        stopped: z.literal(true),
        deleted: z.literal(true),
      }),
    ]),
  },
  fileBox: {
    query: companyQuery.extend({
      start_date: day.describe('The first day of the upload'),
      end_date: day.describe('The last day of the upload'),
      category: z
        .enum(['all', 'without_deal', 'with_expense_application_line', 'with_deal', 'ignored'])
        .optional()
        .describe('Whether a deal has the file'),
      offset: offset.optional(),
      limit: limit(3000).optional(),
    }),
    reply: z.looseObject({ receipts: z.array(fileInBox) }),
  },
  fileInBox: { query: companyQuery, reply: z.looseObject({ receipt: fileInBox }) },
  updateFile: { body: fileFacts, reply: z.union([dryRun, z.looseObject({ receipt: fileInBox })]) },
  items: { query: listing, reply: z.looseObject({ items: z.array(named.extend({ available: inUse })) }) },
  item: { query: companyQuery, reply: item },
  createItem: { body: itemBody, reply: z.union([dryRun, item]) },
  deleteItem: { query: companyQuery, reply: dryRunOrNothing },
  sections: {
    query: companyQuery,
    reply: z.looseObject({ sections: z.array(named.extend({ available: inUse })) }),
  },
  walletables: {
    query: companyQuery.extend({
      ...updated,
      type: z.enum(['bank_account', 'credit_card', 'wallet']).optional(),
      with_balance: z.literal('true').optional(),
      with_last_synced_at: z.literal('true').optional(),
      with_sync_status: z.literal('true').optional(),
    }),
    reply: z.looseObject({ walletables: z.array(named.extend({ type: z.string() })) }),
  },
}
