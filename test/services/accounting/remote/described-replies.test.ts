/** Whatever the service's description allows, kura reads: the description decides which members a reply must have. */
import { describe, expect, test } from 'vitest'
import * as calls from '../../../../lib/services/accounting/remote/calls.ts'
import type { DealBody } from '../../../../lib/services/accounting/remote/deal-schema.ts'
import { proxySchemas } from '../../../../lib/services/accounting/routes/proxy-schemas.ts'
import { describedBy, hasReference, type Json, readReference } from '../../../helpers/http/openapi.ts'
import { SIZES, sampleReply } from '../../../helpers/http/openapi-samples.ts'

const DESCRIPTION = 'accounting.openapi.json'
const isMissing = !hasReference(DESCRIPTION)
const record = { companyId: 1, id: 2 }
const days = { companyId: 1, from: '2026-06-01', until: '2026-06-30' }
const file = new File(['x'], 'x.pdf', { type: 'application/pdf' })
const body: DealBody = { company_id: 1, issue_date: '2026-06-15', type: 'expense', details: [] }

/** The calls whose replies kura reads; those whose bodies it never reads have no row. */
const CALLS = [
  { call: calls.companiesCall(), reader: proxySchemas.companies },
  { call: calls.userCall(), reader: proxySchemas.user },
  { call: calls.accountItemsCall(1), reader: proxySchemas.accountItems },
  { call: calls.taxCodesCall(1), at: '/taxes/companies/{company_id}', reader: proxySchemas.companyTaxCodes },
  { call: calls.createDealCall(body) },
  { call: calls.dealCall(record), at: '/deals/{id}', reader: proxySchemas.deal },
  { call: calls.dealsCall(days, 0), reader: proxySchemas.deals },
  { call: calls.requestJournalCall(days), reader: proxySchemas.requestJournal },
  {
    call: calls.journalStatusCall(record),
    at: '/journals/reports/{id}/status',
    reader: proxySchemas.journalStatus,
  },
  { call: calls.walletablesCall(1), reader: proxySchemas.walletables },
  { call: calls.partnerCall(record), at: '/partners/{id}', reader: proxySchemas.partner },
  { call: calls.createPartnerCall({}) },
  { call: calls.partnersCall(1, 0), reader: proxySchemas.partners },
  {
    call: calls.stopPartnerCall({ ...record, name: 'x' }),
    at: '/partners/{id}',
    reader: proxySchemas.updatePartner,
  },
  { call: calls.itemsCall(1, 0), reader: proxySchemas.items },
  { call: calls.uploadReceiptCall({ companyId: 1, file, description: '' }) },
  { call: calls.receiptsCall(days, 0), reader: proxySchemas.fileBox },
  { call: calls.receiptCall(record), at: '/receipts/{id}', reader: proxySchemas.fileInBox },
]

/** The calls without a row: the trimmed description lacks them, or their reply has no body that kura reads. */
const OTHERS = [
  'deleteDealCall',
  'journalFileCall',
  'receiptFileCall',
  'deletePartnerCall',
  'sectionsCall',
  'tagsCall',
]

describe.skipIf(isMissing)('the description of the accounting service', () => {
  const document = isMissing ? ({} as Json) : (JSON.parse(readReference(DESCRIPTION)) as Json)

  describe.each(CALLS)('a reply to $call.method $call.path', ({ call, at, reader }) => {
    const operation = { method: call.method, path: `/api/1${at ?? call.path}` }

    test.each(SIZES)('is read if it is %s', size => {
      const reply = sampleReply(document, operation, size)
      const status = { GET: 200, POST: 201, PUT: 200 }[call.method as 'GET'] as number
      const isJob = operation.path === '/api/1/journals'
      const answer = {
        method: call.method,
        path: `/api/1${call.path}`,
        status: isJob ? 202 : status,
        body: reply,
      }
      expect(describedBy(document).reply(answer)).toEqual([])
      expect(call.reply.safeParse(reply).error).toBeUndefined()
      expect(reader?.reply.safeParse(reply).error).toBeUndefined()
    })
  })
})

test('every call of the table of calls has a row', () => {
  const names = Object.keys(calls).filter(name => name.endsWith('Call'))
  expect(names).toHaveLength(CALLS.length + OTHERS.length)
  expect(names).toEqual(expect.arrayContaining(OTHERS))
})
