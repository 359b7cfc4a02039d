import { attributes, type Html, html, type Piece, visible } from '../../../../core/http/html.ts'
import { sayIn, textOf } from '../../../../core/language/text.ts'
import { type Column, cellsOf } from '../../../../services/accounting/imports/reading/columns.ts'
import { readRow } from '../../../../services/accounting/imports/reading/row-reading.ts'
import type { Titles } from '../../../../services/accounting/imports/reading/titles.ts'
import { fields } from '../../../approvals/form.ts'
import { packed, unpacked } from '../../../frame/exact.ts'
import { type Field, type FieldFaults, field, inOrder } from '../../../frame/parts.ts'
import type { Fields, View } from '../../../page.ts'
import { refundBox } from '../refund.ts'
import type { NamedDraft } from './drafts.ts'
import { dayShown, lineCount, OF_LINE, proposedCell, SHARED } from './filling/proposals.ts'
import { ANSWERS, DOCUMENTS } from './filling/service-reading.ts'
import { ROW, SOURCES } from './words.ts'

/** The names that the books offer for the fields; empty while the books cannot be reached. */
export interface Names {
  readonly accountItems: readonly string[]
  readonly partners: readonly string[]
  readonly walletables: readonly string[]
}

/**
 * The lines after the form. A cell without a field keeps its value in `now`. A field that the person has not changed
 * does not change its cell either, because a colleague may have filled the cell meanwhile. An emptied line is removed.
 */
export function linesIn(fields: Fields, now: NamedDraft['lines']): Record<string, string>[] {
  if (fields['date'] === undefined) return now
  const shown = shownLines(fields['shown']) ?? now
  const posted = Object.keys(fields).filter(name => /^line-\d+-amount$/.test(name)).length
  const count = now.length > shown.length ? Math.max(posted, now.length) : posted
  const lines = Array.from({ length: count }, (_, at) => {
    const shared = SHARED.map(column => {
      const kept = now[at]?.[column] ?? now[0]?.[column]
      return [column, cellIn(fields[column], shown[0]?.[column], kept)] as const
    })
    const own = OF_LINE.map(column => {
      const kept = now[at]?.[column]
      return [column, cellIn(fields[nameOf(column, at)], shown[at]?.[column], kept)] as const
    })
    const cells = { ...now[at], ...Object.fromEntries([...shared, ...own]) }
    return Object.fromEntries(Object.entries(cells).filter(([, text]) => text.trim() !== ''))
  })
  const filled = lines.filter((line, at) => at === 0 || OF_LINE.some(column => line[column] !== undefined))
  return filled.length > 0 ? filled : [{}]
}

/** The cell's new text. A field with control and direction characters as the page's letters counts as unchanged. */
function cellIn(given: string | undefined, shown = '', now = ''): string {
  return given === undefined || given === visible(String(shown)) ? now : given
}

/** The lines that the form has shown, in the text of its hidden field. */
function shownLines(text: string | undefined): NamedDraft['lines'] | undefined {
  const lines = unpacked(text)
  return Array.isArray(lines) ? (lines as NamedDraft['lines']) : undefined
}

/** The faults of the cells, by the names of their fields. */
export function faultsOf(
  { lines }: NamedDraft,
  { titles, view }: { titles: Titles; view: View },
): FieldFaults {
  const faults: Record<string, string> = {}
  for (const [at, line] of lines.entries()) {
    const read = readRow(cellsOf(line), titles)
    for (const problem of 'problems' in read ? read.problems : []) {
      const title = problem.values['title']
      const column = (Object.keys(titles) as Column[]).find(name => titles[name] === title)
      if (column) faults[nameOf(column, at)] ??= textOf(problem, view.locale)
    }
  }
  return faults
}

function nameOf(column: Column, at: number): string {
  return SHARED.some(name => name === column) ? column : `line-${at}-${column}`
}

