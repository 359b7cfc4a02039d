/** A key names an open item, and a step names its stage. People are notified once for each step of a key. */
import type { Claims } from '../../core/claims/claims.ts'
import type { NoticeOf } from '../../core/language/open-item.ts'
import { reasonIn } from '../../core/language/text.ts'
import { listAll } from '../../core/store/list.ts'
import type { Store } from '../../core/store/store.ts'
import { SETTLING } from './cases/cases.ts'
import { type CaseReport, listOpenCases } from './deals/cases/report.ts'
import type { dealItems } from './deals/notice-words.ts'
import type { RegisteredDeal } from './deals/schema.ts'
import { sumOf } from './fields/amount.ts'
import type { learningItems } from './learning/notice-words.ts'
import { LEARNING_PREFIX, type Learning, learningFormat } from './learning/record.ts'
import type { Candidate } from './learning/schema.ts'
import type { receiptItems } from './receipts/notice-words.ts'
import { listOpenReceipts } from './receipts/report.ts'
import type { ReceiptReport, StoredReceipt } from './receipts/schema.ts'

type AccountingNotice = NoticeOf<typeof dealItems & typeof learningItems & typeof receiptItems>

export interface AccountingState {
  readonly cases: readonly CaseReport[]
  readonly receipts: readonly ReceiptReport[]
  readonly learnings: readonly Learning[]
}

export async function readAccountingState({
  claims,
  receipts: files,
  store,
}: {
  claims: Claims<RegisteredDeal>
  receipts: Claims<StoredReceipt>
  store: Store
}): Promise<AccountingState> {
  const [cases, receipts, { records }] = await Promise.all([
    listOpenCases(claims),
    listOpenReceipts(files),
    listAll(store, LEARNING_PREFIX),
  ])
  return { cases, receipts, learnings: records.map(({ value }) => learningFormat.parse(value)) }
}

/** `now` is in milliseconds since the epoch. */
export function accountingNotices(
  { cases, receipts, learnings }: AccountingState,
  now: number,
): AccountingNotice[] {
  return [
    ...cases.flatMap(report => [...stateNotices(report, now), ...twiceNotices(report)]),
    ...receipts.flatMap(report => [...fileStateNotices(report, now), ...fileTwiceNotices(report)]),
    ...learnings.flatMap(learning => learningNotices(learning, now)),
  ]
}

function stateNotices(report: CaseReport, now: number): AccountingNotice[] {
  const { case: name, state, operation, flags: said, since, body, deal } = report
  const key = `accounting/deal/${name}`
  switch (state) {
    case 'review': {
      const proposed = proposedNotice(report)
      if (proposed) return [proposed]
      const kind = body ? 'deal_review' : 'deal_incorrect'
      const flags = said.map(flag => reasonIn(flag))
      return [{ key, step: `review ${operation}`, kind, facts: { case: name, flags } }]
    }
    case 'gone':
      return [{ key, step: `gone ${operation}`, kind: 'deal_gone', facts: { case: name, deal } }]
    case 'removing':
      return [{ key, step: `removing ${operation}`, kind: 'deal_removing', facts: { case: name, deal } }]
    case 'unknown': {
      const { step, settled } = unknownStep(operation, since, now)
      const kind = settled ? 'deal_unsettled' : 'deal_unknown'
      return [{ key, step, kind, facts: { case: name, reason: report.reason && reasonIn(report.reason) } }]
    }
    default:
      return []
  }
}

/** The notice quotes neither the case's name nor the reason, because the proposer chose their words. */
function proposedNotice({ case: name, operation, proposal, body }: CaseReport): AccountingNotice | undefined {
  if (!proposal || !body) return undefined
  const amount = sumOf(body.details.map(line => line.amount))
  const facts = { by: proposal.by, amount, day: body.issue_date }
  const key = `accounting/deal/${name}`
  return { key, step: `review ${operation}`, kind: 'deal_proposed', facts }
}

function twiceNotices({ case: name, deal, strays = [] }: CaseReport): AccountingNotice[] {
  if (strays.length === 0) return []
  const orphaned = strays.map(({ since, deal: id }) => ({ since, id }))
  const { step, ids, uncertain } = orphanedStep(deal, orphaned)
  const facts = { case: name, deals: ids, uncertain }
  return [{ key: `accounting/deal-twice/${name}`, step, kind: 'deal_twice', facts }]
}

function fileStateNotices(report: ReceiptReport, now: number): AccountingNotice[] {
  const { receipt, name: file = receipt, state, operation, since, id } = report
  const key = `accounting/receipt/${receipt}`
  switch (state) {
    case 'gone':
      return [{ key, step: `gone ${operation}`, kind: 'receipt_gone', facts: { receipt, file, id } }]
    case 'unknown': {
      const { step } = unknownStep(operation, since, now)
      return [
        {
          key,
          step,
          kind: 'receipt_unknown',
          facts: { receipt, file, reason: report.reason && reasonIn(report.reason) },
        },
      ]
    }
    default:
      return []
  }
}

function fileTwiceNotices({
  receipt,
  name: file = receipt,
  id,
  strays = [],
}: ReceiptReport): AccountingNotice[] {
  if (strays.length === 0) return []
  const { step, ids, uncertain } = orphanedStep(id, strays)
  const facts = { receipt, file, ids, uncertain }
  return [{ key: `accounting/receipt-twice/${receipt}`, step, kind: 'receipt_twice', facts }]
}

/** The step changes when a person may free the case, so that people are notified again. */
function unknownStep(operation: string, since: string, now: number) {
  const settled = now >= Date.parse(since) + SETTLING
  return { step: `unknown ${operation}${settled ? ' settled' : ''}`, settled }
}

/**
 * The step changes with each orphaned effect, so people are notified again. `uncertain` counts effects without an id.
 */
function orphanedStep(
  own: number | undefined,
  orphaned: readonly { since: string; id?: number | undefined }[],
) {
  const known = orphaned.flatMap(({ id }) => id ?? [])
  return {
    step: `strays ${orphaned.map(({ since }) => since).join(' ')}`,
    ids: own === undefined ? known : [own, ...known],
    uncertain: orphaned.length - known.length,
  }
}

function learningNotices(learning: Learning, now: number): AccountingNotice[] {
  const { company, run, phase, until, candidates, leftovers } = learning
  const count = (...states: Candidate['state'][]) =>
    candidates.filter(({ state }) => states.includes(state)).length
  const ended = phase === 'ended'
  const deals = ended ? count('unknown') + leftovers.length : count('created', 'sending')
  if (deals === 0 || (!ended && now < until)) return []
  const key = `accounting/learning/${company}`
  return [
    ended
      ? { key, step: `ended ${run}`, kind: 'learning_ended', facts: { company, deals } }
      : { key, step: `stopped ${run} ${phase}`, kind: 'learning_stopped', facts: { company, deals } },
  ]
}
