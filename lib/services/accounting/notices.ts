/**
 * What a person must do about the books, as a pure rule over what is stored. A notice has a key and a step; people are told
 * once for each step that it reaches.
 */
import type { Claims } from '../../core/claims/claims.ts'
import type { Notice } from '../../core/language/catalogue/notices/matters.ts'
import { listAll } from '../../core/store/list.ts'
import type { Store } from '../../core/store/store.ts'
import { SETTLING } from './cases.ts'
import { type CaseReport, listOpenCases } from './deals/case-report.ts'
import type { RegisteredDeal } from './deals/schema.ts'
import { LEARNING_PREFIX, type Learning, learningFormat } from './learning/record.ts'
import type { Candidate } from './learning/schema.ts'
import { receiptNotices } from './receipts/notices.ts'
import { listOpenReceipts } from './receipts/report.ts'
import type { ReceiptReport, StoredReceipt } from './receipts/schema.ts'

/** The input of the rule. */
export interface AccountingState {
  readonly cases: readonly CaseReport[]
  /** The open files. */
  readonly receipts: readonly ReceiptReport[]
  readonly learnings: readonly Learning[]
}

/** Reads the input of the rule. */
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

/** The notices that are due at `now`, in milliseconds since the epoch. */
export function accountingNotices({ cases, receipts, learnings }: AccountingState, now: number): Notice[] {
  return [
    ...cases.flatMap(report => caseNotices(report, now)),
    ...receiptNotices(receipts, now),
    ...learnings.flatMap(learning => learningNotices(learning, now)),
  ]
}

function caseNotices(report: CaseReport, now: number): Notice[] {
  return [...stateNotices(report, now), ...strayNotices(report)]
}

function stateNotices(
  { case: name, state, operation, flags, reason, since, body, deal }: CaseReport,
  now: number,
): Notice[] {
  const key = `accounting/deal/${name}`
  switch (state) {
    case 'review': {
      const kind = body ? 'deal_review' : 'deal_incorrect'
      return [{ key, step: `review ${operation}`, kind, facts: { case: name, flags } }]
    }
    case 'gone':
      return [{ key, step: `gone ${operation}`, kind: 'deal_gone', facts: { case: name, deal } }]
    case 'removing':
      return [{ key, step: `removing ${operation}`, kind: 'deal_removing', facts: { case: name, deal } }]
    case 'unknown': {
      const settled = now >= Date.parse(since) + SETTLING
      const step = `unknown ${operation}${settled ? ' settled' : ''}`
      return [{ key, step, kind: settled ? 'deal_unsettled' : 'deal_unknown', facts: { case: name, reason } }]
    }
    default:
      return []
  }
}

/** What an attempt did that had lost its case: the books may have the receipt twice. */
function strayNotices({ case: name, deal, strays = [] }: CaseReport): Notice[] {
  if (strays.length === 0) return []
  const found = [deal, ...strays.map(stray => stray.deal)].filter(id => id !== undefined)
  const uncertain = strays.filter(stray => stray.deal === undefined).length
  return [
    {
      key: `accounting/deal-twice/${name}`,
      step: `strays ${strays.map(({ since }) => since).join(' ')}`,
      kind: 'deal_twice',
      facts: { case: name, deals: found, uncertain },
    },
  ]
}

/** A run that nobody continues has left test deals in the books; a run that ended may have. */
function learningNotices(learning: Learning, now: number): Notice[] {
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
