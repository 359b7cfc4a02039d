import { AppError } from '../../../../core/errors.ts'
import { attributes, type Html, html, type Piece } from '../../../../core/http/html.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { sayIn, textOf } from '../../../../core/language/text.ts'
import type { Reason } from '../../../../core/phrase.ts'
import { accountingContract } from '../../../../services/accounting/contract.ts'
import { sumOf } from '../../../../services/accounting/fields/amount.ts'
import type { PlannedRow } from '../../../../services/accounting/imports/reading/plan.ts'
import { createNames, readable } from '../../../../services/accounting/lists/names.ts'
import {
  type CompanySource,
  type Partner,
  readPartners,
} from '../../../../services/accounting/lists/pages.ts'
import { fields } from '../../../approvals/form.ts'
import { clientOf, isOutage } from '../../../client.ts'
import { labelOf } from '../../../drafts/drafts.ts'
import { itemPage } from '../../../frame/addresses.ts'
import { dealAtService } from '../../../frame/at-service.ts'
import { box, type FieldFaults } from '../../../frame/parts.ts'
import type { PageAnswer, PersonCall, ShownPage, SignedInCall } from '../../../page.ts'
import { twinCards } from '../read-twins.ts'
import { changeDraft, isRegistered, listDrafts, type NamedDraft, readDraft, waitingBeside } from './drafts.ts'
import { linkOf, pictureOf } from './file.ts'
import { fillFromServices, type Typed } from './filling/from-services.ts'
import { planFaults } from './filling/plan-faults.ts'
import { linesShown } from './filling/proposals.ts'
import { ROW_SCRIPT } from './filling/row-script.ts'
import { refuseOthers } from './limits.ts'
import { type Names, rowForm, shownProposals } from './row-form.ts'
import { booksOf, type PlanDeps, planDrafts, readStored, titlesIn, UNPLANNED, yen } from './rows.ts'
import { SIGHT_STYLE, sightOf } from './sight.ts'
import { LIST, ROW, STATES } from './words.ts'

export async function showReceiptRow(call: SignedInCall<'showReceiptRow'>): Promise<PageAnswer> {
  refuseOthers(call.view.session)
  const { row, after, again, proposals, partner, qualified } = call.query
  const draft = await sinceRelease(await existing(row, call), call)
  if (proposals === undefined) return rowPage(draft, call, { after, isAgain: again !== undefined })
  const { row: filled } = await understand(draft, call, { partner, qualified })
  const proposed = JSON.stringify(shownProposals(filled, call.view))
  return new Response(proposed, { headers: { 'content-type': 'text/plain' } })
}

/** The row with the present state of its case, if the row waited for an approval and the case can be read. */
export async function sinceRelease(draft: NamedDraft, call: PersonCall): Promise<NamedDraft> {
  if (draft.outcome?.state !== 'review') return draft
  const found = await clientOf(accountingContract, call)
    .case({ params: { case: draft.case } })
    .catch(() => undefined)
  if (!found || found.state === 'review') return draft
  const { state, deal, since } = found
  const outcome = { state, at: since, ...(deal !== undefined && { deal }) }
  return (await changeDraft(draft.name, { outcome }, call.core.store())) ?? draft
}

/** @throws AppError `not_found` if there is no such row */
export async function existing(name: string, { core }: PersonCall): Promise<NamedDraft> {
  const draft = await readDraft(name, core.store())
  if (!draft) throw phraseError('not_found', phrase(ROW.missing))
  return draft
}

export interface Shown {
  readonly why?: readonly Reason[]
  readonly faults?: Readonly<Record<string, string>>
  readonly adds?: boolean
  readonly isSaved?: boolean
  /** Whether the page answers an attempt to register the row. If so, a fault of the row makes the answer a 400. */
  readonly isSent?: boolean
  /** Whether the file that was just sent had been sent before. */
  readonly isAgain?: boolean
  /** The name of the row that was registered before this one. */
  readonly after?: string | undefined
}