export interface FormParts {
  readonly names: Names
  readonly faults: FieldFaults
  readonly adds: boolean
  readonly decision: Piece
  /** Milliseconds after which the script asks for the service's reading again; 0 if it has no reason to ask. */
  readonly fills: number
}

export function rowForm(
  draft: NamedDraft,
  { names, faults: found, adds, decision, fills }: FormParts,
  view: View,
): Html {
  const say = sayIn(view.locale)
  const [first = {}] = draft.lines
  const known = Array.from({ length: lineCount(draft) }, (_, at) => draft.lines[at] ?? {})
  const lines = adds ? [...known, {}] : known
  const ordered = [...SHARED, ...lines.flatMap((_, at) => OF_LINE.map(column => nameOf(column, at)))]
  const faults = inOrder(found, ordered)
  const shared = (given: Omit<Field, 'value'>) =>
    field(
      withProposal(
        { ...given, value: first[given.name] ?? '' },
        { draft, column: given.name, line: 0 },
        view,
      ),
      faults,
      view,
    )
  return html`<form method="post" action="/console/receipts/row"${attributes({ 'data-fills': fills })}>
${fields({ row: draft.name, form: view.nonce, shown: packed(draft.lines) })}
<button name="act" value="save" formnovalidate tabindex="-1" aria-hidden="true" class="skip">${say(ROW.save)}</button>
${shared({ name: 'date', label: say(ROW.date), required: true, input: { type: dayType(dayShown(draft)), autocomplete: 'off' } })}
${shared({ name: 'partner', label: say(ROW.partner), hint: say(ROW.partnerHint), input: { list: 'partners', autocomplete: 'off' } })}
${shared({ name: 'qualified', label: say(ROW.qualified), hint: say(ROW.qualifiedHint), required: true, input: { list: 'answers', autocomplete: 'off' } })}
${shared({ name: 'payment', label: say(ROW.payment), hint: say(ROW.paymentHint), input: { list: 'walletables', autocomplete: 'off' } })}
${hiddenUnless(isUsed(draft, { column: 'document', line: 0 }), shared({ name: 'document', label: say(ROW.document), choices: documentsIn(first['document'], view) }))}
${lines.map((line, at) => lineFields(line, { at, count: lines.length, faults, draft }, view))}
${list('accountItems', names.accountItems)}${list('partners', names.partners)}${list('walletables', names.walletables)}${list('answers', Object.values(ANSWERS[view.language]))}
${decision === '' ? registerActs(view) : html`${decision}<div class="acts"><button name="act" value="save" formnovalidate>${say(ROW.save)}</button></div>`}
</form>`
}

function withProposal(
  given: Field,
  { draft, column, line }: { draft: NamedDraft; column: string; line: number },
  view: View,
): Field {
  const proposed = proposedCell(draft, { column, line })
  if (!proposed) return given
  const say = sayIn(view.locale)
  const { value, by, misread } = proposed
  const sources = [...new Set(by.map(({ source }) => say(SOURCES[source])))].join(say(ROW.and))
  const said = by.map(one => say(ROW.sourceSays, { source: say(SOURCES[one.source]), value: one.value }))
  const mark = value === '' ? say(ROW.differ, { said: said.join(say(ROW.and)) }) : say(ROW.from, { sources })
  const wrong = misread.map(one =>
    say(ROW.wrongNumber, { source: say(SOURCES[one.source]), number: one.value }),
  )
  const hints = [...(by.length > 0 ? [mark] : []), ...wrong, given.hint ?? ''].filter(text => text !== '')
  return { ...given, value, hint: hints.join(' ') }
}

/** Hides a field that few receipts need until it has a value. The script shows the field when a value is proposed. */
function hiddenUnless(isShown: boolean, field: Html): Html {
  return isShown ? field : html`<div hidden>${field}</div>`
}

function isUsed(draft: NamedDraft, { column, line }: { column: string; line: number }): boolean {
  return (draft.lines[line]?.[column] ?? '') !== '' || proposedCell(draft, { column, line }) !== undefined
}

