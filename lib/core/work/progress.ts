import type { Reason } from '../phrase.ts'

export interface ProgressStep {
  /** A present participle: `fetching`. All steps of one work have the same. */
  readonly what: Reason
  readonly done: number
  readonly total: number
  readonly unit: 'bytes' | 'entries' | 'files' | 'paths' | 'pages' | 'rows'
}

export type ReportProgress = (step: ProgressStep) => void

export const noProgress: ReportProgress = () => undefined

/** Reports only if `total` is at least `from`. */
export function longWork(
  report: ReportProgress,
  { total, from }: { total: number; from: number },
): ReportProgress {
  return total < from ? noProgress : report
}