export async function rowPage(draft: NamedDraft, call: PersonCall, shown: Shown = {}): Promise<ShownPage> {
  const { view } = call
  const say = sayIn(view.locale)
  const { why = [], adds = false, isSaved = false, isSent = false, isAgain = false, after } = shown
  const { row, planned, asked, names, isOffline, twins } = await understand(draft, call)
  const filled = shownProposals(row, view).flatMap(({ name, value }) => (value === '' ? [] : name))
  const given = Object.entries(shown.faults ?? {}).filter(([name]) => !filled.includes(name))
  const faults = { ...Object.fromEntries(given), ...planFaults(planned, view) }
  const failed = why.map(reason => html`${textOf(reason, view.locale)}<br>`)
  const isClosed = isRegistered(draft) || planned.plan === 'gone' || planned.plan === 'done'
  const decision = decisionOf(asked, { twins, isAsked: isSent }, call)
  const fills = (row.uploaded ?? row.box) && !row.read ? READS_IN : 0
  const sight = sightOf(draft, view)
  const open = html`<div class="receipt">${sight}<div>${rowForm(row, { names, faults, adds, decision, fills }, view)}
${understood(planned, { faults }, call)}${linkOf(draft, view)}${removal(draft, call)}</div></div>`
  const closed = html`${pictureOf(draft, view)}${understood(planned, { faults }, call)}${isRegistered(draft) ? '' : removal(draft, call)}`
  const body = html`<p><a href="/console/receipts">${say(ROW.back)}</a> <span class="soft">${labelOf(draft)}</span></p>
${isAgain ? box('warn', say(ROW.again, { name: draft.by, at: Date.parse(draft.at) })) : ''}${await registeredBefore(after, call)}${isOffline ? box('warn', say(LIST.offline)) : ''}${isSaved ? box('good', say(ROW.saved)) : ''}
${failed.length === 0 ? '' : box('bad', say(ROW.failed), failed)}
${outcomeOf(draft, planned, call)}
${isClosed ? closed : open}`
  const isWrong = failed.length > 0 || (isSent && Object.keys(faults).length > 0)
  const page = { title: say(ROW.title), body, status: isWrong ? 400 : 200 }
  return isClosed
    ? page
    : { ...page, style: SIGHT_STYLE, script: ROW_SCRIPT, connects: true, frames: sight !== '' }
}

/** Milliseconds after which the script asks the service once more, because by then it has read a photograph. */
const READS_IN = 10_000

async function registeredBefore(name: string | undefined, { core, view }: PersonCall): Promise<Piece> {
  const drafts = name === undefined ? [] : await listDrafts(core.store())
  const before = drafts.find(draft => draft.name === name)
  if (!before || !isRegistered(before)) return ''
  const words = before.outcome?.state === 'review' ? ROW.nextWaits : ROW.next
  const { length: left } = waitingBeside(before, drafts)
  return box('good', sayIn(view.locale)(words, { name: labelOf(before), left }))
}

const NO_NAMES: Names = { accountItems: [], partners: [], walletables: [] }

/** The row with the services' plan. A registered row, or any row while the services are down, is shown as stored. */
async function understand(draft: NamedDraft, call: PersonCall, typed?: Typed) {
  const titles = titlesIn(call.view.locale)
  const stored = async (isOffline: boolean) => {
    const [filled] = await readStored([draft], titles)
    const planned = filled?.planned ?? UNPLANNED
    return { row: draft, planned, asked: planned, names: NO_NAMES, isOffline, twins: [] }
  }
  if (isRegistered(draft)) return stored(false)
  try {
    const { api, company } = await booksOf(call)
    const records = createNames({ api, company })
    const [[filled], items, partners, wallets] = await Promise.all([
      planDrafts([draft], { api, company, titles }),
      readable(records.matching('account item', '')),
      readable(partnersOf({ api, company })),
      readable(records.matching('walletable', '')),
    ])
    const names = {
      accountItems: namesIn(items),
      partners: namesIn(partners),
      walletables: namesIn(wallets),
    }
    const planned = filled?.planned ?? UNPLANNED
    const row = await fillFromServices(draft, { api, company, names: records, partners }, call, typed)
    const asked =
      planned.plan === 'wrong' && !typed ? await planOfShown(row, { api, company, titles }) : planned
    const doubles = asked?.plan === 'double' ? (asked.shown?.doubles ?? []) : []
    const twins = await twinCards(doubles, { api, company }, call)
    const shown = doubles.length > 0 ? (asked ?? planned) : planned
    return { row, planned, asked: shown, names, isOffline: false, twins }
  } catch (error) {
    if (!isOutage(error) && !(error instanceof AppError && error.code === 'settings_invalid')) throw error
    return stored(true)
  }
}

/** The plan for the row as if its proposals were cells; undefined if the row has no proposals. */
async function planOfShown(draft: NamedDraft, deps: PlanDeps): Promise<PlannedRow | undefined> {
  if ((draft.proposed ?? []).length === 0) return undefined
  const [filled] = await planDrafts([{ ...draft, lines: linesShown(draft) }], deps)
  return filled?.planned
}

/** The maximum number of names that a field offers, to keep the page small. The person types any other name. */
const MOST_NAMES = 300

function namesIn(list: readonly { readonly name: string }[]): string[] {
  return list.map(({ name }) => name).slice(0, MOST_NAMES)
}

async function partnersOf(source: CompanySource): Promise<readonly Partner[]> {
  const partners: Partner[] = []
  for await (const page of readPartners(source)) partners.push(...page)
  return partners
}

