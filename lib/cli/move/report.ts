/** The report of `kura move check` on the terminal: failures first, then the same tables as in the HTML report. */
import { visible } from '../../core/http/html.ts'
import { english } from '../../core/language/text.ts'
import type { MoveReport } from '../../move/report/move-report.ts'
import {
  allFindings,
  type Cell,
  reportTables,
  reportTitle,
  verdictSentences,
} from '../../move/report/tables.ts'
import type { Output } from '../terminal/output.ts'

/** The maximum number of findings on the terminal; the HTML report and the JSON contain all of them. */
const MOST_FINDINGS = 50

export function showMoveReport(report: MoveReport, output: Output): void {
  showFindings(report, output)
  for (const { title, sentence, columns, rows } of reportTables(report)) {
    const said = sentence.map(english).join('')
    output.line(visible(said === '' ? english(title) : `${english(title)}: ${said}`))
    if (rows.length > 0) {
      const head = columns.map(({ name }) => english(name).toLowerCase())
      output.table(
        rows.map(cells => cells.map(cellText)),
        head,
      )
    }
    output.line()
  }
  for (const { message } of report.notes) output.line(visible(`note: ${message}`))
  const sentences = verdictSentences(report).map(english).join(' ')
  output.line(`${english(reportTitle(report))}: ${report.verdict}. ${sentences}`)
}

function showFindings(report: MoveReport, output: Output): void {
  const findings = allFindings(report)
  if (findings.length === 0) return
  const rows = findings
    .slice(0, MOST_FINDINGS)
    .map(({ verdict, point, url, message }) => [verdict, String(point), visible(`${url} ${message}`)])
  output.table(rows, ['verdict', 'point', 'finding'])
  const more = findings.length - MOST_FINDINGS
  if (more > 0) output.line(`and ${more} more: --report FILE writes them as an HTML page, --json prints them`)
  output.line()
}

function cellText(cell: Cell): string {
  if ('point' in cell) return String(cell.point)
  if ('verdict' in cell) return cell.verdict
  if ('code' in cell) return visible(cell.code)
  if ('number' in cell) return String(cell.number ?? '-')
  return visible(cell.remark ? `${english(cell.text)} (${english(cell.remark)})` : english(cell.text))
}
