/** Rules import only the types: stored records are not checked with these schemas. */
import * as z from 'zod'
import { milliseconds } from '../../core/json/fields.ts'
import { storedReason } from '../../core/language/reason-schemas.ts'

/** The names of outlets. The chat is for people, the webhook for a program; the log, if there is neither. */
const outletName = z.enum(['chat', 'webhook', 'log'])
export type OutletName = z.infer<typeof outletName>

const openNotice = z.object({
  step: z.string(),
  kind: z.string(),
  facts: z.unknown(),
  owner: z.string(),
  since: milliseconds,
  /** The step of which each outlet was last notified, and the time. */
  told: z.partialRecord(outletName, z.object({ step: z.string(), at: milliseconds })),
  /** The step that a person has dealt with: people are not notified of it again. */
  done: z.object({ step: z.string(), by: z.string(), at: milliseconds }).optional(),
  /** The time of the end. The notice stays until every outlet that was notified of it knows the end, or for a week. */
  over: milliseconds.optional(),
})
export type OpenNotice = z.infer<typeof openNotice>

const outgoingMessage = z.object({
  /** The name, which no other message has. */
  name: z.string(),
  outlet: outletName,
  about: z.enum(['open', 'over']),
  /** The kind of the notices; absent in a message about the end of notices, which may be of any kind. */
  kind: z.string().optional(),
  /** Whether the outlet was notified of all of these notices before. */
  again: z.boolean(),
  /** The steps by the notice's key. */
  steps: z.record(z.string(), z.string()),
  text: z.string(),
  at: milliseconds,
})
export type OutgoingMessage = z.infer<typeof outgoingMessage>

export const outboxSchema = z.object({
  /** The number of messages so far, from which the name of the next one is made. */
  count: z.int(),
  notices: z.record(z.string(), openNotice),
  sending: z.array(outgoingMessage).readonly(),
})
export type Outbox = z.infer<typeof outboxSchema>

const job = z.enum(['refresh', 'orders', 'notices'])
export type Job = z.infer<typeof job>

const jobRun = z.object({
  at: milliseconds,
  /** The end of the run; absent if it is still running, or was stopped. */
  ended: milliseconds.optional(),
  problems: z.array(storedReason).readonly().optional(),
})
export type JobRun = z.infer<typeof jobRun>

export const dailyJobsSchema = z.object({
  /** The time since when the jobs are expected to run. */
  since: milliseconds,
  jobs: z.partialRecord(job, jobRun),
})
export type DailyJobs = z.infer<typeof dailyJobsSchema>
