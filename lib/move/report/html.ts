import { attributes, type Html, html, htmlPage, type Piece } from '../../core/http/html.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { formatOf } from '../../core/language/format.ts'
import type { Locale } from '../../core/language/language.ts'
import { textOf } from '../../core/language/text.ts'
import type { Phrase } from '../../core/phrase.ts'
import type { RedirectRule } from '../rules/hosting-configuration.ts'
import type { PointVerdict } from '../verdicts.ts'
import { MOVE_CAUSES } from './cause-words.ts'
import type { Cause } from './causes.ts'
import type { MoveReport } from './move-report.ts'
import type { ReportedFinding } from './reported-finding.ts'
import { REPORT_STYLE } from './style.ts'
import { type Cell, type ReportTable, reportTables, reportTitle, verdictSentences } from './tables.ts'
import { MOVE_REPORT } from './words.ts'

/** Returns the report as one page without scripts, fonts or other resources. Every text from the sites is escaped. */
export function reportHtml(report: MoveReport, locale: Locale): string {
  const cards = fittingCards(report, locale)
  const sections = [
    header(report, report.causes.slice(0, cards.length), locale),
    causeSection(report, cards, locale),
    ...reportTables(report).map(table => tableSection(table, locale)),
    noteSection(report, locale),
  ]
  const title = textOf(reportTitle(report), locale)
  return htmlPage({
    language: locale.language,
    title,
    style: REPORT_STYLE,
    body: html`<main>
${sections}
</main>`,
  })
}

function header(report: MoveReport, shown: readonly Cause[], locale: Locale): Html {
  const stopped = report.complete
    ? ''
    : html`<p class="banner">${textOf(phrase(MOVE_REPORT.partial), locale)}</p>`
  const names = shown.map(
    ({ name, verdict }, at) =>
      html`<li>${badge(verdict, locale)} <a href="#${causeId(at)}">${textOf(phrase(MOVE_CAUSES[name]), locale)}</a></li>`,
  )
  const sentences = verdictSentences(report).map(said => textOf(said, locale))
  return html`<header>
${stopped}
<h1>${textOf(reportTitle(report), locale)} ${badge(report.verdict, locale)}</h1>
<p>${sentences.join(' ')}</p>
${names.length > 0 ? html`<ol class="causes">${names}</ol>` : ''}
<p class="times">${textOf(times(report, locale), locale)}</p>
</header>`
}

function times({ started, ended }: MoveReport, { timezone }: Locale): Phrase {
  const at = Date.parse(started)
  const seconds = Math.round((Date.parse(ended) - at) / 1000)
  const took =
    seconds < 120
      ? phrase(MOVE_REPORT.seconds, { seconds })
      : phrase(MOVE_REPORT.minutes, { minutes: Math.round(seconds / 60) })
  return phrase(MOVE_REPORT.checkedAt, { at, zone: timezone, took })
}

function badge(verdict: PointVerdict, locale: Locale): Html {
  const name = phrase(MOVE_REPORT[verdict === 'not asked' ? 'notAsked' : verdict])
  return html`<b class="badge ${verdict.replace(' ', '-')}">${textOf(name, locale)}</b>`
}

function causeId(at: number): string {
  return `cause-${at + 1}`
}

/** The most bytes of all cards together, so that the page stays small for any site. */
const MOST_BYTES = 50_000

function fittingCards({ causes }: MoveReport, locale: Locale): Html[] {
  const cards: Html[] = []
  let bytes = 0
  for (const [at, cause] of causes.entries()) {
    const card = causeCard(cause, at, locale)
    bytes += Buffer.byteLength(String(card))
    if (bytes > MOST_BYTES) break
    cards.push(card)
  }
  return cards
}

function causeSection({ causes }: MoveReport, cards: readonly Html[], locale: Locale): Piece {
  if (cards.length === 0) return ''
  const count = causes.length - cards.length
  const more = count > 0 ? html`<p>${textOf(phrase(MOVE_REPORT.moreCauses, { count }), locale)}</p>` : ''
  return html`<section>
<h2>${textOf(phrase(MOVE_REPORT.wrong), locale)}</h2>
${cards}
${more}
</section>`
}

