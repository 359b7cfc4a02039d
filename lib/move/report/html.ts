/** The report as one HTML page without scripts, fonts or anything else to load. */
import type { PageRecord } from '../page/check-page.ts'
import { type Finding, type PointReport, type PointVerdict, worst } from '../verdicts.ts'
import type { MoveReport } from './move-report.ts'
import {
  hopText,
  moveTitle,
  STRING_HEAD,
  stringRows,
  stringSentence,
  trailTexts,
  verdictSentence,
  visible,
} from './rows.ts'
import { REPORT_STYLE } from './style.ts'

/** The whole page; every text of the sites is escaped. */
export function reportHtml(report: MoveReport): string {
  const title = `Site move: ${moveTitle(report)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
${header(report, title)}
${pageSection(report)}
${siteSection(report)}
${pointSection(report)}
${stringSection(report)}
${noteSection(report)}
</main>
</body>
</html>
`
}

function header(report: MoveReport, title: string): string {
  const { pages, started, ended, complete } = report
  const stopped = complete
    ? ''
    : '<p class="banner">This report is partial: the check was stopped before its end.</p>'
  const numbers = [
    ['checked', pages.counts.checked],
    ['failed', pages.counts.failed],
    ['unknown', pages.counts.unknown],
    ['warning', pages.counts.warning],
    ['passed', pages.counts.passed],
  ] as const
  return `<header>
${stopped}
<h1>${escapeHtml(title)} ${badge(report.verdict)}</h1>
<p>${escapeHtml(verdictSentence(report))}</p>
<dl class="numbers">${numbers.map(([name, number]) => `<div class="${name}"><dt>${name === 'checked' ? 'pages' : name}</dt><dd>${number}</dd></div>`).join('')}</dl>
<nav class="strip" aria-label="the eight points">${report.points.map(({ point, verdict }) => `<a href="#points">point ${point} ${badge(verdict)}</a>`).join('')}</nav>
<p class="times">${times(started, ended)}</p>
</header>`
}

function times(started: string, ended: string): string {
  const seconds = Math.round((Date.parse(ended) - Date.parse(started)) / 1000)
  const took = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return `${escapeHtml(started.slice(0, 16).replace('T', ' '))} UTC, took ${took}`
}

function pageSection({ pages }: MoveReport): string {
  if (pages.worst.length === 0) return ''
  const more =
    pages.leftOut > 0
      ? `<p>${pages.leftOut} more pages with findings are counted above but not listed.</p>`
      : ''
  return `<section>
<h2>Pages with findings, failed ones first</h2>
${pages.worst.map(pageArticle).join('\n')}
${more}
</section>`
}

function pageArticle(page: PageRecord): string {
  const trails = trailTexts(page).map(
    hops => `<li>${hops.map(text => `<span>${escapeHtml(text)}</span>`).join('')}</li>`,
  )
  return `<article class="${page.verdict}">
<h3>${badge(page.verdict)} <code>${escapeHtml(readable(page.path))}</code></h3>
${findingList(page.findings)}
<details><summary>Every hop</summary><ol class="trails">${trails.join('')}</ol></details>
</article>`
}

function siteSection({ findings, hops }: MoveReport): string {
  if (findings.length === 0) return ''
  const trails = hops.filter(trail => trail.length > 0)
  const list = trails.map(
    trail => `<li>${trail.map(hop => `<span>${escapeHtml(hopText(hop))}</span>`).join('')}</li>`,
  )
  const details = `<details><summary>Every hop</summary><ol class="trails">${list.join('')}</ol></details>`
  return `<section>
<h2>The site as a whole</h2>
<article class="${worst(findings.map(({ verdict }) => verdict))}">
${findingList(findings)}
${trails.length > 0 ? details : ''}
</article>
</section>`
}

function findingList(findings: readonly Finding[]): string {
  const items = findings.map(
    ({ point, verdict, url, message }) =>
      `<li>${badge(verdict)} <span><code>${escapeHtml(url)}</code> ${escapeHtml(message)} <small>point ${point}</small></span></li>`,
  )
  return `<ul class="findings">${items.join('')}</ul>`
}

function pointSection({ points }: MoveReport): string {
  return `<section>
<h2 id="points">The eight points</h2>
<div class="wide"><table>
<thead><tr><th>Point</th><th>Verdict</th><th>Requirement</th><th class="n">Checked</th><th class="n">Passed</th><th class="n">Warned</th><th class="n">Unknown</th><th class="n">Failed</th></tr></thead>
<tbody>${points.map(pointRow).join('')}</tbody>
</table></div>
</section>`
}

function pointRow({
  point,
  verdict,
  title,
  note,
  checked,
  passed,
  warning,
  unknown,
  failed,
}: PointReport): string {
  const counts = [checked, passed, warning, unknown, failed]
  const counted = verdict !== 'expected' && verdict !== 'not asked'
  const cells = counts.map(number => `<td class="n">${counted ? number : ''}</td>`).join('')
  const remark = note === undefined ? '' : `<br><small>${escapeHtml(note)}</small>`
  return `<tr><td>${point}</td><td>${badge(verdict)}</td><td>${escapeHtml(title)}${remark}</td>${cells}</tr>`
}

function stringSection(report: MoveReport): string {
  const rows = stringRows(report).map(
    ([place = '', form = '', before = '', after = '']) =>
      `<tr><td>${place}</td><td>${form}</td><td class="n">${before}</td><td class="n">${after}</td></tr>`,
  )
  const table = `<div class="wide"><table><thead><tr>${STRING_HEAD.map((name, column) => `<th${column > 1 ? ' class="n"' : ''}>${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return `<section>
<h2>The old domain in texts</h2>
<p>${escapeHtml(stringSentence(report))}</p>
${rows.length > 0 ? table : ''}
</section>`
}

function noteSection({ notes }: MoveReport): string {
  if (notes.length === 0) return ''
  return `<section>
<h2>Notes</h2>
<ul>${notes.map(({ message }) => `<li>${escapeHtml(message)}</li>`).join('')}</ul>
</section>`
}

function badge(verdict: PointVerdict): string {
  return `<b class="badge ${verdict.replace(' ', '-')}">${verdict}</b>`
}

/** A path with its percent-encoded letters decoded, if they are text. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
}
