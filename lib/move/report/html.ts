/** The report as one HTML page without scripts, fonts or anything else to load, in the company's language. */
import { escapeHtml, htmlPage } from '../../core/http/html.ts'
import type { Locale } from '../../core/language/language.ts'
import { textOf } from '../../core/language/text.ts'
import { unicodeHost } from '../moved-site.ts'
import type { PageRecord } from '../page/check-page.ts'
import { say, speaker } from '../phrase.ts'
import { worst } from '../verdicts.ts'
import { badge, findingList, type Reader, trailDetails } from './html-parts.ts'
import { comparisonSection, pointId, pointSection, sampleSection, stringSection } from './html-tables.ts'
import type { MoveReport } from './move-report.ts'
import { verdictSentence } from './rows.ts'
import { REPORT_STYLE } from './style.ts'

/** The whole page; every text of the sites is escaped. */
export function reportHtml(report: MoveReport, locale: Locale): string {
  const reader: Reader = { locale, speak: speaker(locale) }
  const from = unicodeHost(report.site.oldDomain)
  const title = escapeHtml(reader.speak('title', { from, to: unicodeHost(report.site.newHost) }))
  const sections = [
    header(report, title, reader),
    pageSection(report, reader),
    siteSection(report, reader),
    pointSection(report, reader),
    comparisonSection(report, reader),
    stringSection(report, reader),
    sampleSection(report, reader),
    noteSection(report, reader),
  ]
  return htmlPage({ language: locale.language, title, style: REPORT_STYLE, body: sections.join('\n') })
}

function header(report: MoveReport, title: string, reader: Reader): string {
  const { speak } = reader
  const { counts } = report.pages
  const stopped = report.complete ? '' : `<p class="banner">${escapeHtml(speak('partial'))}</p>`
  const numbers = [
    ['checked', speak('pages'), counts.checked],
    ['failed', speak('failed'), counts.failed],
    ['unknown', speak('unknown'), counts.unknown],
    ['warning', speak('warning'), counts.warning],
    ['passed', speak('passed'), counts.passed],
  ] as const
  const tiles = numbers.map(
    ([name, label, number]) => `<div class="${name}"><dt>${escapeHtml(label)}</dt><dd>${number}</dd></div>`,
  )
  const points = report.points.map(
    ({ point, verdict }) =>
      `<a href="#${pointId(point)}">${escapeHtml(speak('point', { count: point }))} ${badge(verdict, reader)}</a>`,
  )
  return `<header>
${stopped}
<h1>${title} ${badge(report.verdict, reader)}</h1>
<p>${escapeHtml(verdictSentence(report, speak))}</p>
<dl class="numbers">${tiles.join('')}</dl>
<nav class="strip" aria-label="${escapeHtml(speak('thePoints'))}">${points.join('')}</nav>
<p class="times">${escapeHtml(times(report, reader))}</p>
</header>`
}

function times({ started, ended }: MoveReport, { speak, locale }: Reader): string {
  const at = Date.parse(started)
  const seconds = Math.round((Date.parse(ended) - at) / 1000)
  const took =
    seconds < 120 ? say('seconds', { seconds }) : say('minutes', { minutes: Math.round(seconds / 60) })
  return speak('checkedAt', { at, zone: locale.timezone, took: took.phrase })
}

function pageSection({ pages }: MoveReport, reader: Reader): string {
  if (pages.worst.length === 0) return ''
  const { speak } = reader
  const more = pages.leftOut > 0 ? `<p>${escapeHtml(speak('morePages', { count: pages.leftOut }))}</p>` : ''
  return `<section>
<h2>${escapeHtml(speak('pagesWithFindings'))}</h2>
${pages.worst.map(page => pageArticle(page, reader)).join('\n')}
${more}
</section>`
}

function pageArticle(page: PageRecord, reader: Reader): string {
  return `<article class="${page.verdict}">
<h3>${badge(page.verdict, reader)} <code>${escapeHtml(readable(page.path))}</code></h3>
${findingList(page.findings, reader)}
${trailDetails(page.trails, reader)}
</article>`
}

function siteSection({ findings, findingsLeftOut, hops }: MoveReport, reader: Reader): string {
  if (findings.length === 0) return ''
  const { speak } = reader
  const trails = hops.filter(trail => trail.length > 0)
  const more =
    findingsLeftOut > 0 ? `<p>${escapeHtml(speak('moreFindings', { count: findingsLeftOut }))}</p>` : ''
  return `<section>
<h2>${escapeHtml(speak('wholeSite'))}</h2>
<article class="${worst(findings.map(({ verdict }) => verdict))}">
${findingList(findings, reader)}
${trailDetails(trails, reader)}
</article>
${more}
</section>`
}

function noteSection({ notes }: MoveReport, { speak, locale }: Reader): string {
  if (notes.length === 0) return ''
  const items = notes.map(({ phrase }) => `<li>${escapeHtml(textOf(phrase, locale))}</li>`)
  return `<section>
<h2>${escapeHtml(speak('notes'))}</h2>
<ul>${items.join('')}</ul>
</section>`
}

/** A path with its percent-encoded letters decoded, if they are text. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
