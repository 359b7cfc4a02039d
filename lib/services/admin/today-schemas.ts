import * as z from 'zod'
import { moment, text } from '../../core/json/fields.ts'
import { reasonReply } from '../../core/language/reason-schemas.ts'

/** The urgencies, by which the list is ordered. */
export const urgency = z.enum(['exposure', 'money', 'credential', 'deadline', 'device'])

export const failed = z
  .array(z.object({ owner: text, reason: reasonReply }))
  .describe('Services that could not be asked, and why')

export const jobRuns = z.array(
  z.object({
    job: z.enum(['refresh', 'orders', 'notices']),
    state: z
      .enum(['done', 'running', 'failed', 'stopped', 'silent', 'never'])
      .describe(
        'silent: not begun for 26 hours; stopped: it did not end; never: not begun and not yet expected',
      ),
    began: moment.optional(),
    ended: moment.optional(),
    problems: z.array(reasonReply).describe('What failed in the last run'),
  }),
)

const itemsOfKind = z.object({
  kind: text,
  urgency,
  title: text.describe('What happened, to so many'),
  meaning: text.describe('What that means'),
  act: text.describe('What to do'),
  count: z.int().min(1),
  first: z
    .array(
      z.object({
        key: text.describe('Names the open item, as in the list of notices'),
        text,
        page: text.optional().describe('Its page on the console'),
        command: text.optional().describe('The command for it, for a shell'),
        by: moment.optional().describe('When it must be done'),
        since: moment,
      }),
    )
    .describe('The oldest ones, at most five'),
})

export const todayReply = z
  .object({
    at: moment,
    language: z.enum(['en', 'ja']).describe("The company's language, of every text"),
    timezone: text.describe("The company's time zone, of every day"),
    needs: z
      .object({ count: z.int(), groups: z.array(itemsOfKind) })
      .describe(
        'What needs a person, by kind, the most urgent first; what a person has dealt with is left out',
      ),
    due: z
      .array(
        z.object({
          kind: z.enum(['release', 'root', 'authorization', 'email', 'order', 'registration']),
          at: moment,
          text,
          page: text.optional().describe('Its page on the console'),
          command: text.describe('Does it or shows more, for a shell'),
        }),
      )
      .describe('What is due in the next seven days, the first date first'),
    ran: z.object({
      jobs: jobRuns,
      release: z
        .object({ version: z.int().min(1), created: moment })
        .optional()
        .describe('The last release that was published; absent if there is none'),
      devices: z
        .object({
          count: z.int(),
          seen: z.int().describe('How many of them called in the last 24 hours'),
          names: z.array(text).describe('The last of those, at most five'),
        })
        .describe('Devices in use'),
    }),
    failed,
  })
  .meta({ id: 'Today' })
