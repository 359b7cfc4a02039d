/**
 * What a person must do about the books, as a pure rule over what is stored. A notice has a key and a step; people are told
 * once for each step that it reaches.
 */
import type { Claims } from '../claims/claims.ts'
import { listAll } from '../store/list.ts'
import type { Store } from '../store/store.ts'
import { type CaseReport, listOpenCases } from './deals/case-report.ts'
import { SETTLING } from './deals/cases.ts'
import type { RegisteredDeal } from './deals/schema.ts'
import { LEARNING_PREFIX, type Learning, learningFormat } from './learning/record.ts'
import type { Candidate } from './learning/schema.ts'

export interface AccountingNotice {
  /** One matter: `accounting/deal/2026-06 receipt 17`. */
  readonly key: string
  /** How far it has come; a new step is a new reason to tell. */
  readonly step: string
  readonly text: string
}

/** The input of the rule. */
export interface AccountingState {
  readonly cases: readonly CaseReport[]
  readonly learnings: readonly Learning[]
}

/** Reads the input of the rule. */
export async function readAccountingState({
  claims,
  store,
}: {
  claims: Claims<RegisteredDeal>
  store: Store
}): Promise<AccountingState> {
  const [cases, { records }] = await Promise.all([listOpenCases(claims), listAll(store, LEARNING_PREFIX)])
  return { cases, learnings: records.map(({ value }) => learningFormat.parse(value)) }
}

/** The notices that are due at `now`, in milliseconds since the epoch. */
export function accountingNotices({ cases, learnings }: AccountingState, now: number): AccountingNotice[] {
  return [
    ...cases.flatMap(report => caseNotices(report, now)),
    ...learnings.flatMap(learning => learningNotices(learning, now)),
  ]
}

function caseNotices(report: CaseReport, now: number): AccountingNotice[] {
  return [...stateNotices(report, now), ...strayNotices(report)]
}

function stateNotices(
  { case: name, state, operation, flags, reason, since, body, deal }: CaseReport,
  now: number,
): AccountingNotice[] {
  const key = `accounting/deal/${name}`
  const quoted = JSON.stringify(name)
  if (state === 'review') {
    const act = body ? `kura accounting release ${quoted}` : 'register it again, corrected'
    return [{ key, step: `review ${operation}`, text: `deal ${quoted} waits: ${flags.join('; ')}; ${act}` }]
  }
  if (state === 'gone') {
    const text = `deal ${quoted}: its deal ${deal} was deleted at the service; to register it again: kura accounting free ${quoted}`
    return [{ key, step: `gone ${operation}`, text }]
  }
  if (state === 'removing') {
    const text = `deal ${quoted}: nobody knows whether its deal ${deal} was deleted; kura accounting resolve ${quoted}`
    return [{ key, step: `removing ${operation}`, text }]
  }
  if (state !== 'unknown') return []
  const settled = now >= Date.parse(since) + SETTLING
  const act = settled ? `; if the service does not have it: kura accounting free ${quoted}` : ''
  const text = `deal ${quoted}: nobody knows whether it was created (${reason}); kura accounting resolve ${quoted}${act}`
  return [{ key, step: `unknown ${operation}${settled ? ' settled' : ''}`, text }]
}

/** What an attempt did that had lost its case: the books may have the receipt twice. */
function strayNotices({ case: name, deal, strays = [] }: CaseReport): AccountingNotice[] {
  if (strays.length === 0) return []
  const others = strays.map(stray =>
    stray.deal === undefined ? 'perhaps another one' : `deal ${stray.deal}`,
  )
  const both = [...(deal === undefined ? [] : [`deal ${deal}`]), ...others].join(' and ')
  const quoted = JSON.stringify(name)
  const text = `deal ${quoted}: several deals carry its reference: ${both}; delete all but one, then kura accounting resolve ${quoted}`
  return [{ key: `accounting/deal-twice/${name}`, step: `strays ${strays.length}`, text }]
}

/** A run that nobody continues has left test deals in the books; a run that ended may have. */
function learningNotices(learning: Learning, now: number): AccountingNotice[] {
  const { company, run, phase, until, candidates, leftovers } = learning
  const count = (...states: Candidate['state'][]) =>
    candidates.filter(({ state }) => states.includes(state)).length
  const ended = phase === 'ended'
  const deals = ended ? count('unknown') + leftovers.length : count('created', 'sending')
  if (deals === 0 || (!ended && now < until)) return []
  const key = `accounting/learning/${company}`
  const what = `learning the tax codes of company ${company}`
  const command = `kura accounting learn-tax-codes --company ${company} --write`
  return ended
    ? [
        {
          key,
          step: `ended ${run}`,
          text: `${what} ended, but ${deals} of its test deals may still be in the books; ${command} looks for them`,
        },
      ]
    : [
        {
          key,
          step: `stopped ${run} ${phase}`,
          text: `${what} stopped and left test deals in the books (${deals}); to continue: ${command}`,
        },
      ]
}
