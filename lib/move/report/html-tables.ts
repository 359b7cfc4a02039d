/** The tables of the HTML report: the points, the comparison, the old domain, the forms of the old addresses. */
import { escapeHtml } from '../../core/http/html.ts'
import { formatOf } from '../../core/language/format.ts'
import { textOf } from '../../core/language/text.ts'
import { sumOf } from '../page/form-samples.ts'
import type { SiteNumbers } from '../site-numbers.ts'
import type { PointReport } from '../verdicts.ts'
import { badge, type Column, type Reader, table } from './html-parts.ts'
import type { MoveReport } from './move-report.ts'
import { stringSentence, tallyRows } from './rows.ts'

const numeric = (name: string): Column => ({ name, numeric: true })

export function pointSection({ points }: MoveReport, reader: Reader): string {
  const { speak } = reader
  const columns = [
    { name: speak('columnPoint') },
    { name: speak('columnVerdict') },
    { name: speak('columnRequirement') },
    numeric(speak('columnChecked')),
    numeric(speak('columnPassed')),
    numeric(speak('columnWarned')),
    numeric(speak('columnUnknown')),
    numeric(speak('columnFailed')),
  ]
  const rows = points.map(point => pointRow(point, reader))
  return `<section>\n<h2>${escapeHtml(speak('thePoints'))}</h2>\n${table(columns, rows)}\n</section>`
}

/** The id of a point in the table of points. */
export function pointId(point: PointReport['point']): string {
  return `point-${point}`
}

function pointRow(report: PointReport, reader: Reader): string[] {
  const { point, verdict, note, checked, passed, warning, unknown, failed } = report
  const counted = verdict !== 'expected' && verdict !== 'not asked'
  const counts = [checked, passed, warning, unknown, failed]
  const remark = note ? `<br><small>${escapeHtml(textOf(note.phrase, reader.locale))}</small>` : ''
  const title = escapeHtml(reader.speak(`point${point}`))
  return [
    `<span id="${pointId(point)}">${point}</span>`,
    badge(verdict, reader),
    `${title}${remark}`,
    ...counts.map(number => (counted ? numberText(number, reader) : '')),
  ]
}

/** What was counted before the move and after it; without a baseline only after it. */
export function comparisonSection(report: MoveReport, reader: Reader): string {
  const { numbers, strings, recorded } = report
  const { speak } = reader
  const row = (name: string, key: keyof SiteNumbers) => [
    escapeHtml(name),
    numberText(numbers.before?.[key], reader),
    numberText(numbers.after[key], reader),
  ]
  const rows = [
    row(speak('rowPages'), 'pages'),
    row(speak('rowNoindex'), 'noindex'),
    row(speak('rowRefresh'), 'refresh'),
    row(speak('rowDeadLinks'), 'deadLinks'),
    [
      escapeHtml(speak('rowStrings')),
      numberText(strings.before?.total, reader),
      numberText(strings.after.total, reader),
    ],
  ]
  const columns = [
    { name: speak('columnWhat') },
    numeric(speak('columnBefore')),
    numeric(speak('columnAfter')),
  ]
  const since = recorded === undefined ? '' : speak('comparedWith', { at: Date.parse(recorded) })
  return `<section>
<h2>${escapeHtml(speak('comparison'))}</h2>
<p>${escapeHtml(since)}</p>
${table(columns, rows)}
</section>`
}

export function stringSection(report: MoveReport, reader: Reader): string {
  const { speak } = reader
  const columns = [
    { name: speak('columnPlace') },
    { name: speak('columnForm') },
    numeric(speak('columnBefore')),
    numeric(speak('columnAfter')),
  ]
  const rows = tallyRows(report).map(({ place, form, counts: [was, is] }) => [
    escapeHtml(speak(place)),
    escapeHtml(speak(form)),
    numberText(was, reader),
    numberText(is, reader),
  ])
  return `<section>
<h2>${escapeHtml(speak('oldDomain'))}</h2>
<p>${escapeHtml(stringSentence(report, speak))}</p>
${rows.length > 0 ? table(columns, rows) : ''}
</section>`
}

/** Rows of one rule and group of paths together; only the first are shown. */
const MOST_GROUPS = 50

export function sampleSection({ samples }: MoveReport, reader: Reader): string {
  if (samples.length === 0) return ''
  const { speak } = reader
  const total = sumOf(samples)
  const groups = [...Map.groupBy(samples, ({ rule, paths }) => `${rule}\n${paths}`).values()]
  const rows = groups.slice(0, MOST_GROUPS).map(group => {
    const { addresses, requested, faulty } = sumOf(group)
    const [{ rule = '', paths = '' } = {}] = group
    const numbers = [group.length, addresses, requested, faulty]
    return [code(rule), code(paths), ...numbers.map(number => numberText(number, reader))]
  })
  const columns = [
    { name: speak('columnRule') },
    { name: speak('columnPaths') },
    numeric(speak('columnForms')),
    numeric(speak('columnAddresses')),
    numeric(speak('columnRequested')),
    numeric(speak('columnFindings')),
  ]
  return `<section>
<h2>${escapeHtml(speak('samples'))}</h2>
<p>${escapeHtml(speak('samplesSentence', total))}</p>
${table(columns, rows)}
</section>`
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`
}

/** A dash for what was not counted. */
function numberText(number: number | undefined, { locale }: Reader): string {
  return number === undefined ? '–' : formatOf(locale).number(number)
}
