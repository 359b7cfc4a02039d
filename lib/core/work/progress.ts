import type { Reason } from '../phrase.ts'

export interface ProgressStep {
  /** The work as a present participle: `fetching`. All steps of one work have the same participle. */
  readonly what: Reason
  readonly done: number
  readonly total: number
  readonly unit: 'bytes' | 'entries' | 'files' | 'paths' | 'pages' | 'rows'
}

export type ReportProgress = (step: ProgressStep) => void

export const noProgress: ReportProgress = () => undefined

/** Returns `report` if `total` is at least `from`. A shorter work reports nothing. */
export function longWork(
  report: ReportProgress,
  { total, from }: { total: number; from: number },
): ReportProgress {
  return total < from ? noProgress : report
}
