/** Each step stores its intent, acts, and stores the outcome. Repeating a step after a crash does no harm. */
import { AppError, hasCode } from '../../../core/errors.ts'
import { english } from '../../../core/language/text.ts'
import { effectOf, isExplainedRefusal } from '../../../core/remote/effect.ts'
import { differenceOf } from '../deals/compare.ts'
import { readFirstDeal } from '../deals/first-deal.ts'
import type { DealDeps } from '../deals/register.ts'
import { journalRows } from '../journals/stream.ts'
import type { AccountingClient } from '../remote/client.ts'
import type { Deal } from '../remote/deal-schema.ts'
import type { JournalEncoding } from '../remote/schema.ts'
import { storeLearned } from '../taxes/table.ts'
import { createMatcher } from './match.ts'
import { testDeal } from './plan.ts'
import { candidateReference, type Learning, withCandidate, withoutExpired } from './record.ts'
import type { Candidate } from './schema.ts'

export interface LearnDeps extends DealDeps {
  readonly sleep: (milliseconds: number) => Promise<void>
}

export interface LearningSession {
  readonly companyId: number
  readonly client: AccountingClient
  readonly deps: LearnDeps
  learning(): Learning
  /** @throws AppError `conflict` if another call has taken the record over */
  change(transition: (learning: Learning, now: number) => Learning): Promise<void>
  hasTime(): boolean
}

export type Stopped = 'confirm' | 'working'

/** The status code with which the service refuses a body. */
const INVALID = 400

const REPORTS = 3
/** Milliseconds between two polls of a report. */
const FIRST_WAIT = 200
const LONGEST_WAIT = 2_000

/** Finds deals of lost calls. A deal of this run is recorded, a deal of an earlier run is deleted. */
export async function findLost(session: LearningSession): Promise<void> {
  const { issueDate, candidates, leftovers } = session.learning()
  const lost = candidates.filter(({ state }) => state === 'sending' || state === 'unknown')
  const days = new Set([...(lost.length > 0 ? [issueDate] : []), ...leftovers.map(left => left.issueDate)])
  const found = new Map<string, Deal>()
  for (const day of days) {
    const deals = await session.client.deals({ companyId: session.companyId, from: day, until: day })
    for (const deal of deals) if (deal.refNumber !== undefined) found.set(deal.refNumber, deal)
  }
  for (const { code } of lost) {
    const deal = found.get(candidateReference(session.learning(), code))
    await note(session, code, deal ? { state: 'created', deal: deal.id } : { state: 'unknown' })
  }
  for (const { reference } of leftovers) {
    const deal = found.get(reference)
    if (deal) await deleteLeftover(session, { reference, deal: deal.id })
  }
  if (leftovers.length > 0) await session.change(withoutExpired)
}

async function deleteLeftover(
  session: LearningSession,
  { reference, deal }: { reference: string; deal: number },
): Promise<void> {
  await deleteThere(session, deal)
  await session.change(learning => ({
    ...learning,
    leftovers: learning.leftovers.filter(left => left.reference !== reference),
  }))
}

/** Creates only one deal until a person has confirmed the company's first deal. */
export async function createDeals(session: LearningSession): Promise<Stopped | undefined> {
  const confirmed = (await readFirstDeal(session.companyId, session.deps.store)) !== undefined
  for (const candidate of session.learning().candidates.filter(({ state }) => state === 'planned')) {
    if (!confirmed && created(session).length > 0) return 'confirm'
    if (!session.hasTime()) return 'working'
    await createDeal(session, candidate)
  }
  if (!confirmed && created(session).length > 0) return 'confirm'
  const phase = created(session).length > 0 ? 'reading' : 'deleting'
  await session.change(learning => ({ ...learning, phase }))
  return undefined
}