/** The choices of documents. The text of a cell that a table spelled differently is a choice too. */
function documentsIn(cell = '', view: View): [string, string][] {
  const say = sayIn(view.locale)
  const { receipt, invoice, other } = DOCUMENTS
  const known: [string, string][] = [
    ['', say(ROW.rateNone)],
    [receipt, say(ROW.documentReceipt)],
    [invoice, say(ROW.documentInvoice)],
    [other, say(ROW.documentOther)],
  ]
  return known.some(([value]) => value === cell) ? known : [...known, [cell, cell]]
}

interface ShownProposal {
  readonly name: string
  readonly value: string
  readonly hint: string
}

export function shownProposals(draft: NamedDraft, view: View): ShownProposal[] {
  const say = sayIn(view.locale)
  const hints: Readonly<Record<string, string>> = {
    partner: say(ROW.partnerHint),
    qualified: say(ROW.qualifiedHint),
    payment: say(ROW.paymentHint),
  }
  const cells = [
    ...SHARED.map(column => ({ column, line: 0 })),
    ...Array.from({ length: lineCount(draft) }, (_, line) =>
      OF_LINE.map(column => ({ column, line })),
    ).flat(),
  ]
  const empty = cells.filter(({ column, line }) => (draft.lines[line]?.[column] ?? '') === '')
  return empty.map(({ column, line }) => {
    const hint = hints[column]
    const given = { name: nameOf(column, line), label: '', value: '', ...(hint !== undefined && { hint }) }
    const { name, value, hint: said = '' } = withProposal(given, { draft, column, line }, view)
    return { name, value, hint: said }
  })
}

function registerActs(view: View): Html {
  const say = sayIn(view.locale)
  return html`<div class="acts"><button class="first" name="act" value="register">${say(ROW.register)}</button>
<button name="act" value="save" formnovalidate>${say(ROW.save)}</button><button name="act" value="add" formnovalidate>${say(ROW.addLine)}</button></div>`
}

/** The input type for a day. A browser's calendar shows only complete dates, so any other text needs a text field. */
function dayType(day = ''): string {
  return day === '' || /^\d{4}-\d{2}-\d{2}$/.test(day) ? 'date' : 'text'
}

function lineFields(
  line: Readonly<Record<string, string>>,
  { at, count, faults, draft }: { at: number; count: number; faults: FieldFaults; draft: NamedDraft },
  view: View,
): Html {
  const say = sayIn(view.locale)
  const own = (column: (typeof OF_LINE)[number], given: Omit<Field, 'name' | 'value' | 'label'> = {}) =>
    field(
      withProposal(
        { name: `line-${at}-${column}`, label: say(ROW[column]), value: line[column] ?? '', ...given },
        { draft, column, line: at },
        view,
      ),
      faults,
      view,
    )
  const rate = line['rate'] ?? ''
  const known = ['', '10', '8'].includes(rate) ? [] : [[rate, rate] as const]
  const choices = [['', say(ROW.rateNone)], ['10', say(ROW.rate10)], ['8', say(ROW.rate8)], ...known] as const
  const required = at === 0
  return html`<fieldset>${count > 1 ? html`<legend>${say(ROW.line, { at: at + 1 })}</legend>` : ''}
${own('amount', { required, input: { inputmode: 'numeric', autocomplete: 'off' } })}${refundBox(nameOf('amount', at), view)}
${own('rate', { required, choices })}
${own('account_item', { required, input: { list: 'accountItems', autocomplete: 'off' } })}
${own('description', { input: { autocomplete: 'off' } })}
${hiddenUnless(isUsed(draft, { column: 'section', line: at }), own('section', { input: { autocomplete: 'off' } }))}
</fieldset>`
}

function list(id: string, names: readonly string[]): Html {
  return html`<datalist id="${id}">${names.map(name => html`<option value="${name}"></option>`)}</datalist>`
}
