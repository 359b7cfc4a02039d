/** The case of a deal as its page shows it: names beside numbers, the amount, anything unusual. Pure. */
import { actDigest } from '../../../../core/claims/claims.ts'
import { type Html, html } from '../../../../core/http/html.ts'
import { reasonIn, type Say, sayIn, textOf } from '../../../../core/language/text.ts'
import type { Reason } from '../../../../core/phrase.ts'
import type { CaseReport } from '../../../../services/accounting/deals/cases/report.ts'
import type { RecordKind, RecordNames } from '../../../../services/accounting/lists/names.ts'
import type { Fact } from '../../frame/parts.ts'
import type { View } from '../../page.ts'
import { actRequest, type ItemAct, type ItemView } from './item.ts'
import { ITEM } from './words.ts'

type Body = NonNullable<CaseReport['body']>

/** Returns the page's view of a case. `names` has the names of the company's records that could be read. */
export function dealView(report: CaseReport, names: RecordNames | undefined, view: View): ItemView {
  const say = sayIn(view.locale)
  const { case: name, body, since, proposal } = report
  return {
    kind: 'deal',
    name,
    title: name,
    state: stateOf(report, say),
    since,
    unusual: unusualOf(report, view),
    ...(body && {
      money: yen(amountOf(body), say),
      day: body.issue_date,
      booked: bookedAs(body, names, say),
      files: (body.receipt_ids ?? []).join(', '),
      details: lines(body, names, say),
    }),
    ...(proposal && { proposer: proposal.reason }),
    ...(body?.partner_id && { partner: named('partner', body.partner_id, names, say) }),
    facts: [
      ...(body ? bodyFacts(body, names, say) : []),
      [say(ITEM.dealId), report.deal === undefined ? '' : String(report.deal)],
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

function stateOf({ state, body, proposal }: CaseReport, say: Say): ItemView['state'] {
  if (state === 'review') return ['warn', say(proposal ? ITEM.proposed : body ? ITEM.review : ITEM.incorrect)]
  if (state === 'unknown' || state === 'gone' || state === 'removing') return ['bad', say(ITEM[state])]
  return ['warn', say(state === 'refused' ? ITEM.refused : ITEM.settled)]
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
    ...(proposal?.before && report.body ? [changedText(proposal.before, report.body, say)] : []),
    ...(strays.length > 0 ? [say(ITEM.twice, { ids })] : []),
    ...reasons.map((reason: Reason) => textOf(reason, locale)),
  ]
}

/** Says how the proposed request differs from the one that waited before. */
function changedText(before: Body, after: Body, say: Say): string {
  const rows: readonly (readonly [string, string, string])[] = [
    [say(ITEM.amount), yen(amountOf(before), say), yen(amountOf(after), say)],
    [say(ITEM.day), before.issue_date, after.issue_date],
    [say(ITEM.partner), String(before.partner_id ?? '–'), String(after.partner_id ?? '–')],
    [say(ITEM.lines), String(before.details.length), String(after.details.length)],
  ]
  const changes = rows.flatMap(([name, was, is]) => (was === is ? [] : `${name}: ${was} → ${is}`))
  return [say(ITEM.changed), ...changes].join(' / ')
}

/** Returns the sum of a deal, in yen. */
function amountOf({ details }: Pick<Body, 'details'>): number {
  return details.reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns an amount of yen as people write it. */
export function yen(amount: number, say: Say): string {
  return say(ITEM.yen, { amount })
}

function bodyFacts(body: Body, names: RecordNames | undefined, say: Say): Fact[] {
  const { type, issue_date: day, partner_id: partner, company_id: company, ref_number: reference } = body
  return [
    [say(ITEM.day), day],
    [say(ITEM.partner), partner ? named('partner', partner, names, say) : ''],
    [say(ITEM.kind), say(type === 'income' ? ITEM.income : ITEM.expense)],
    ...(body.payments ?? []).map(
      ({ amount, date, from_walletable_id: id }): Fact => [
        say(ITEM.payment),
        `${say(ITEM.paid, { amount: yen(amount, say), day: date })} ${named('walletable', id, names, say)}`,
      ],
    ),
    [say(ITEM.files), (body.receipt_ids ?? []).join(', ')],
    [say(ITEM.company), say(ITEM.number, { id: company })],
    [say(ITEM.reference), reference ?? ''],
  ]
}

function named(kind: RecordKind, id: number, names: RecordNames | undefined, say: Say): string {
  const name = names?.find(kind, id)
  return name === undefined ? say(ITEM.number, { id }) : say(ITEM.numbered, { name, id })
}

/** Returns the account items and tax categories of the lines, each once, without their ids. */
function bookedAs({ details }: Body, names: RecordNames | undefined, say: Say): string {
  const name = (kind: RecordKind, id: number) => names?.find(kind, id) ?? say(ITEM.number, { id })
  const booked = details.flatMap(({ account_item_id: account, tax_code: tax }) => [
    name('account item', account),
    name('tax code', tax),
  ])
  return [...new Set(booked)].join(' ')
}

function lines({ details }: Body, names: RecordNames | undefined, say: Say): Html {
  const columns = [say(ITEM.account), say(ITEM.tax), say(ITEM.text)]
  const rows = details.map(({ account_item_id: account, tax_code: tax, amount, description = '' }) => {
    const cells = [
      named('account item', account, names, say),
      named('tax code', tax, names, say),
      description,
    ]
    return html`<tr>${cells.map((cell, at) => html`<td data-name="${columns[at] ?? ''}">${cell}</td>`)}<td class="n" data-name="${say(ITEM.amount)}">${yen(amount, say)}</td></tr>`
  })
  return html`<table class="many"><caption>${say(ITEM.lines)}</caption><thead><tr>${columns.map(name => html`<th scope="col">${name}</th>`)}<th scope="col" class="n">${say(ITEM.amount)}</th></tr></thead><tbody>${rows}</tbody></table>`
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
