/** The file box: every upload adds a file, so a repeated upload adds two. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import {
  type CompanyEndpoint,
  choiceParameter,
  dateParameter,
  existing,
  page,
  parseBody,
} from './endpoint.ts'
import { invalid, notFound } from './errors.ts'
import type { AccountingState, Company, Reading, Receipt } from './state.ts'

const PATH = '/api/1/receipts'
/** The maximum size of a file in bytes (64 MB). */
const LARGEST = 64 * 1024 * 1024
/** The categories by which the files are listed: whether a deal has them. */
const CATEGORIES = ['all', 'without_deal', 'with_expense_application_line', 'with_deal', 'ignored'] as const

const receiptBody = z.looseObject({
  receipt: z.object({ name: z.string(), type: z.string(), bytes: z.instanceof(Uint8Array) }),
  description: z.string().max(255).default(''),
  receipt_metadatum_issue_date: z.iso.date().optional(),
  receipt_metadatum_amount: z.coerce.number().int().optional(),
  receipt_metadatum_partner_name: z.string().max(255).optional(),
  document_type: z.enum(['receipt', 'invoice', 'other']).nullable().default(null),
  qualified_invoice: z.enum(['qualified', 'not_qualified', 'unselected']).nullable().default(null),
})

/** The body of a change: a member that is absent stays as it is. */
const factsBody = z.object({
  description: z.string().max(255).optional(),
  receipt_metadatum: z
    .object({
      partner_name: z.string().max(255).nullish(),
      issue_date: z.iso.date().nullish(),
      amount: z.int().nullish(),
    })
    .optional(),
  document_type: z.enum(['receipt', 'invoice', 'other']).optional(),
  qualified_invoice: z.enum(['qualified', 'not_qualified', 'unselected']).optional(),
})

/** Milliseconds after which the reading of a file is saved. */
const READS_IN = 5_000

const reading = z.object({
  partner_name: z.string().optional(),
  issue_date: z.iso.date().optional(),
  amount: z.int().optional(),
  document_type: z.enum(['receipt', 'invoice', 'other']).optional(),
  qualified_invoice: z.enum(['qualified', 'not_qualified']).optional(),
  invoice_registration_number: z
    .string()
    .regex(/^T[1-9][0-9]{12}$/)
    .optional(),
})

/**
 * Reads a file as the service does: here, only a text such as `reads {"amount":1100}` in its bytes, which may follow a
 * picture.
 */
function readFile(bytes: Uint8Array): Reading {
  const text = /reads (\{[^}]*\})/.exec(Buffer.from(bytes).toString('utf8'))?.[1]
  return text === undefined ? {} : reading.parse(JSON.parse(text))
}

/** `now` gives milliseconds since the epoch. */
export function receiptEndpoints(state: AccountingState, now: () => number): CompanyEndpoint[] {
  return [
    {
      method: 'POST',
      path: PATH,
      permission: 'receipts',
      company: 'body',
      write: true,
      answer: call => upload(call, { state, now }),
    },
    {
      method: 'GET',
      path: PATH,
      permission: 'receipts',
      company: 'query',
      answer({ company, query }) {
        const days = { from: required(query, 'start_date'), until: required(query, 'end_date') }
        const category = choiceParameter(query, 'category', CATEGORIES)
        const found = [...company.receipts.values()].filter(receipt => {
          const day = receipt.created_at.slice(0, 10)
          return day >= days.from && day <= days.until && isOf(category, receipt, company)
        })
        const receipts = page(found, query, { size: 50, largest: 3000 }).map(receipt =>
          replyOf(receipt, now()),
        )
        return Response.json({ receipts })
      },
    },
    {
      method: 'GET',
      path: `${PATH}/{id}`,
      permission: 'receipts',
      company: 'query',
      answer: ({ company, id }) => Response.json({ receipt: replyOf(existing(company.receipts, id), now()) }),
    },
    {
      method: 'PUT',
      path: `${PATH}/{id}`,
      permission: 'receipts',
      company: 'body',
      write: true,
      answer({ company, id, body }) {
        const receipt = existing(company.receipts, id)
        const { receipt_metadatum: facts, ...given } = parseBody(factsBody, body)
        Object.assign(receipt, given, {
          receipt_metadatum: { ...receipt.receipt_metadatum, ...facts },
        })
        return Response.json({ receipt: replyOf(receipt, now()) })
      },
    },
    {
      method: 'GET',
      path: `${PATH}/{id}/download`,
      permission: 'receipts',
      company: 'query',
      answer({ company, id }) {
        const { file, mime_type } = existing(company.receipts, id)
        if (!file.bytes) throw notFound()
        return new Response(file.bytes, { headers: { 'content-type': mime_type } })
      },
    },
  ]
}

