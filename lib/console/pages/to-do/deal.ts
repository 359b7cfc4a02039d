/** The case of a deal as its page shows it: names beside numbers, the amount, anything unusual. Pure. */
import { actDigest } from '../../../core/claims/claims.ts'
import { html } from '../../../core/http/html.ts'
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
import { factsIn, namesIn, textsIn } from '../../frame/lists.ts'
import type { View } from '../../page.ts'
import { actRequest, type ItemAct, type ItemView } from './item.ts'
import { ITEM } from './words.ts'

type Body = NonNullable<CaseReport['body']>

/** Returns the page's view of a case. `names` has the names of the company's records that could be read. */
export function dealView(report: CaseReport, names: RecordNames | undefined, view: View): ItemView {
  const { locale } = view
  const say = sayIn(locale)
  const known = names ?? NO_NAMES
  const { case: name, body, since, proposal, deal } = report
  return {
    kind: 'deal',
    name,
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
      [say(ITEM.company), body ? String(body.company_id) : ''],
      ...factsIn([[phrase(LABELS.deal), deal === undefined ? '' : String(deal)]], locale),
      [say(ITEM.proposedBy), proposal?.by ?? ''],
      [say(ITEM.proposedWhy), proposal ? html`<q>${proposal.reason}</q>` : ''],
    ],
    ...(body && report.state === 'review' && { sends: JSON.stringify(body, undefined, 1) }),
    acts: actsOf(report, say),
    looks: report.state !== 'review' && report.state !== 'refused',
    correct: report.state === 'review' && body === undefined,
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

function actsOf(report: CaseReport, say: Say): ItemAct[] {
  const { case: name, state, operation, body, proposal, first } = report
  const path = `/api/accounting/cases/${encodeURIComponent(name)}`
  const release: ItemAct = {
    name: 'release',
    label: say(ITEM.release),
    effect: say(ITEM.releaseEffect),
    request: ({ person }) => {
      const sends = actDigest(JSON.stringify(body))
      // above KURA_APPROVE_ABOVE the statement of the second person names the first person's approval
      const named = first && { first: first.approval }
      return actRequest(`${path}/release?mode=write`, { person, operation, sends, ...named }, sends)
    },
  }
  const free: ItemAct = {
    name: 'free',
    label: say(proposal ? ITEM.decline : ITEM.free),
    effect: say(proposal ? ITEM.declineEffect : ITEM.freeEffect),
    asks: ['reason', say(ITEM.reason)],
    request: ({ person, reason }) => actRequest(`${path}/free`, { person, reason, operation }),
  }
  if (state === 'review') return [...(body ? [release] : []), ...(proposal ? [free] : [])]
  return state === 'unknown' || state === 'gone' ? [free] : []
}
