/** The result of a benchmark: if possible a ratio within one run, so that a slow machine does not change it. */

export interface Measurement {
  readonly what: string
  readonly found: string
  /** The project's goal, and whether this run reached it. */
  readonly aim?: { readonly text: string; readonly held: boolean } | undefined
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** `0.81` */
export function ratioText(ratio: number): string {
  return ratio.toFixed(2)
}
