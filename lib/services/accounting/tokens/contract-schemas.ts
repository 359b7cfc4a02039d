/** The schemas of the requests and replies of `contract.ts`. */
import * as z from 'zod'

const text = z.string().max(2_000)

export const authorizationSchemas = {
  requestLink: {
    body: z.strictObject({
      company: z
        .string()
        .trim()
        .min(1)
        .max(40)
        .optional()
        .describe(
          'The id or the office number of the company whose books these are to be; needed to change the company in use',
        ),
    }),
    reply: z.object({
      url: z.url().describe('The link, for the person who authorizes'),
      until: z.string().describe('Until when it can be opened, ISO 8601'),
      redirectUri: z.string().describe('The redirect address that the application at the service must have'),
    }),
  },
  openLink: {
    // unknown parameters are allowed: even if a mail program has added some to the link, the browser must get a page,
    // not an error
    query: z.looseObject({
      link: text.optional().describe('The secret of the link'),
      again: text.optional().describe('Set by the first answer, which sets a cookie'),
    }),
  },
  receiveCode: {
    query: z.looseObject({
      code: text.optional(),
      state: text.optional(),
      error: text.optional().describe('Why there is no code (RFC 6749 section 4.1.2.1)'),
    }),
  },
  showQuestion: {},
  answerQuestion: {
    body: z.looseObject({
      token: text.optional().describe('That of the page'),
      answer: text.optional().describe('keep or drop'),
    }),
  },
}