function causeCard(cause: Cause, at: number, locale: Locale): Html {
  const { name, verdict, rule, count, folders, moreFolders, examples, rules } = cause
  const places = folders.map(({ folder, count }) =>
    phrase(MOVE_REPORT.folder, { folder: cut(readable(folder), 60), count }),
  )
  const where = phrase(MOVE_REPORT.places, { count, folders: places, more: moreFolders })
  const answered =
    rule === undefined
      ? ''
      : html`<p class="where">${textOf(phrase(MOVE_REPORT.answered, { rule: cut(rule, LONGEST) }), locale)}</p>`
  const pasted = rules.length === 0 ? '' : html`<pre>${rules.map(ruleLine)}</pre>`
  return html`<article class="${verdict}" id="${causeId(at)}">
<h3>${badge(verdict, locale)} ${textOf(phrase(MOVE_CAUSES[name]), locale)}</h3>
<p class="where">${textOf(where, locale)} <code>${name}</code></p>
${answered}${acceptedLine(cause, locale)}
<ul class="findings">${examples.map(finding => exampleItem(finding, locale))}</ul>
<p><b>${textOf(phrase(MOVE_REPORT.whatToDo), locale)}</b> ${textOf(phrase(MOVE_CAUSES[`${name}Do`]), locale)}</p>
${pasted}
</article>
`
}

function acceptedLine({ accepted }: Cause, locale: Locale): Piece {
  if (accepted === undefined) return ''
  const { by, at, reason } = accepted
  const said = phrase(MOVE_REPORT.acceptedBy, { by, at: Date.parse(at), reason: cut(reason, LONGEST) })
  return html`<p>${textOf(said, locale)}</p>`
}

/** A rule as one line, which people paste into a list. */
function ruleLine(rule: RedirectRule): Html {
  return html`<code>${JSON.stringify(rule)},</code>`
}

const LONGEST = 240

function exampleItem({ url, phrase: said }: ReportedFinding, locale: Locale): Html {
  return html`<li><code>${cut(readable(url), LONGEST)}</code> ${cut(textOf(said, locale), 2 * LONGEST)}</li>`
}

/** Cuts out the middle of a long text. The files beside the page have the whole text. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most / 2).toWellFormed()}…${text.slice(-most / 2).toWellFormed()}`
}

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The most columns of a table on a phone, which shows each row of a wider one as a block with labels. */
const MOST_NARROW = 4

function tableSection({ title, sentence, columns, rows }: ReportTable, locale: Locale): Html {
  const heading = html`<h2>${textOf(title, locale)}</h2>`
  const paragraph = sentence.length === 0 ? '' : html`<p>${sentence.map(said => textOf(said, locale))}</p>`
  if (rows.length === 0) return html`<section>\n${heading}\n${paragraph}\n</section>`
  const isMany = columns.length > MOST_NARROW
  const numeric = (at: number) => (columns[at]?.numeric ? 'n' : undefined)
  const names = columns.map(({ name }) => textOf(name, locale))
  const head = names.map(
    (name, at) => html`<th scope="col"${attributes({ class: numeric(at) })}>${name}</th>`,
  )
  const cellAt = (cell: Cell, at: number) =>
    html`<td${attributes({ class: numeric(at), 'data-name': isMany && names[at] })}>${cellHtml(cell, locale)}</td>`
  const body = rows.map(cells => html`<tr>${cells.map(cellAt)}</tr>`)
  return html`<section>
${heading}
${paragraph}
<div class="wide"><table${attributes({ class: isMany && 'many' })}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>
</section>`
}

function cellHtml(cell: Cell, locale: Locale): Piece {
  if ('point' in cell) return String(cell.point)
  if ('verdict' in cell) return badge(cell.verdict, locale)
  if ('code' in cell) return html`<code>${cut(cell.code, LONGEST)}</code>`
  if ('number' in cell) return cell.number === undefined ? '–' : formatOf(locale).number(cell.number)
  const remark = cell.remark ? html`<br><small>${textOf(cell.remark, locale)}</small>` : ''
  return [textOf(cell.text, locale), remark]
}

function noteSection({ notes }: MoveReport, locale: Locale): Piece {
  if (notes.length === 0) return ''
  const items = notes.map(note => html`<li>${cut(textOf(note.phrase, locale), 2 * LONGEST)}</li>`)
  return html`<section>
<h2>${textOf(phrase(MOVE_REPORT.notes), locale)}</h2>
<ul>${items}</ul>
</section>`
}