function outcomeOf(
  { case: name, outcome, name: row }: NamedDraft,
  { plan, shown }: PlannedRow,
  { view }: PersonCall,
): Piece {
  const say = sayIn(view.locale)
  const page = itemPage('deal', name)
  const item = html`<a class="button" href="${page}">${say(ROW.toRelease)}</a>`
  const deal = outcome?.deal ?? shown?.deal
  if (outcome?.state === 'done' || plan === 'done')
    return box('good', say(ROW.done, { deal: String(deal ?? '') }), dealAtService(deal, view))
  if (outcome?.state === 'review') {
    const correctPage = `${page}&act=correct`
    const correct = html`<a class="button" href="${correctPage}">${say(ROW.toCorrect)}</a>`
    return html`${box('warn', say(ROW.waits))}<div class="acts">${item}${correct}</div>`
  }
  if (plan === 'gone') return html`${box('warn', say(ROW.gone))}<div class="acts">${item}</div>`
  if (plan !== 'open' && outcome?.state !== 'unknown') return ''
  return html`${box('warn', say(ROW.unknown), say(ROW.unknownText))}
<form method="post" action="/console/receipts/row">${fields({ row, form: view.nonce })}<button name="act" value="look">${say(ROW.look)}</button></form>`
}

function understood(
  { plan, row, shown, why }: PlannedRow,
  { faults }: { readonly faults: FieldFaults },
  { view }: PersonCall,
): Piece {
  const say = sayIn(view.locale)
  if (!shown || plan === 'done' || plan === 'gone') return ''
  const atFields = Object.values(faults)
  const problems = why
    .map(reason => textOf(reason, view.locale))
    .filter(text => !atFields.includes(text))
    .map(text => html`<li>${text}</li>`)
  const title = plan === 'review' ? ROW.review : plan === 'wrong' ? ROW.problems : undefined
  const lines = (shown.lines ?? []).map((line, at) => {
    const tax = line.tax?.name ?? say(ROW.noTax)
    const { deduction } = line
    const isQualified = row?.deal.details[at]?.qualified === true
    const reason = deduction
      ? say(ROW.whyDeduction, { percent: deduction.deduction, schedule: deduction.schedule })
      : isQualified && line.tax
        ? say(ROW.whyQualified)
        : ''
    return html`<li>${say(ROW.tax, { item: line.accountItem.name, amount: line.amount, tax })}${reason === '' ? '' : html`<br><small>${reason}</small>`}</li>`
  })
  const total = row && sumOf(row.deal.details.map(({ amount }) => amount))
  return html`<h2>${say(ROW.understood)}</h2>
<p><span class="tag">${say(STATES[plan])}</span></p>
${total === undefined ? '' : html`<p class="money">${yen(total, view)}</p>`}
<p>${[shown.issueDate ?? '', row?.deal.partner ?? ''].filter(text => text !== '').join('　')}</p>
<ul>${lines}</ul>
${title === undefined || problems.length === 0 ? '' : box('warn', say(title), html`<ul>${problems}</ul>`)}`
}

function decisionOf(
  { plan, shown, why }: PlannedRow,
  { twins, isAsked }: { readonly twins: readonly Html[]; readonly isAsked: boolean },
  { view }: PersonCall,
): Piece {
  const say = sayIn(view.locale)
  // the focus brings the question into view after the person has pressed the button
  const focus = attributes({ autofocus: isAsked })
  if (plan === 'double' && shown?.double !== undefined) {
    const others = why.map(
      (reason, at) => html`<li>${doubleLink(shown.doubles[at], textOf(reason, view.locale))}</li>`,
    )
    return html`<h2>${say(ROW.double)}</h2><div class="box warn" role="alert"><ul>${others}</ul></div>${twins}
<input type="hidden" name="double" value="${shown.double}">
<div class="acts"><button name="act" value="own"${focus}>${say(ROW.ownReceipt)}</button><button name="act" value="leave">${say(ROW.leaveOut)}</button></div>`
  }
  if (plan !== 'new partner' || !shown?.newPartner) return ''
  const { name, near } = shown.newPartner
  const hint = near.length > 0 ? say(ROW.near, { near }) : ''
  return html`${box('warn', say(ROW.newPartner, { name }), hint)}
<div class="acts"><button name="act" value="partner"${focus}>${say(ROW.createPartner)}</button></div>`
}

function doubleLink(
  double: NonNullable<PlannedRow['shown']>['doubles'][number] | undefined,
  text: string,
): Piece {
  const { case: name, deal } = double ?? {}
  if (deal !== undefined) return html`<a href="/console/deals/deal?id=${String(deal)}">${text}</a>`
  return name === undefined ? text : html`<a href="${itemPage('deal', name)}">${text}</a>`
}

function removal({ name }: NamedDraft, { view }: PersonCall): Html {
  const say = sayIn(view.locale)
  return html`<details><summary>${say(ROW.remove)}</summary><p>${say(ROW.removeText)}</p>
<form method="post" action="/console/receipts/row">${fields({ row: name, form: view.nonce })}<button name="act" value="remove">${say(ROW.remove)}</button></form></details>`
}
