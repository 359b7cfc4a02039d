/** Replies are read loosely, because the service adds members and values at any time. */
import * as z from 'zod'
import { wholeYen } from '../fields/yen.ts'

export const id = z.int().min(1)

export const companiesReply = z
  .looseObject({
    companies: z.array(
      z.looseObject({ id, company_number: z.string(), display_name: z.string().nullish(), role: z.string() }),
    ),
  })
  .transform(({ companies }) =>
    companies.map(company => ({
      id: company.id,
      /** The office number that people see. No call to the service uses this number as an id. */
      number: company.company_number,
      /** The company's name; empty if the service gives no name. */
      name: company.display_name ?? '',
      /** `admin`, `simple_accounting`, … or a role that kura does not know yet. */
      role: company.role,
    })),
  )
export type Company = z.infer<typeof companiesReply>[number]

export const userReply = z
  .looseObject({
    user: z.looseObject({ id, companies: z.array(z.looseObject({ id, role: z.string() })).optional() }),
  })
  .transform(({ user }) => {
    const administers = (user.companies ?? []).filter(({ role }) => role === 'admin')
    /** `administers` are the ids of companies in which the user is admin (document 1, Endpoints). */
    return { id: user.id, administers: administers.map(company => company.id) }
  })

export const accountItemsReply = z
  .looseObject({
    account_items: z.array(
      z.looseObject({
        id,
        name: z.string(),
        default_tax_code: z.int(),
        available: z.boolean().default(true),
      }),
    ),
  })
  .transform(({ account_items }) =>
    account_items.map(item => ({
      id: item.id,
      name: item.name,
      taxCode: item.default_tax_code,
      available: item.available,
    })),
  )
export type AccountItem = z.infer<typeof accountItemsReply>[number]

export const taxCodesReply = z
  .looseObject({
    taxes: z.array(
      z.looseObject({ code: z.int(), name_ja: z.string(), available: z.boolean().default(true) }),
    ),
  })
  .transform(({ taxes }) =>
    taxes.map(tax => ({ code: tax.code, name: tax.name_ja, available: tax.available })),
  )

export interface JournalReport {
  readonly id: number
  /** `enqueued`, `working`, `uploaded`, `failed` or another status; absent in the reply to the request for a report. */
  readonly status: string | undefined
  /** The encoding of the file. `sjis` means Windows-31J. */
  readonly encoding: JournalEncoding
}

export type JournalEncoding = 'sjis' | 'utf-8'

export const journalReply = z
  .looseObject({
    journals: z.looseObject({ id, status: z.string().optional(), encoding: z.string().nullish() }),
  })
  .transform(
    ({ journals }): JournalReport => ({
      id: journals.id,
      status: journals.status,
      encoding: journals.encoding === 'utf-8' ? 'utf-8' : 'sjis',
    }),
  )

const partner = z.object({
  id,
  name: z.string(),
  available: z.boolean(),
  qualified_invoice_issuer: z.boolean().optional(),
  invoice_registration_number: z.string().nullish(),
})
export type Partner = z.infer<typeof partner>

export const partnerReply = z.looseObject({ partner }).transform(reply => reply.partner)

export const partnersReply = z
  .looseObject({ partners: z.array(partner) })
  .transform(({ partners }) => partners)

/** A bank account, a credit card or another wallet from which deals are paid. */
const walletable = z.object({
  id,
  name: z.string(),
  /** `bank_account`, `credit_card`, `wallet`, or a type that kura does not know yet. */
  type: z.string(),
})
export type Walletable = z.infer<typeof walletable>

export const walletablesReply = z
  .looseObject({ walletables: z.array(walletable) })
  .transform(({ walletables }) => walletables)

const group = z.looseObject({ id, name: z.string(), available: z.boolean().default(true) })
export type Group = z.infer<typeof group>

export const itemsReply = z.looseObject({ items: z.array(group) }).transform(({ items }) => items)
export const sectionsReply = z.looseObject({ sections: z.array(group) }).transform(({ sections }) => sections)
export const tagsReply = z.looseObject({ tags: z.array(group) }).transform(({ tags }) => tags)

/** Facts of a file that a person typed, that kura sent with the upload, or that the service read from the file. */
export const receiptMetadatum = z
  .looseObject({
    partner_name: z.string().nullish(),
    issue_date: z.string().nullish(),
    amount: wholeYen.nullish(),
  })
  .nullish()

const receiptRecord = z
  .looseObject({
    id,
    status: z.string(),
    description: z.string().nullish(),
    created_at: z.string().optional(),
    receipt_metadatum: receiptMetadatum,
  })
  .transform(receipt => {
    const { status, description, created_at: uploadedAt, receipt_metadatum: data } = receipt
    return {
      id: receipt.id,
      /** `confirmed`, `deleted`, `ignored`, or a status that kura does not know yet. */
      status,
      description: description ?? '',
      /** ISO 8601. */
      uploadedAt,
      /** `day`, `amount` and `partner` are absent if the file box does not have them. */
      day: data?.issue_date || undefined,
      amount: data?.amount ?? undefined,
      partner: data?.partner_name || undefined,
    }
  })

export type Receipt = z.infer<typeof receiptRecord>
export const receiptReply = z.looseObject({ receipt: receiptRecord }).transform(({ receipt }) => receipt)

export const receiptsReply = z
  .looseObject({ receipts: z.array(receiptRecord) })
  .transform(({ receipts }) => receipts)

/** The schema of a reply whose body is not read. */
export const noReply = z.unknown().transform((): undefined => undefined)

export const anyReply = z.unknown()

const texts = z
  .union([z.string(), z.array(z.string())])
  .transform(given => [given].flat())
  .catch([])

/** Accepts each form of error that the service has sent. A member of another type, such as null, is left out. */
export const errorReply = z.looseObject({
  message: z.string().optional().catch(undefined),
  messages: texts,
  code: z.string().optional().catch(undefined),
  codes: texts,
  errors: z.array(z.looseObject({ messages: texts })).catch([]),
})
export type ErrorReply = z.infer<typeof errorReply>
