/**
 * The schemas of the stored records about notices and jobs. Rules import only their types. Stored records are not
 * checked with them.
 */
import * as z from 'zod'
import { milliseconds } from '../../core/json/fields.ts'
import { storedReason } from '../../core/language/reason-schemas.ts'

/** The outlets: the chat for people, the webhook for a program, or the log if there is neither. */
const outletName = z.enum(['chat', 'webhook', 'log'])
export type OutletName = z.infer<typeof outletName>

const openNotice = z.object({
  step: z.string(),
  kind: z.string(),
  facts: z.unknown(),
  owner: z.string(),
  since: milliseconds,
  /** The step of which each outlet was last notified, and when. */
  told: z.partialRecord(outletName, z.object({ step: z.string(), at: milliseconds })),
  /** The step that a person has dealt with, the person, and when; people are not notified of that step again. */
  done: z.object({ step: z.string(), by: z.string(), at: milliseconds }).optional(),
  /**
   * When a scan found that the cause of the notice is gone. The notice is removed when every outlet that was notified
   * of it has also been notified of its end, or after a week.
   */
  over: milliseconds.optional(),
})
export type OpenNotice = z.infer<typeof openNotice>

const outgoingMessage = z.object({
  /** The name of the message; no other message has it. */
  name: z.string(),
  outlet: outletName,
  about: z.enum(['open', 'over']),
  /** The kind of the notices; undefined in a message about the end of notices, because these may be of any kind. */
  kind: z.string().optional(),
  /** Whether the outlet was notified of all of these notices before. */
  again: z.boolean(),
  /** The step of each notice in the message, by the notice's key. */
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
  /** When the run ended; undefined if it is still running, or was stopped. */
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
