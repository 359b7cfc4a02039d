/** These schemas are loaded only when a query, a body or a reply is read. */
import * as z from 'zod'
import { pageQuery, pageReply } from '../../../core/http/page-schemas.ts'
import {
  caseReport,
  caseStates,
  dealReply,
  firstDealReply,
  releaseReply,
  resolvedCase,
} from '../deals/reply-schemas.ts'
import { confirmRequest, dealRequest, firstDeal, freeRequest, releaseRequest } from '../deals/schema.ts'
import { companyQuery } from '../fields/company.ts'
import { importReply, importRequest, leaveOutReply, leaveOutRequest } from '../imports/schema.ts'
import { learningReply, learnReply, learnRequest, taxTableReply } from '../learning/schema.ts'
import { receiptSchemas } from '../receipts/schema.ts'
import { proxySchemas } from './proxy-schemas.ts'

export const accountingSchemas = {
  ...proxySchemas,
  ...receiptSchemas,
  importDeals: { body: importRequest, reply: importReply },
  leaveOut: { body: leaveOutRequest, reply: leaveOutReply },
  registerDeal: { body: dealRequest, reply: dealReply },
  cases: {
    query: z.strictObject({
      state: z
        .enum([...caseStates.options, 'all'])
        .optional()
        .describe('The open ones unless it is given'),
      references: z
        .string()
        .max(3_000)
        .regex(/^[^,]+(?:,[^,]+){0,99}$/)
        .optional()
        .describe('Up to 100 reference numbers of deals, separated by commas: their cases, and no others'),
      ...pageQuery,
    }),
    reply: z.object({ cases: z.array(caseReport), ...pageReply }),
  },
  case: { reply: caseReport },
  resolveCase: { reply: resolvedCase },
  releaseCase: { body: releaseRequest, reply: releaseReply },
  freeCase: { body: freeRequest, reply: caseReport },
  firstDeal: { query: companyQuery, reply: firstDealReply },
  confirmFirstDeal: { body: confirmRequest, reply: firstDeal },
  taxTable: { query: companyQuery, reply: taxTableReply },
  learning: { query: companyQuery, reply: learningReply },
  learnTaxCodes: { body: learnRequest, reply: learnReply },
}
