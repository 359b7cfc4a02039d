/**
 * If the service forbids the listing of tax codes (document 1, note 6), kura creates a test deal for each possible
 * code, each with a different amount. The journal of the day then shows the tax category of each code. The record of
 * the run names each deal before kura sends it, so a call after a crash finds every deal and deletes it. The caller
 * repeats the call until the reply is `ended`, or `confirm` if a person has to check the company's first deal.
 */
import { FUNCTION_LIFE, LEASE } from '../../../core/claims/lease.ts'
import { AppError, restate } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError, restatePhrase } from '../../../core/language/phrase-error.ts'
import { english } from '../../../core/language/text.ts'
import { update } from '../../../core/store/update.ts'
import type { AccountingContract } from '../contract.ts'
import { obstacleReply, refuseObstacles, rightsObstacles } from '../deals/permission.ts'
import type { DealCall } from '../deals/register.ts'
import { dayIn, readIssueDate } from '../taxes/issue-date.ts'
import { candidateCodes, chooseAccountItem, distinctAmounts, type LearningPlan, testDeal } from './plan.ts'
import {
  beginRun,
  continueRun,
  isOpen,
  type Learning,
  learningFormat,
  learningKey,
  ownedBy,
} from './record.ts'
import { type LearnRequest, shownCandidate } from './schema.ts'
import {
  createDeals,
  deleteDeals,
  findLost,
  type LearnDeps,
  type LearningSession,
  readJournal,
  type Stopped,
} from './steps.ts'
import { LEARNING } from './words.ts'

type LearnReply = ReplyOf<AccountingContract, 'learnTaxCodes'>

export type LearningPreview = Extract<LearnReply, { readonly mode: 'dry-run' }>

export type LearningReport = Extract<LearnReply, { readonly mode: 'write' }>

/** Milliseconds after which a call starts no further step, so that the last step ends before the function does. */
const WORK = 20_000

/** @throws AppError `bad_request`, and as the client does */
export async function showLearning(
  request: LearnRequest,
  call: DealCall,
  deps: LearnDeps,
): Promise<LearningPreview> {
  const [plan, obstacles] = await Promise.all([
    planLearning(request, call, deps),
    rightsObstacles(call.companyId, { ...deps, ...call }),
  ])
  return {
    mode: 'dry-run',
    issueDate: plan.issueDate,
    accountItem: plan.accountItem.name,
    bodies: plan.candidates.map(candidate => testDeal(plan, candidate)),
    obstacles: obstacles.map(obstacleReply),
  }
}

export async function readLearning(
  companyId: number,
  { store }: Pick<LearnDeps, 'store'>,
): Promise<Learning | undefined> {
  const { record } = await store.read(learningKey(companyId))
  return record && learningFormat.parse(record.value)
}

/**
 * @throws AppError `writes_off`, `permission_missing`, `bad_request`; `conflict` if another call is working on the run,
 * or if `abandon` does not name the open run. After an error of the client, the next call continues the run
 */
export async function learnTaxCodes(
  request: LearnRequest,
  call: DealCall,
  deps: LearnDeps,
): Promise<LearningReport> {
  refuseObstacles(await rightsObstacles(call.companyId, { ...deps, ...call }))
  const session = await openSession(request, call, deps)
  try {
    const status = await work(session, request)
    return reportOf(session.learning(), status)
  } catch (error) {
    throw withHint(error, call.companyId)
  } finally {
    // if the lease cannot be released, it expires by itself
    await session.change((learning, now) => ({ ...learning, until: now })).catch(() => undefined)
  }
}

const STEPS = { creating: createDeals, reading: readJournal, deleting: deleteDeals }

async function work(session: LearningSession, { abandon }: LearnRequest): Promise<Stopped | 'ended'> {
  await findLost(session)
  if (abandon !== undefined) await session.change(learning => ({ ...learning, phase: 'deleting' }))
  for (;;) {
    const { phase } = session.learning()
    if (phase === 'ended') return 'ended'
    const stopped = await STEPS[phase](session)
    if (stopped) return stopped
  }
}

async function openSession(request: LearnRequest, call: DealCall, deps: LearnDeps): Promise<LearningSession> {
  const { companyId, client, by } = call
  const lease = { worker: deps.newId(), lease: LEASE }
  const end = (client.deadline ?? deps.clock() + FUNCTION_LIFE) - FUNCTION_LIFE + WORK
  const stored = await readLearning(companyId, deps)
  if (request.abandon !== undefined && !isOpen(stored)) throw nothingOpen(companyId)
  const plan = isOpen(stored) ? undefined : await planLearning(request, call, deps)
  const change = (transition: (stored: Learning | undefined, now: number) => Learning): Promise<Learning> =>
    update<Learning, Learning>(deps.store, {
      key: learningKey(companyId),
      format: learningFormat,
      transition: (stored, now) => {
        const next = transition(stored, now)
        return { write: next, result: next }
      },
    })
  let learning = await change((current, now) => {
    if (plan) return beginRun(current, { ...lease, plan, by }, now)
    if (!isOpen(current)) throw nothingOpen(companyId)
    if ((request.abandon ?? current.run) !== current.run) throw otherRun(companyId)
    return continueRun(current, lease, now)
  })
  return {
    companyId,
    client,
    deps,
    learning: () => learning,
    async change(transition) {
      learning = await change((current, now) => transition(ownedBy(current, lease.worker), now))
    },
    hasTime: () => deps.clock() < end,
  }
}

async function planLearning(
  request: LearnRequest,
  { client, companyId }: DealCall,
  deps: LearnDeps,
): Promise<LearningPlan> {
  const issueDate = dateOf(request, deps)
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

function dateOf({ issue_date: text }: LearnRequest, { timezone, now }: LearnDeps): string {
  const today = dayIn(timezone, now())
  if (text === undefined) return today
  const read = readIssueDate(text, { today })
  if ('date' in read) return read.date
  throw phraseError('bad_request', phrase(LEARNING.date, { reason: read.reason }))
}

function reportOf(learning: Learning, status: LearningReport['status']): LearningReport {
  const { company, run, issueDate, accountItem, candidates } = learning
  const deal = status === 'confirm' ? candidates.find(({ state }) => state === 'created')?.deal : undefined
  return {
    mode: 'write',
    status,
    company,
    run,
    issueDate,
    accountItem: accountItem.name,
    ...(deal !== undefined && { deal }),
    candidates: candidates.map(shownCandidate),
  }
}

/** Adds the hint to call again, because the next call continues the run. */
function withHint(error: unknown, companyId: number): unknown {
  if (!(error instanceof AppError) || error.hint !== undefined) return error
  const hint = phrase(LEARNING.again, { company: String(companyId) })
  if (error.phrase) return restatePhrase(error, error.phrase, { hint })
  return restate(error, { hint: english(hint) })
}

function nothingOpen(companyId: number): AppError {
  const company = { company: String(companyId) }
  return phraseError('conflict', phrase(LEARNING.nothingOpen, company), {
    hint: phrase(LEARNING.begin, company),
  })
}

function otherRun(companyId: number): AppError {
  const company = { company: String(companyId) }
  return phraseError('conflict', phrase(LEARNING.otherRun, company), { hint: phrase(LEARNING.look, company) })
}