type Call = Parameters<CompanyEndpoint['answer']>[0]

/** Adds a file. What the service reads on the file appears some seconds later. */
function upload(
  { company, body }: Call,
  { state, now }: { readonly state: AccountingState; readonly now: () => number },
): Response {
  const {
    receipt: file,
    description,
    document_type,
    qualified_invoice,
    ...given
  } = parseBody(receiptBody, body)
  const { name, type, bytes } = file
  if (bytes.length === 0 || bytes.length > LARGEST) throw invalid('receipt のサイズが不正です。')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const receipt: Receipt = {
    id: state.nextId(),
    status: 'confirmed',
    description,
    mime_type: type,
    origin: 'public_api',
    created_at: tokyoTime(now()),
    user: state.user,
    file: { name, size: bytes.length, sha256, bytes: Uint8Array.from(bytes) },
    receipt_metadatum: {
      partner_name: given.receipt_metadatum_partner_name ?? null,
      issue_date: given.receipt_metadatum_issue_date ?? null,
      amount: given.receipt_metadatum_amount ?? null,
    },
    document_type,
    qualified_invoice,
    reading: { at: now() + READS_IN, read: readFile(bytes) },
  }
  company.receipts.set(receipt.id, receipt)
  return Response.json({ receipt: replyOf(receipt, now()) }, { status: 201 })
}

function isOf(category: (typeof CATEGORIES)[number] = 'all', { id, status }: Receipt, { deals }: Company) {
  const isInDeal = () =>
    [...deals.values()].some(({ receipts = [] }) => receipts.some(file => file.id === id))
  switch (category) {
    case 'all':
      return true
    case 'ignored':
      return status === 'ignored'
    case 'with_deal':
      return isInDeal()
    case 'without_deal':
      return status !== 'ignored' && !isInDeal()
    case 'with_expense_application_line':
      return false
  }
}

/** The form in which a deal shows an attached file. */
export function attachedReceipt(receipt: Receipt) {
  const { id, status, description, mime_type, origin, created_at, user } = receipt
  return {
    id,
    status,
    description,
    mime_type,
    origin,
    created_at,
    user,
    file_src: `https://files.sandbox.invalid/${id}`,
  }
}

function required(query: URLSearchParams, name: string): string {
  if (!query.has(name)) throw invalid(`${name} を指定してください。`)
  return dateParameter(query, name, '')
}

/** The reply about a file: what the caller gave with it and, if nothing was given, what the service has read. */
function replyOf({ file: _, reading: known, ...receipt }: Receipt, now: number) {
  const read = known === undefined || now < known.at ? {} : known.read
  const { receipt_metadatum: given } = receipt
  return {
    ...receipt,
    receipt_metadatum: {
      partner_name: given.partner_name ?? read.partner_name ?? null,
      issue_date: given.issue_date ?? read.issue_date ?? null,
      amount: given.amount ?? read.amount ?? null,
    },
    document_type: receipt.document_type ?? read.document_type ?? null,
    qualified_invoice: receipt.qualified_invoice ?? read.qualified_invoice ?? null,
    invoice_registration_number:
      receipt.invoice_registration_number ?? read.invoice_registration_number ?? null,
  }
}

/** The time in Japan, such as `2026-06-15T12:00:00+09:00`. */
function tokyoTime(now: number): string {
  return new Date(now + 9 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+09:00')
}
