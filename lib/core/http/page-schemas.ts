import * as z from 'zod'
import { PAGE_SIZE } from './pages.ts'

export const pageQuery = {
  after: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('The `next` of the page before; the first page without it'),
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/)
    .refine(text => Number(text) <= PAGE_SIZE, `expected 1 to ${PAGE_SIZE}`)
    .optional()
    .describe(
      `How many entries are read for the page, at most ${PAGE_SIZE}; fewer are shown if some do not fit the query`,
    ),
}

export const pageReply = {
  next: z.string().optional().describe('The `after` of the next page; absent on the last one'),
}
