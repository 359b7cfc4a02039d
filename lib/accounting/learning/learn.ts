/**
 * Learning the tax codes of a company whose listing is forbidden (document 1, note 6): one expense deal a candidate
 * code, each with an amount of its own; the journal of that day tells each code's category; the table is stored for this
 * company alone; the deals are deleted. What always holds: the record says what may be at the service before it is, so
 * whoever goes on after a crash finds every deal and deletes it. A call works for a while and is made again until it
 * says `ended`; it says `confirm` where a person has to look at the company's first deal.
 */
import { LEASE } from '../../claims/lease.ts'
import { AppError } from '../../errors.ts'
import { update } from '../../store/update.ts'
import { obstacleText, rightsObstacles } from '../deals/permission.ts'
import type { DealCall } from '../deals/register.ts'
import type { DealBody } from '../remote/schema.ts'
import { dayIn, readIssueDate } from '../taxes/issue-date.ts'
import {
  candidateCodes,
  chooseAccountItem,
  distinctAmounts,
  type LearningPlan,
  type LearnRequest,
  testDeal,
} from './plan.ts'
import {
  begin,
  type Candidate,
  isOpen,
  type Learning,
  learningFormat,
  learningKey,
  ownedBy,
  takeUp,
} from './record.ts'
import {
  createDeals,
  deleteDeals,
  findLost,
  type LearningSession,
  type LearnParts,
  readJournal,
  type Stopped,
} from './steps.ts'

export interface LearningReport {
  /** `confirm`: a person has to confirm `deal`; `working`: call again. */
  readonly status: Stopped | 'ended'
  readonly company: number
  readonly issueDate: string
  readonly accountItem: string
  /** The deal that a person has to confirm. */
  readonly deal?: number
  readonly candidates: readonly Candidate[]
}

/** What a run would do. */
export interface LearningPreview {
  readonly mode: 'dry-run'
  readonly issueDate: string
  readonly accountItem: string
  readonly bodies: readonly DealBody[]
  /** What keeps it from being done now. */
  readonly obstacles: readonly string[]
}

/** Milliseconds that a call works before it asks to be called again: a step may take as long once more. */
const WORK = 20_000

/** Shows the deals that a run would create. @throws AppError `bad_request`, and as the client does */
export async function showLearning(
  request: LearnRequest,
  call: DealCall,
  parts: LearnParts,
): Promise<LearningPreview> {
  const [plan, obstacles] = await Promise.all([
    planLearning(request, call, parts),
    rightsObstacles(call.companyId, { ...parts, ...call }),
  ])
  return {
    mode: 'dry-run',
    issueDate: plan.issueDate,
    accountItem: plan.accountItem.name,
    bodies: plan.candidates.map(candidate => testDeal(plan, candidate)),
    obstacles: obstacles.map(obstacleText),
  }
}

/** How the last run stands; undefined where there was none. */
export async function readLearning(
  companyId: number,
  { store }: Pick<LearnParts, 'store'>,
): Promise<Learning | undefined> {
  const { record } = await store.read(learningKey(companyId))
  return record && learningFormat.parse(record.value)
}

/**
 * Goes on with the open run of the company, or begins one.
 * @throws AppError `writes_off`, `permission_missing`, `bad_request`, `conflict` where another call works on it; and as
 * the client does: then the next call goes on
 */
export async function learnTaxCodes(
  request: LearnRequest,
  call: DealCall,
  parts: LearnParts,
): Promise<LearningReport> {
  const [obstacle] = await rightsObstacles(call.companyId, { ...parts, ...call })
  if (obstacle) throw obstacle
  const session = await openSession(request, call, parts)
  try {
    const status = await work(session, request)
    return reportOf(session.learning(), status)
  } catch (error) {
    throw stopped(error, call.companyId)
  } finally {
    // a hold that is not given back ends by itself
    await session.change((learning, now) => ({ ...learning, until: now })).catch(() => undefined)
  }
}

const STEPS = { creating: createDeals, reading: readJournal, deleting: deleteDeals }