async function createDeal(session: LearningSession, candidate: Candidate): Promise<void> {
  const { code } = candidate
  await note(session, code, { state: 'sending' })
  const learning = session.learning()
  const body = testDeal(learning, candidate, candidateReference(learning, code))
  let change: Partial<Candidate>
  let failure: unknown
  try {
    const made = await session.client.createDeal(body)
    const reason = differenceOf(body, made)
    change = { state: 'created', deal: made.id, ...(reason && { differs: english(reason) }) }
  } catch (error) {
    change = afterFailure(error)
    failure = change.state === 'refused' ? undefined : error
  }
  await note(session, code, change)
  if (failure !== undefined) throw failure
}

/** A refused body affects only this code. After a failure with a possible effect, the code is `unknown`. */
function afterFailure(error: unknown): Partial<Candidate> {
  if (hasCode(error, 'remote_refused') && error.status === INVALID)
    return { state: 'refused', reason: reasonOf(error) }
  return { state: effectOf(error) === 'none' ? 'planned' : 'unknown' }
}

function reasonOf({ details, message }: AppError): string {
  const { messages } = details
  return Array.isArray(messages) ? messages.join(' / ') : message
}

export async function readJournal(session: LearningSession): Promise<Stopped | undefined> {
  const report = await uploadedReport(session)
  if (report === undefined) return 'working'
  const { company, issueDate } = session.learning()
  const file = await session.client.journalFile({ companyId: company, id: report.id })
  const matcher = createMatcher(created(session))
  if (file.body)
    for await (const row of journalRows(file.body, { company, encoding: report.encoding })) matcher.read(row)
  const names = matcher.categories()
  const entries = [...names].map(([code, name]) => ({ code, name, learned: issueDate }))
  await storeLearned(company, { store: session.deps.store, entries })
  await session.change(learning => ({
    ...learning,
    phase: 'deleting',
    candidates: learning.candidates.map(candidate => {
      const category = names.get(candidate.code)
      return category === undefined ? candidate : { ...candidate, category }
    }),
  }))
  return undefined
}

/** Waits for a report. Undefined if the call's time ends first. */
async function uploadedReport(
  session: LearningSession,
): Promise<{ id: number; encoding: JournalEncoding } | undefined> {
  for (let poll = 0; session.hasTime(); poll++) {
    const id = session.learning().report ?? (await requestReport(session))
    const { status, encoding } = await session.client.journalStatus({ companyId: session.companyId, id })
    if (status === 'uploaded') return { id, encoding }
    if (status === 'failed') await session.change(({ report: _, ...learning }) => learning)
    else await session.deps.sleep(Math.min(FIRST_WAIT * 1.5 ** poll, LONGEST_WAIT))
  }
  return undefined
}

async function requestReport(session: LearningSession): Promise<number> {
  const { company, issueDate, reports } = session.learning()
  if (reports >= REPORTS) {
    await session.change(learning => ({ ...learning, reports: 0 }))
    throw new AppError(
      'remote_answer',
      `Cannot export the journal of company ${company}: ${REPORTS} reports failed at the service`,
      { hint: 'run it again later, or delete the test deals with --abandon' },
    )
  }
  const { id } = await session.client.requestJournal({
    companyId: company,
    from: issueDate,
    until: issueDate,
  })
  await session.change(learning => ({ ...learning, report: id, reports: learning.reports + 1 }))
  return id
}

export async function deleteDeals(session: LearningSession): Promise<Stopped | undefined> {
  for (const { code, deal } of created(session)) {
    if (!session.hasTime()) return 'working'
    if (deal !== undefined) await deleteThere(session, deal)
    await note(session, code, { state: 'deleted' })
  }
  await session.change(learning => ({ ...learning, phase: 'ended' }))
  return undefined
}

/** A 404 means that the deal is already deleted, but only if the service itself sent the 404. */
async function deleteThere({ client, companyId }: LearningSession, deal: number): Promise<void> {
  await client.deleteDeal({ companyId, id: deal }).catch((error: unknown) => {
    if (!isExplainedRefusal(error, 404)) throw error
  })
}

function created(session: LearningSession): Candidate[] {
  return session.learning().candidates.filter(({ state }) => state === 'created')
}

function note(session: LearningSession, code: number, change: Partial<Candidate>): Promise<void> {
  return session.change(learning => withCandidate(learning, code, change))
}
