/** The report of `kura move check` for people: what failed first, then the points and the counts. */
import { visible } from '../../core/http/html.ts'
import { sumOf } from '../../move/page/form-samples.ts'
import type { MoveReport } from '../../move/report/move-report.ts'
import {
  allFindings,
  moveTitle,
  POINT_HEAD,
  pointRows,
  STRING_HEAD,
  stringRows,
  stringSentence,
  verdictSentence,
} from '../../move/report/rows.ts'
import type { Output } from '../terminal/output.ts'

/** Findings on the terminal; the HTML report and the JSON hold more. */
const MOST_FINDINGS = 50

export function showMoveReport(report: MoveReport, output: Output): void {
  const findings = allFindings(report)
  if (findings.length > 0) {
    output.table(
      findings
        .slice(0, MOST_FINDINGS)
        .map(({ verdict, point, url, message }) => [verdict, String(point), visible(`${url} ${message}`)]),
      ['verdict', 'point', 'finding'],
    )
    const more = findings.length - MOST_FINDINGS
    if (more > 0)
      output.line(`and ${more} more: --report FILE writes them as an HTML page, --json prints them`)
    output.line()
  }
  output.table(pointRows(report), POINT_HEAD)
  output.line()
  showStrings(report, output)
  showSamples(report, output)
  for (const { message } of report.notes) output.line(visible(`note: ${message}`))
  output.line(`${moveTitle(report)}: ${report.verdict}. ${verdictSentence(report)}`)
}

function showSamples({ samples, numbers: { before, after } }: MoveReport, output: Output): void {
  const { requested, addresses } = sumOf(samples)
  output.line(
    `forms of the old addresses: ${requested} of ${addresses} requested, the others follow from samples`,
  )
  const rows = Object.entries(after).map(([name, is]) => [
    name,
    String(before?.[name as keyof typeof after] ?? '-'),
    String(is),
  ])
  output.table(rows, ['counted', 'before', 'after'])
  output.line()
}

function showStrings(report: MoveReport, output: Output): void {
  output.line(`the old domain in texts: ${stringSentence(report)}`)
  const rows = stringRows(report)
  if (rows.length > 0) output.table(rows, STRING_HEAD)
  output.line()
}
