import { visible } from '../../../core/http/html.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import { MOVE_CAUSES } from '../../../move/report/cause-words.ts'
import type { MoveReport } from '../../../move/report/move-report.ts'
import { type Cell, reportTables, reportTitle, verdictSentences } from '../../../move/report/tables.ts'
import { MOVE_REPORT } from '../../../move/report/words.ts'
import type { Output } from '../../terminal/output.ts'

const MOST_CAUSES = 20

export function showMoveReport(report: MoveReport, output: Output): void {
  showCauses(report, output)
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

function showCauses({ causes }: MoveReport, output: Output): void {
  for (const cause of causes.slice(0, MOST_CAUSES)) {
    const { name, verdict, count, examples, rules, rule, folders, accepted } = cause
    output.line(`${verdict}: ${english(phrase(MOVE_CAUSES[name]))} (${count})`)
    for (const { url, message } of examples) output.line(visible(`  ${url} ${message}`))
    const names = folders.map(({ folder }) => folder).join(' ')
    output.line(visible(`  cause: ${name}${rule === undefined ? '' : `; rule: ${rule}`}; folders: ${names}`))
    if (accepted) {
      const { by, at, reason } = accepted
      const said = phrase(MOVE_REPORT.acceptedBy, { by, at: Date.parse(at), reason })
      output.line(visible(`  ${english(said)}`))
      continue
    }
    output.line(`  what to do: ${english(phrase(MOVE_CAUSES[`${name}Do`]))}`)
    for (const rule of rules) output.verbatim(visible(`  ${JSON.stringify(rule)}`))
    output.line()
  }
  const more = causes.length - MOST_CAUSES
  if (more > 0) output.line(`and ${more} more causes: --report FILE writes all findings beside an HTML page`)
}

function cellText(cell: Cell): string {
  if ('point' in cell) return String(cell.point)
  if ('verdict' in cell) return cell.verdict
  if ('code' in cell) return visible(cell.code)
  if ('number' in cell) return String(cell.number ?? '-')
  return visible(cell.remark ? `${english(cell.text)} (${english(cell.remark)})` : english(cell.text))
}
