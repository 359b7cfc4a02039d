/** The case of a deal as its page shows it: names beside numbers, the amount, anything unusual. Pure. */
import { actDigest } from '../../../core/claims/claims.ts'
import { html, type Piece } from '../../../core/http/html.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { reasonIn, type Say, sayIn, textOf } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { CaseReport } from '../../../services/accounting/deals/cases/report.ts'
import { stateOfCase } from '../../../services/accounting/deals/cases/words.ts'
import {
  amountText,
  attachedText,
  bodyRows,
  bookedText,
  partnerOf,
} from '../../../services/accounting/lists/deal-rows.ts'
import { NO_NAMES, type RecordNames } from '../../../services/accounting/lists/names.ts'
import { LABELS } from '../../../services/accounting/lists/words.ts'
import { dealAtService } from '../../frame/at-service.ts'
import { factsIn, namesIn, textsIn } from '../../frame/lists.ts'
import type { View } from '../../page.ts'
import { type AlikeDeal, twinCard } from '../accounting/twins.ts'
import { baseOf, isCorrectable } from './correct-fields.ts'
import { actRequest, type ItemAct, type ItemView } from './item.ts'
import { ITEM } from './words.ts'

type Body = NonNullable<CaseReport['body']>

/** What the accounting service says about a case that is shown. */
export interface Known {
  /** The names of the company's records; undefined if they could not be read. */
  readonly names: RecordNames | undefined
  /** The other cases and deals that look the same now. */
  readonly alike?: readonly AlikeDeal[] | undefined
  /** The pictures of receipts that were sent to the console, by the names of their cases. */
  readonly pictures?: ReadonlyMap<string, Piece> | undefined
}

/** Returns the page's view of a case. */
export function dealView(report: CaseReport, { names, alike = [], pictures }: Known, view: View): ItemView {
  const { locale } = view
  const say = sayIn(locale)
  const known = names ?? NO_NAMES
  const { case: name, body, since, proposal, deal, operation } = report
  const { company_id: company, receipt_ids: ids = [] } = body ?? report.asked ?? {}
  return {
    kind: 'deal',
    name,
    operation,
    title: name,
    state: stateOf(report, view),
    since,
    unusual: unusualOf(report, view),
    ...(body && {
      money: textOf(amountText(report), locale),
      day: body.issue_date,
      partner: textOf(partnerOf(body, known), locale),
      booked: textOf(bookedText(body, known), locale),
      files: attachedText(body),
    }),
    ...(proposal && { proposer: proposal.reason }),
    facts: [
      ...factsIn(body ? bodyRows(body, known) : [], locale),
      [say(ITEM.company), company === undefined ? '' : String(company)],
      [
        textOf(phrase(LABELS.deal), locale),
        deal === undefined ? '' : html`${deal} ${dealAtService(deal, view)}`,
      ],
      [say(ITEM.proposedBy), proposal?.by ?? ''],
      [say(ITEM.proposedWhy), proposal ? html`<q>${proposal.reason}</q>` : ''],
    ],
    ...(body && report.state === 'review' && { sends: JSON.stringify(body, undefined, 1) }),
    acts: actsOf(report, alike, say),
    twins: alike.map(other => twinCard(other, { company: Number(company), names: known, pictures }, view)),
    history: historyOf(report, view),
    ...(ids.length > 0 && { attached: { company: Number(company), ids } }),
    looks: report.state !== 'review' && report.state !== 'refused',
    correct: report.state === 'review' && isCorrectable(report),
    base: baseOf(report, known),
    ...(body && names === undefined && { remark: say(ITEM.remoteDown) }),
  }
}

function stateOf({ state, body, proposal }: CaseReport, { locale }: View): ItemView['state'] {
  const isBad = state === 'unknown' || state === 'gone' || state === 'removing'
  const say = sayIn(locale)
  if (state === 'review' && proposal) return ['warn', say(ITEM.proposed)]
  if (state === 'review' && !body) return ['warn', say(ITEM.incorrect)]
  return [isBad ? 'bad' : 'warn', textOf(stateOfCase(state), locale)]
}

