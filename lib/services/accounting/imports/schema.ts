import * as z from 'zod'
import { text } from '../../../core/json/fields.ts'
import { errorReasonsReply, reasonReply } from '../../../core/language/reason-schemas.ts'
import { caseStates, differs, understoodDeal } from '../deals/reply-schemas.ts'
import { caseName, importedDeal } from '../deals/schema.ts'
import { companyReference } from '../fields/company.ts'

const MOST_DEALS = 1000

export const importRequest = z.strictObject({
  company_id: companyReference,
  deals: z.array(importedDeal).min(1).max(MOST_DEALS),
})

const problem = z
  .object({ error: text, code: text, hint: text.optional(), ...errorReasonsReply })
  .describe('Why the deal is not registered, as an error would say it')

const file = z
  .object({
    sha256: text,
    state: text.describe('`new` if kura has not uploaded it'),
    id: z.int().optional().describe('The id at the service'),
  })
  .meta({ id: 'ImportedFile' })

const double = z
  .object({
    case: text.optional().describe('An earlier deal of the request, or a case that waits or has the file'),
    deal: z.int().optional().describe('A deal at the service'),
    file: z.literal(true).optional().describe('Both have the same file'),
    corrects: z
      .literal(true)
      .optional()
      .describe('The case waits and differs in one fact: this may be its correction'),
  })
  .meta({
    id: 'Double',
    description: 'Another deal of the same date, amount and partner, or with the same file',
  })

const shownDeal = z.object({
  case: text,
  state: text.describe('`new` if nothing is known of the case'),
  deal: z.int().optional(),
  ...z.object(understoodDeal).partial().shape,
  files: z.array(file),
  doubles: z.array(double),
  double: text.optional().describe('Names the deal with what it looks like, for leaveOut'),
  apart: z
    .array(text)
    .optional()
    .describe('Names the doubles: sent back as `apart` if a person says that this is another receipt'),
  leftOut: z.object({ by: text, at: text }).optional().describe('Who said that it is the same receipt'),
  newPartner: z
    .object({ name: text, near: z.array(text).describe('Names that exist and are like it') })
    .optional()
    .describe('The partner, which the company does not have; the deal is shown without it'),
  problem: problem.optional(),
})

export const leaveOutRequest = z.strictObject({
  company_id: companyReference,
  doubles: z
    .array(z.strictObject({ case: caseName, double: text.regex(/^[0-9a-f]{8}$/) }))
    .min(1)
    .max(MOST_DEALS),
})

export const leaveOutReply = z.object({ leftOut: z.int().describe('How many are left out') })

const registeredDeal = z.object({
  case: text,
  state: z.enum([...caseStates.options, 'failed']).describe('`failed`: nothing was sent'),
  deal: z.int().optional(),
  operation: text.optional().describe('Names what a person releases'),
  flags: z.array(reasonReply).describe('Why a person has to look'),
  differs,
  problem: problem.optional(),
  lost: z.literal(true).optional().describe('The outcome of this very call is unknown'),
  until: text.optional().describe('Another call is sending it, until then at the latest'),
})

export const importReply = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('dry-run'),
    deals: z.array(shownDeal),
    obstacles: z.array(reasonReply).describe('What keeps the deals from being written now'),
  }),
  z.object({
    mode: z.literal('write'),
    deals: z
      .array(registeredDeal)
      .describe('The first ones of the request; send the others again, after `retryAt` if it is there'),
    retryAt: text.optional().describe('The service takes no more calls until then, ISO 8601'),
  }),
])
