/** Rules import only the types: stored records are not checked with these schemas. */
import * as z from 'zod'
import { milliseconds } from '../../core/json/fields.ts'
import { storedReason } from '../../core/language/reason-schemas.ts'

/** The chat is for people, the webhook for a program; the log, if there is neither. */
const outletName = z.enum(['chat', 'webhook', 'log'])
export type OutletName = z.infer<typeof outletName>

const openNotice = z.object({
  step: z.string(),
  kind: z.string(),
  facts: z.unknown(),
  owner: z.string(),
  since: milliseconds,
  /** Of which step each outlet was last notified, and when. */
  told: z.partialRecord(outletName, z.object({ step: z.string(), at: milliseconds })),
  /** A person has dealt with this step: people are not notified of it again. */
  done: z.object({ step: z.string(), by: z.string(), at: milliseconds }).optional(),
  /** The notice stays until every outlet that was notified of it knows its end, or for a week. */
  over: milliseconds.optional(),
})
export type OpenNotice = z.infer<typeof openNotice>

const outgoingMessage = z.object({
  /** No other message has this name. */
  name: z.string(),
  outlet: outletName,
  about: z.enum(['open', 'over']),
  /** Absent in a message about the end of notices, which may be of any kind. */
  kind: z.string().optional(),
  /** The outlet was notified of all of these notices before. */
  again: z.boolean(),
  /** By the notice's key. */
  steps: z.record(z.string(), z.string()),
  text: z.string(),
  at: milliseconds,
})
export type OutgoingMessage = z.infer<typeof outgoingMessage>

export const outboxSchema = z.object({
  /** Messages so far; the name of the next one is made from this number. */
  count: z.int(),
  notices: z.record(z.string(), openNotice),
  sending: z.array(outgoingMessage).readonly(),
})
export type Outbox = z.infer<typeof outboxSchema>

const job = z.enum(['refresh', 'orders', 'notices'])
export type Job = z.infer<typeof job>

const jobRun = z.object({
  at: milliseconds,
  /** Absent if the run is still running, or was stopped. */
  ended: milliseconds.optional(),
  problems: z.array(storedReason).readonly().optional(),
})
export type JobRun = z.infer<typeof jobRun>

export const dailyJobsSchema = z.object({
  /** Since when the jobs are expected to run. */
  since: milliseconds,
  jobs: z.partialRecord(job, jobRun),
})
export type DailyJobs = z.infer<typeof dailyJobsSchema>
