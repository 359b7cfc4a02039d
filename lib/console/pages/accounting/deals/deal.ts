import { STEP_HEADS, stepCells } from '../../../../core/claims/step-rows.ts'
import { type Html, html, type Piece } from '../../../../core/http/html.ts'
import { isPhraseOf, phrase } from '../../../../core/language/catalogue.ts'
import { type Say, sayIn, textOf } from '../../../../core/language/text.ts'
import type { CaseReport } from '../../../../services/accounting/deals/cases/report.ts'
import { stateOfCase } from '../../../../services/accounting/deals/cases/words.ts'
import { amountText, bodyRows, dealRows } from '../../../../services/accounting/lists/deal-rows.ts'
import { filesOf } from '../../../../services/accounting/lists/find-deals.ts'
import { approvalsOf, isChanged } from '../../../../services/accounting/lists/month-sheet.ts'
import { NO_NAMES, type RecordNames } from '../../../../services/accounting/lists/names.ts'
import type { ServiceDeal } from '../../../../services/accounting/lists/pages.ts'
import { WAITING } from '../../../../services/accounting/lists/waiting-words.ts'
import { LABELS } from '../../../../services/accounting/lists/words.ts'
import { noteIn } from '../../../../services/accounting/receipts/identity.ts'
import { itemPage } from '../../../frame/addresses.ts'
import { dealAtService } from '../../../frame/at-service.ts'
import { factsIn, listTable, namesIn, textsIn } from '../../../frame/lists.ts'
import { box, facts } from '../../../frame/parts.ts'
import { FRAME } from '../../../frame/words.ts'
import type { View } from '../../../page.ts'
import { type Entry, entryTable } from '../../activity/entries.ts'
import { addressInBox } from '../receipts/file.ts'
import type { Book } from './list.ts'
import { searchAddress } from './search.ts'
import { DEAL, DEALS } from './words.ts'

export interface DealData {
  readonly book: Book
  readonly deal: ServiceDeal
  readonly names: RecordNames
  /** Absent for a deal that kura did not register. */
  readonly report?: CaseReport | undefined
  /** The name of the case that has this deal's reference number, but belongs to another deal. */
  readonly other?: string | undefined
  /** The activity log's entries about the case. Undefined without a case, or if the person may not read the log. */
  readonly entries?: readonly Entry[] | undefined
}

export function dealPage({ book, deal, names, report, other, entries }: DealData, view: View): Html {
  const say = sayIn(view.locale)
  return html`<p><a href="${searchAddress({ company: String(book.id) })}">${say(DEAL.back)}</a></p>
<div class="beside"><div>${facts(factsIn(dealRows(deal, { ...names, label: names.name }).filter(isPlain), view.locale))}<p>${dealAtService(Number(deal.id), view)}</p></div><div>${filesOf(deal).map(file => fileOf(file, { book, say }))}${filesOf(deal).length === 0 ? html`<p>${say(DEAL.noFile)}</p>` : ''}</div></div>
${report && isChanged({ deal, report }) ? box('warn', say(DEAL.changed), say(DEAL.changedText)) : ''}
${report ? history(report, view) : html`<h2>${say(DEAL.history)}</h2><p>${say(DEAL.notOfKura)}</p>${other === undefined ? '' : otherCase(other, say)}`}
${entries ? logPart(entries, view) : ''}
${folded(dealRows(deal, names), report, view)}`
}

/** Whether a row is always in view. The page folds the deal's id and its reference number. */
function isPlain([name]: ReturnType<typeof dealRows>[number]): boolean {
  return !isPhraseOf(LABELS.deal, name) && !isPhraseOf(LABELS.reference, name)
}

function folded(rows: ReturnType<typeof dealRows>, report: CaseReport | undefined, { locale }: View): Html {
  const say = sayIn(locale)
  const approvals = report ? approvalsOf({ report }) : []
  const digests = approvals.map(
    ({ name, digest }) => html`<p>${name} <code>${digest.slice(0, 12)}</code></p>`,
  )
  return html`<details><summary>${say(FRAME.details)}</summary>${facts(factsIn(rows, locale))}${report ? html`<p>${say(DEAL.case, { name: report.case })}</p>` : ''}${digests}</details>`
}

