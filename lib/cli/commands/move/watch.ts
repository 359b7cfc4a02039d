import { phrase } from '../../../core/language/catalogue.ts'
import { MOVE_CAUSES } from '../../../move/report/cause-words.ts'
import { changesBetween, createOpenFindings, type OpenFindings } from '../../../move/report/changes.ts'
import { exitStatus, type MoveReport } from '../../../move/report/move-report.ts'
import type { ReportedFinding } from '../../../move/report/reported-finding.ts'
import type { CliContext } from '../../context.ts'
import type { Output } from '../../terminal/output.ts'
import { stoppableSleep } from '../../terminal/stoppable-sleep.ts'
import { showMoveReport } from './report.ts'
import { MOVE_COMMANDS } from './words.ts'

export interface Round {
  onFindings(findings: readonly ReportedFinding[]): void
  /** Shows the report, before its files are written. */
  show(report: MoveReport): void
}

/** @throws the reason of the signal after Ctrl-C */
export async function watch(
  check: (round: Round) => Promise<MoveReport>,
  { every, json }: { readonly every: number; readonly json?: true | undefined },
  context: CliContext,
): Promise<void> {
  const { sleep = stoppableSleep(context.signal) } = context
  const output = context.output({ json })
  for (let before: OpenFindings | undefined; ; ) {
    const now = createOpenFindings()
    const report = await check({
      onFindings: now.add,
      show: report => showRound(report, { before, now }, output),
    })
    if (exitStatus(report) === 0) return
    output.line(phrase(MOVE_COMMANDS.again, { minutes: every }))
    try {
      await sleep(every * 60_000)
      context.signal.throwIfAborted()
    } catch (stopped) {
      output.result(report)
      throw stopped
    }
    before = now
  }
}

interface Compared {
  readonly before: OpenFindings | undefined
  readonly now: OpenFindings
}

function showRound(report: MoveReport, { before, now }: Compared, output: Output): void {
  const isLast = !report.complete || exitStatus(report) === 0
  if (before && report.complete) showChanges(report, { before, now }, output)
  if (!before || isLast) showMoveReport(report, output)
  if (isLast) output.result(report)
}

function showChanges(
  { started }: MoveReport,
  { before, now }: Compared & { readonly before: OpenFindings },
  output: Output,
): void {
  const changes = changesBetween(before, now)
  const { cause, added, gone, left } = MOVE_COMMANDS
  output.line(phrase(MOVE_COMMANDS.checkedAgain, { at: Date.parse(started) }))
  output.table(
    changes.map(change => [
      phrase(MOVE_CAUSES[change.cause]),
      ...[change.added, change.gone, change.left].map(String),
    ]),
    [cause, added, gone, left].map(message => phrase(message)),
  )
  const count = changes.reduce((sum, change) => sum + change.left, 0)
  output.line(phrase(MOVE_COMMANDS.allLeft, { count }))
}
