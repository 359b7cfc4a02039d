/** The progress reports of long work; `cli/terminal/output.ts` shows them as a bar or as lines. */
import type { Reason } from '../phrase.ts'

export interface ProgressStep {
  /** The work, as a present participle: `fetching`. All steps of one work have the same text or the same phrase. */
  readonly what: Reason
  readonly done: number
  readonly total: number
  readonly unit: 'bytes' | 'entries' | 'files' | 'paths' | 'pages' | 'rows'
}

export type ReportProgress = (step: ProgressStep) => void

export const noProgress: ReportProgress = () => undefined

/** Reports only if the work is long enough to show progress: if `total` is at least `from`. */
export function longWork(
  report: ReportProgress,
  { total, from }: { total: number; from: number },
): ReportProgress {
  return total < from ? noProgress : report
}
