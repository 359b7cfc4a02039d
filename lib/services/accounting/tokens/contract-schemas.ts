import * as z from 'zod'
import { companySchema } from './company.ts'

const limited = z.string().max(2_000)

const question = z.object({
  state: z.literal('received').describe('The pair of tokens waits for the answer'),
  authorization: z.string().describe('The id of the authorization'),
  companies: z
    .array(
      companySchema.extend({
        role: z.string().optional().describe('The role of the person who has logged in'),
      }),
    )
    .describe('The companies to whose books the pair may give access'),
  current: z
    .union([companySchema, z.literal('unknown')])
    .optional()
    .describe('The company in use; absent without one'),
  replaces: z.string().nullable().describe('The id of the authorization in use; null without one'),
  until: z.string().describe('Until when the pair can be kept, ISO 8601'),
})

const progress = z.discriminatedUnion('state', [
  z.object({
    state: z
      .enum(['none', 'begun', 'exchanging', 'interrupted'])
      .describe(
        'none: none was begun in the last ten minutes; begun: the person is at the service; exchanging: another request asks the service; interrupted: that request has ended without an answer',
      ),
  }),
  question,
])

export const authorizationSchemas = {
  beginAuthorization: {
    body: z.strictObject({
      returns: z
        .literal('console')
        .optional()
        .describe(
          'The service sends the person back to the console; without it, to ACCOUNTING_REDIRECT_URI, whose page shows the code',
        ),
    }),
    reply: z.object({
      url: z.url().describe('The page of the accounting service, for the person to open'),
      showsCode: z.boolean().describe('Whether the page shows the code; if not, its address has the code'),
      until: z.string().describe('Until when the code is accepted, ISO 8601'),
    }),
  },
  authorization: { reply: progress },
  receiveCode: {
    body: z.strictObject({
      code: limited.min(1),
      state: limited
        .optional()
        .describe('The state of the address that has the code; absent for a typed code'),
    }),
    reply: progress,
  },
  keepAuthorization: {
    body: z.strictObject({
      authorization: limited.describe('The id of the authorization'),
      company: z.int().positive().describe('The id of the company whose books kura is to use'),
      replaces: limited
        .nullable()
        .describe('The id of the authorization in use, as it was shown; null without one'),
    }),
    reply: z.object({
      company: companySchema.optional(),
      generation: z.int().positive().describe('The number of the pair'),
      scopes: z.array(z.string()),
    }),
  },
}
