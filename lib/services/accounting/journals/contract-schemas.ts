import * as z from 'zod'
import { companyQuery } from '../fields/company.ts'

export const journalsSchemas = {
  journalFile: {
    query: companyQuery.extend({
      format: z
        .enum(['csv', 'jsonl', 'raw'])
        .default('csv')
        .describe('`raw` is the CSV as the service sends it, in its own encoding'),
      end: z
        .literal('1')
        .optional()
        .describe('Adds a line feed and an end line to CSV; JSON lines always have the end line'),
    }),
  },
}
