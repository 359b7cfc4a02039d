/** The report as one HTML page without scripts, fonts or other resources, in the company's language. */
import { attributes, type Html, html, htmlPage, type Piece } from '../../core/http/html.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { formatOf } from '../../core/language/format.ts'
import type { Locale } from '../../core/language/language.ts'
import { textOf } from '../../core/language/text.ts'
import type { Phrase } from '../../core/phrase.ts'
import type { PageRecord } from '../page/check-page.ts'
import { type Finding, type PointVerdict, worst } from '../verdicts.ts'
import type { Hop } from '../visit/hop.ts'
import type { MoveReport } from './move-report.ts'
import { REPORT_STYLE } from './style.ts'
import { type Cell, type ReportTable, reportTables, reportTitle, verdictSentences } from './tables.ts'
import { MOVE_REPORT } from './words.ts'

/** Returns the whole page; every text from the sites is escaped. */
export function reportHtml(report: MoveReport, locale: Locale): string {
  const sections = [
    header(report, locale),
    pageSection(report, locale),
    siteSection(report, locale),
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

function header(report: MoveReport, locale: Locale): Html {
  const { counts } = report.pages
  const stopped = report.complete
    ? ''
    : html`<p class="banner">${textOf(phrase(MOVE_REPORT.partial), locale)}</p>`
  const numbers = [
    ['checked', phrase(MOVE_REPORT.pages), counts.checked],
    ...(['failed', 'unknown', 'warning', 'passed'] as const).map(
      verdict => [verdict, phrase(MOVE_REPORT[verdict]), counts[verdict]] as const,
    ),
  ] as const
  const tiles = numbers.map(
    ([name, label, number]) =>
      html`<div class="${name}"><dt>${textOf(label, locale)}</dt><dd>${number}</dd></div>`,
  )
  const points = report.points.map(
    ({ point, verdict }) =>
      html`<a href="#${pointId(point)}">${textOf(phrase(MOVE_REPORT.point, { count: point }), locale)} ${badge(verdict, locale)}</a>`,
  )
  const sentences = verdictSentences(report).map(said => textOf(said, locale))
  return html`<header>
${stopped}
<h1>${textOf(reportTitle(report), locale)} ${badge(report.verdict, locale)}</h1>
<p>${sentences.join(' ')}</p>
<dl class="numbers">${tiles}</dl>
<nav class="strip" aria-label="${textOf(phrase(MOVE_REPORT.thePoints), locale)}">${points}</nav>
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

/** Returns the id of a point in the table of points. */
function pointId(point: number): string {
  return `point-${point}`
}

function badge(verdict: PointVerdict, locale: Locale): Html {
  const name = phrase(MOVE_REPORT[verdict === 'not asked' ? 'notAsked' : verdict])
  return html`<b class="badge ${verdict.replace(' ', '-')}">${textOf(name, locale)}</b>`
}

function pageSection({ pages }: MoveReport, locale: Locale): Piece {
  if (pages.worst.length === 0) return ''
  const more =
    pages.leftOut > 0
      ? html`<p>${textOf(phrase(MOVE_REPORT.morePages, { count: pages.leftOut }), locale)}</p>`
      : ''
  return html`<section>
<h2>${textOf(phrase(MOVE_REPORT.pagesWithFindings), locale)}</h2>
${pages.worst.map(page => pageArticle(page, locale))}
${more}
</section>`
}

function pageArticle(page: PageRecord, locale: Locale): Html {
  return html`<article class="${page.verdict}">
<h3>${badge(page.verdict, locale)} <code>${readable(page.path)}</code></h3>
${findingList(page.findings, locale)}
${trailDetails(page.trails, locale)}
</article>`
}

/** Returns a path with its percent-encoding decoded; if that does not result in valid text, unchanged. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function siteSection({ findings, findingsLeftOut, hops }: MoveReport, locale: Locale): Piece {
  if (findings.length === 0) return ''
  const trails = hops.filter(trail => trail.length > 0)
  const more =
    findingsLeftOut > 0
      ? html`<p>${textOf(phrase(MOVE_REPORT.moreFindings, { count: findingsLeftOut }), locale)}</p>`
      : ''
  return html`<section>
<h2>${textOf(phrase(MOVE_REPORT.wholeSite), locale)}</h2>
<article class="${worst(findings.map(({ verdict }) => verdict))}">
${findingList(findings, locale)}
${trailDetails(trails, locale)}
</article>
${more}
</section>`
}

function findingList(findings: readonly Finding[], locale: Locale): Html {
  const items = findings.map(({ point, verdict, url, phrase: said }) => {
    const note = textOf(phrase(MOVE_REPORT.point, { count: point }), locale)
    return html`<li>${badge(verdict, locale)} <span><code>${url}</code> ${textOf(said, locale)} <small>${note}</small></span></li>`
  })
  return html`<ul class="findings">${items}</ul>`
}

/** Returns every hop of each address, in a folded block. */
function trailDetails(trails: readonly (readonly Hop[])[], locale: Locale): Piece {
  if (trails.length === 0) return ''
  const items = trails.map(
    hops => html`<li>${hops.map(hop => html`<span>${hopText(hop, locale)}</span>`)}</li>`,
  )
  return html`<details><summary>${textOf(phrase(MOVE_REPORT.everyHop), locale)}</summary><ol class="trails">${items}</ol></details>`
}

function hopText({ url, status = 0, location, trouble }: Hop, locale: Locale): string {
  if (trouble) return `${url} ${textOf(trouble.phrase, locale)}`
  const said =
    location === undefined
      ? phrase(MOVE_REPORT.hop, { url, status })
      : phrase(MOVE_REPORT.hopTo, { url, status, to: location })
  return textOf(said, locale)
}

/**
 * The maximum number of columns that fit a phone. A table with more columns is shown there with each row as a block,
 * and a label for each cell.
 */
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

/** Returns a cell as HTML; a dash stands for a number that was not counted. */
function cellHtml(cell: Cell, locale: Locale): Piece {
  if ('point' in cell) return html`<span id="${pointId(cell.point)}">${cell.point}</span>`
  if ('verdict' in cell) return badge(cell.verdict, locale)
  if ('code' in cell) return html`<code>${cell.code}</code>`
  if ('number' in cell) return cell.number === undefined ? '–' : formatOf(locale).number(cell.number)
  const remark = cell.remark ? html`<br><small>${textOf(cell.remark, locale)}</small>` : ''
  return [textOf(cell.text, locale), remark]
}

function noteSection({ notes }: MoveReport, locale: Locale): Piece {
  if (notes.length === 0) return ''
  const items = notes.map(note => html`<li>${textOf(note.phrase, locale)}</li>`)
  return html`<section>
<h2>${textOf(phrase(MOVE_REPORT.notes), locale)}</h2>
<ul>${items}</ul>
</section>`
}
