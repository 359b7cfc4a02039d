/**
 * The registrant's e-mail must be confirmed within 15 days, or the domain is suspended (document 2, States and Events).
 * A purchase or a working site proves nothing, so only the registrar's `verified`, or a named person, closes a
 * deadline. The registrar can contradict the person. Pure; moments are milliseconds since the epoch.
 */
import type * as z from 'zod'
import type { ContactVerification } from '../remote/schema.ts'
import type { deadlineSchema } from '../stored-records.ts'

export type Deadline = Readonly<z.infer<typeof deadlineSchema>>

const DAY = 86_400_000

/** The milliseconds for the confirmation (document 2, Limits). */
const VERIFICATION_WINDOW = 15 * DAY

/** The milliseconds between two queries of the registrar. */
const CHECK_INTERVAL = 600_000

/** The days of reminders. From OVERDUE_DAY on, one is due every day. */
const REMINDER_DAYS = [1, 3, 7, 10, 12, 13, 14]
const OVERDUE_DAY = 15

export function newDeadline(purchase: Pick<Deadline, 'operation' | 'claimedAt' | 'boughtAt'>): Deadline {
  const verifyBy = purchase.boughtAt + VERIFICATION_WINDOW
  return { ...purchase, verifyBy, source: 'rule', state: 'open' }
}

/** The `verifiedBy` of a deadline of which the registrar reported `verified`. */
const REGISTRAR = 'registrar'

export function isCheckDue(deadline: Deadline, now: number): boolean {
  const { askedAt } = deadline
  return mayChange(deadline, now) && (askedAt === undefined || now - askedAt >= CHECK_INTERVAL)
}

/** Whether a query may change the deadline, which is not confirmed, closed for 15 days, or past its date. */
export function mayChange(
  { state, verifyBy, verifiedBy, verifiedAt = 0, confirmed }: Deadline,
  now: number,
): boolean {
  if (state === 'open') return true
  if (state === 'ended') return now < verifyBy
  return verifiedBy !== REGISTRAR && !confirmed && now < verifiedAt + VERIFICATION_WINDOW
}

/** Records the registrar's reply, which overrides the 15-day rule and a person's statement. */
export function recordRegistrarReply(
  deadline: Deadline,
  verification: ContactVerification,
  now: number,
): Deadline {
  if (deadline.verifiedBy === REGISTRAR) return deadline
  const asked = { ...deadline, askedAt: now }
  switch (verification.state) {
    case 'verified':
      return deadline.state === 'verified' ? { ...asked, confirmed: true } : close(asked, REGISTRAR, now)
    case 'unregistered':
      return { ...asked, state: 'ended' }
    case 'untold':
      return asked
    case 'pending':
      return recordPending(asked, verification.verifyBy)
  }
}

function recordPending(deadline: Deadline, verifyBy: number | undefined): Deadline {
  const { state } = deadline
  return {
    ...deadline,
    ...(verifyBy !== undefined && { verifyBy, source: 'registrar' }),
    state: 'open',
    ...(state === 'verified' && { contradicted: true }),
  }
}

/** Closes the deadline; the next refresh may query the registrar at once. */
export function closeByPerson(deadline: Deadline, person: string, now: number): Deadline {
  if (deadline.state === 'verified') return deadline
  const { askedAt: _, ...unasked } = deadline
  return close(unasked, person, now)
}

/** Records a reminder, which means an unconfirmed address (document 2, Events). An older one reopens nothing. */
export function recordReminder(deadline: Deadline, at: number): Deadline {
  if (deadline.remindedAt !== undefined && at <= deadline.remindedAt) return deadline
  const reminded = { ...deadline, remindedAt: at }
  if (deadline.state === 'open' || at <= (deadline.verifiedAt ?? 0)) return reminded
  const { verifiedAt: _at, verifiedBy: _by, confirmed: _confirmed, ...open } = reminded
  return { ...open, state: 'open', reopened: true }
}

export interface DueReminder {
  /** The latest reminder day or, if overdue, the number of whole days since the 15 days began. */
  readonly day: number
  readonly overdue: boolean
}

/** The reminder that is due; undefined before the first reminder day, and if the deadline is closed. */
export function dueReminder({ state, verifyBy }: Deadline, now: number): DueReminder | undefined {
  if (state !== 'open') return undefined
  const day = Math.floor((now - (verifyBy - VERIFICATION_WINDOW)) / DAY)
  if (day >= OVERDUE_DAY) return { day, overdue: true }
  const due = REMINDER_DAYS.findLast(reminder => reminder <= day)
  return due === undefined ? undefined : { day: due, overdue: false }
}

function close(deadline: Deadline, by: string, now: number): Deadline {
  const { reopened: _, contradicted: _contradicted, confirmed: _confirmed, ...rest } = deadline
  return { ...rest, state: 'verified', verifiedBy: by, verifiedAt: now }
}
