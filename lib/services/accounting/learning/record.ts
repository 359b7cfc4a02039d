/**
 * The record of learning a company's tax codes, and how it changes. kura writes the record before each call with an
 * effect. A call that continues after a crash reads here which deals may be at the service. The states of a candidate
 * are
 *
 *   planned -> sending -> created | refused | unknown      sending -> planned (the call had no effect)
 *   unknown -> created (found at the service)              created -> deleted
 *
 * The deal of a candidate is sent again only after a call without effect. One worker at a time has the lease of the
 * record. Everything here is pure; every time is the store's.
 */
import * as z from 'zod'
import type { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { jsonFormat } from '../../../core/store/update.ts'
import { referenceOf } from '../deals/cases/of-deal.ts'
import type { LearningPlan } from './plan.ts'
import { type Candidate, candidate, phase } from './schema.ts'
import { LEARNING } from './words.ts'

/** A deal of an earlier run. kura queries the service for the deal until its creation can no longer take effect. */
const leftover = z.object({ reference: z.string(), issueDate: z.string(), since: z.number() })
export type Leftover = z.infer<typeof leftover>

const learning = z.object({
  run: z.string(),
  company: z.int(),
  /** YYYY-MM-DD */
  issueDate: z.string(),
  accountItem: z.object({ id: z.int(), name: z.string() }),
  /** The name of the key that began the run; `began` is in milliseconds since the epoch. */
  by: z.string(),
  began: z.number(),
  phase,
  worker: z.string(),
  until: z.number(),
  /** The id of the journal's report at the service; `reports` counts the requested ones. */
  report: z.int().optional(),
  reports: z.int(),
  candidates: z.array(candidate),
  leftovers: z.array(leftover),
})
export type Learning = z.infer<typeof learning>

export const learningFormat = jsonFormat(learning)

export const LEARNING_PREFIX = 'accounting/learning/'

export function learningKey(companyId: number): string {
  return `${LEARNING_PREFIX}${companyId}`
}

/** `lease` is the length of the lease in milliseconds. */
export interface Lease {
  readonly worker: string
  readonly lease: number
}

/** Milliseconds after which a creation with a lost reply is no longer expected to take effect. */
const LONGEST_COMMIT = 86_400_000

export function isOpen(stored: Learning | undefined): stored is Learning {
  return stored !== undefined && stored.phase !== 'ended'
}

/** @throws AppError `conflict` if another worker has the lease */
export function continueRun(stored: Learning, { worker, lease }: Lease, now: number): Learning {
  if (stored.worker !== worker && now < stored.until) throw leased(stored)
  return { ...stored, worker, until: now + lease }
}

export function beginRun(
  stored: Learning | undefined,
  { plan, worker, lease, by }: Lease & { plan: LearningPlan; by: string },
  now: number,
): Learning {
  if (isOpen(stored)) return continueRun(stored, { worker, lease }, now)
  return {
    ...plan,
    run: worker,
    by,
    began: now,
    phase: 'creating',
    worker,
    until: now + lease,
    reports: 0,
    candidates: plan.candidates.map(({ code, amount }) => ({ code, amount, state: 'planned' })),
    leftovers: stored ? leftBehind(stored) : [],
  }
}

function leftBehind(stored: Learning): Leftover[] {
  const unknown = stored.candidates
    .filter(({ state }) => state === 'unknown')
    .map(({ code }) => ({
      reference: candidateReference(stored, code),
      issueDate: stored.issueDate,
      since: stored.began,
    }))
  return [...stored.leftovers, ...unknown]
}

/** Drops expired leftovers. Call this only after a query that found none of them at the service. */
export function withoutExpired(stored: Learning, now: number): Learning {
  const leftovers = stored.leftovers.filter(({ since }) => now - since < LONGEST_COMMIT)
  return { ...stored, leftovers }
}

export function candidateReference({ company, run }: Learning, code: number): string {
  return referenceOf(company, `learn-tax-codes ${run} ${code}`)
}

export function withCandidate(stored: Learning, code: number, change: Partial<Candidate>): Learning {
  const candidates = stored.candidates.map(one => (one.code === code ? { ...one, ...change } : one))
  return { ...stored, candidates }
}

/** @throws AppError `conflict` if another worker has taken the record over */
export function ownedBy(stored: Learning | undefined, worker: string): Learning {
  if (stored?.worker === worker) return stored
  throw phraseError('conflict', phrase(LEARNING.takenOver), { hint: phrase(LEARNING.afterThat) })
}

function leased({ until, company }: Learning): AppError {
  const message = phrase(LEARNING.leased, { company: String(company), until: new Date(until).toISOString() })
  return phraseError('conflict', message, { hint: phrase(LEARNING.later) })
}