function fileOf(
  { id, description, mime_type: type = '' }: ReturnType<typeof filesOf>[number],
  { book, say }: { readonly book: Book; readonly say: Say },
): Html {
  const address = addressInBox({ company: book.id, id })
  const name = noteIn(description ?? '') || String(id)
  const picture: Piece = /^image\/(?:jpeg|png)$/.test(type)
    ? html`<p><img src="${address}" alt="${say(DEAL.picture, { name })}"></p>`
    : ''
  return html`${picture}<p><a href="${address}">${say(DEAL.download, { name })}</a></p>`
}

function otherCase(name: string, say: Say): Html {
  return box(
    'warn',
    say(DEAL.otherCase, { name }),
    html`<a href="${itemPage('deal', name)}">${say(DEAL.look)}</a>`,
  )
}

function history(report: CaseReport, view: View): Html {
  const say = sayIn(view.locale)
  const isAdmin = view.session?.scopes.includes('admin') === true
  const approvals = approvalsOf({ report }).map(
    ({ name, at, digest }) =>
      html`<li>${say(DEAL.approved, { name, at: Date.parse(at) })} ${proofOf(digest, isAdmin, say)}</li>`,
  )
  const { timezone } = view.locale
  const rows = report.steps.map(step =>
    textsIn(stepCells(step, { timezone, word: stateOfCase(step.state) }), view.locale),
  )
  const heads = namesIn(STEP_HEADS, view.locale)
  const isOpen = report.state !== 'done' && report.state !== 'refused'
  return html`<h2>${say(DEAL.approval)}</h2>
${approvals.length === 0 ? html`<p>${say(DEAL.noApproval)}</p>` : html`<ul>${approvals}</ul>`}
<h2>${say(DEAL.history)}</h2>
${isOpen ? html`<p><a href="${itemPage('deal', report.case)}">${say(DEAL.open)}</a></p>` : ''}
${listTable(heads, rows)}`
}

function proofOf(digest: string, isAdmin: boolean, say: Say): Piece {
  return isAdmin ? html`<a href="/console/history/approval?digest=${digest}">${say(DEAL.proof)}</a>` : ''
}

function logPart(entries: readonly Entry[], view: View): Html {
  const say = sayIn(view.locale)
  return html`<h2>${say(DEAL.log)}</h2>${entries.length === 0 ? html`<p>${say(DEAL.noEntry)}</p>` : entryTable(entries, view)}`
}

/** The page of a deal while the books cannot be read. It shows the stored case, the picture and the log's entries. */
export function storedPage(
  { report, entries, picture }: Pick<DealData, 'report' | 'entries'> & { readonly picture: Piece },
  view: View,
): Html {
  const say = sayIn(view.locale)
  const body = report?.body
  const amount = [phrase(LABELS.amount), amountText({ body })] as const
  const known = body ? bodyRows(body, NO_NAMES) : []
  const rows = body ? facts(factsIn([amount, ...known.filter(isPlain)], view.locale)) : ''
  return html`${box('warn', say(DEALS.down), html`<a href="/console/deals">${say(DEAL.back)}</a>`)}
${rows}${picture}
${report ? history(report, view) : ''}
${entries ? logPart(entries, view) : ''}
${report ? folded(known, report, view) : ''}`
}

export function storedTitle(report: CaseReport | undefined, { locale }: View): string {
  const { body, asked } = report ?? {}
  const parts = [asked?.partner ?? '', amountText({ body }), body?.issue_date ?? '']
  const known = parts.filter(part => part !== '')
  return known.length === 0
    ? sayIn(locale)(DEALS.deal)
    : textOf(phrase(WAITING.title, { parts: known }), locale)
}