function unusualOf(
  { flagReasons, proposal, strays = [], ...report }: CaseReport,
  { locale }: View,
): string[] {
  const say = sayIn(locale)
  const reasons = [reasonIn(report), ...flagReasons.map(reasonIn)].filter(reason => reason !== undefined)
  const { first } = report
  const ids = strays.flatMap(({ deal }) => deal ?? [])
  return [
    ...(first ? [say(ITEM.firstBy, { person: first.person, at: Date.parse(first.until) })] : []),
    ...(proposal ? [say(ITEM.proposal)] : []),
    ...(proposal?.before && report.body ? [changedText(proposal.before, report.body, { locale })] : []),
    ...(strays.length > 0 ? [say(ITEM.twice, { ids })] : []),
    ...reasons.map((reason: Reason) => textOf(reason, locale)),
  ]
}

/** Says how the proposed request differs from the one that waited before. */
function changedText(before: Body, after: Body, { locale }: Pick<View, 'locale'>): string {
  const { amount, issueDate, partner } = LABELS
  const labels = [amount, issueDate, partner, ITEM.lines].map(label => phrase(label))
  const names = namesIn(labels, locale)
  const textsOf = (body: Body) =>
    textsIn(
      [amountText({ body }), body.issue_date, String(body.partner_id ?? '–'), String(body.details.length)],
      locale,
    )
  const [was, is] = [textsOf(before), textsOf(after)]
  const changes = names.flatMap((name, at) => (was[at] === is[at] ? [] : `${name}: ${was[at]} → ${is[at]}`))
  return [sayIn(locale)(ITEM.changed), ...changes].join(' / ')
}

function actsOf(report: CaseReport, alike: readonly AlikeDeal[], say: Say): ItemAct[] {
  const { case: name, state, operation, body, proposal, first } = report
  const path = `/api/accounting/cases/${encodeURIComponent(name)}`
  const others = alike.filter(mayBeDeal)
  const release: ItemAct = {
    name: 'release',
    label: say(others.length > 0 ? ITEM.releaseTwo : ITEM.release),
    effect: say(others.length > 0 ? ITEM.releaseTwoEffect : ITEM.releaseEffect),
    request({ person, beside = [] }) {
      const sends = actDigest(JSON.stringify(body))
      // above KURA_APPROVE_ABOVE the statement of the second person names the first person's approval
      const named = first && { first: first.approval }
      const shown = alike.filter(other => mayBeDeal(other) || beside.includes(other.case ?? ''))
      const apart = shown.length > 0 && { apart: shown.map(({ id }) => id) }
      return actRequest(`${path}/release?mode=write`, { person, operation, sends, ...named, ...apart }, sends)
    },
  }
  const declines = state === 'review'
  const free: ItemAct = {
    name: 'free',
    label: say(declines ? ITEM.decline : ITEM.free),
    effect: say(proposal ? ITEM.declineEffect : declines ? ITEM.declineDealEffect : ITEM.freeEffect),
    asks: ['reason', say(ITEM.reason)],
    request: ({ person, reason }) => actRequest(`${path}/free`, { person, reason, operation }),
  }
  if (state === 'review') return [...(body ? [release] : []), free]
  return state === 'unknown' || state === 'gone' ? [free] : []
}

/** Whether another case has a deal, or may have one: then a release states that these are two. */
function mayBeDeal({ state }: AlikeDeal): boolean {
  return state !== 'review'
}

/** Returns what happened to a case, the oldest first. */
function historyOf({ steps }: CaseReport, { locale }: View): string[] {
  const say = sayIn(locale)
  return steps.map(({ state, at, by, ...step }) => {
    const reason = reasonIn(step)
    const why = reason === undefined ? '' : textOf(reason, locale)
    return say(ITEM.step, { at: Date.parse(at), by, state: stateOfCase(state), why })
  })
}