async function work(session: LearningSession, { abandon }: LearnRequest): Promise<Stopped | 'ended'> {
  await findLost(session)
  if (abandon) await session.change(learning => ({ ...learning, phase: 'deleting' }))
  for (;;) {
    const { phase } = session.learning()
    if (phase === 'ended') return 'ended'
    const stopped = await STEPS[phase](session)
    if (stopped) return stopped
  }
}

async function openSession(
  request: LearnRequest,
  call: DealCall,
  parts: LearnParts,
): Promise<LearningSession> {
  const { companyId, client, by } = call
  const taking = { worker: parts.newId(), lease: LEASE }
  const end = parts.clock() + WORK
  const stored = await readLearning(companyId, parts)
  if (request.abandon && !isOpen(stored)) throw nothingOpen(companyId)
  const plan = isOpen(stored) ? undefined : await planLearning(request, call, parts)
  const change = (transition: (stored: Learning | undefined, now: number) => Learning): Promise<Learning> =>
    update<Learning, Learning>(parts.store, {
      key: learningKey(companyId),
      format: learningFormat,
      transition: (stored, now) => {
        const next = transition(stored, now)
        return { write: next, result: next }
      },
    })
  let learning = await change((current, now) => {
    if (plan) return begin(current, { ...taking, plan, by }, now)
    if (!isOpen(current)) throw nothingOpen(companyId)
    return takeUp(current, taking, now)
  })
  return {
    companyId,
    client,
    parts,
    learning: () => learning,
    async change(transition) {
      learning = await change((current, now) => transition(ownedBy(current, taking.worker), now))
    },
    hasTime: () => parts.clock() < end,
  }
}

async function planLearning(
  request: LearnRequest,
  { client, companyId }: DealCall,
  parts: LearnParts,
): Promise<LearningPlan> {
  const issueDate = dateOf(request, parts)
  const known = request.tax_codes !== undefined && request.account_item !== undefined
  const [items, deals] = await Promise.all([
    client.accountItems(companyId),
    client.deals(known ? { companyId, from: issueDate, until: issueDate } : { companyId }),
  ])
  const accountItems = items.filter(item => item.available)
  const { id, name } = chooseAccountItem(request.account_item, { accountItems, deals })
  const codes = candidateCodes(request.tax_codes, { accountItems, deals })
  const sameDay = deals.filter(deal => deal.issueDate === issueDate)
  return {
    company: companyId,
    issueDate,
    accountItem: { id, name },
    candidates: distinctAmounts(codes, sameDay),
  }
}

function dateOf({ issue_date: text }: LearnRequest, { timezone, now }: LearnParts): string {
  const today = dayIn(timezone, now())
  if (text === undefined) return today
  const read = readIssueDate(text, { today })
  if ('date' in read) return read.date
  throw new AppError('bad_request', `Cannot use the date of the test deals: ${read.reason}`)
}

function reportOf(learning: Learning, status: LearningReport['status']): LearningReport {
  const { company, issueDate, accountItem, candidates } = learning
  const deal = status === 'confirm' ? candidates.find(({ state }) => state === 'created')?.deal : undefined
  return {
    status,
    company,
    issueDate,
    accountItem: accountItem.name,
    ...(deal !== undefined && { deal }),
    candidates,
  }
}

/** A run that stopped does no harm: the next one knows what may be at the service. */
function stopped(error: unknown, companyId: number): unknown {
  if (!(error instanceof AppError) || error.hint !== undefined) return error
  const { code, message, status, details } = error
  return new AppError(code, message, {
    hint: `run it again, it goes on where it stopped: kura accounting learn-tax-codes --company ${companyId} --write`,
    ...(status !== undefined && { status }),
    details,
    cause: error,
  })
}

function nothingOpen(companyId: number): AppError {
  return new AppError(
    'conflict',
    `Cannot go on learning the tax codes of company ${companyId}: no run is open`,
    { hint: `begin one: kura accounting learn-tax-codes --company ${companyId} --write` },
  )
}
