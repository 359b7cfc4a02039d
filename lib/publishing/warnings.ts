import { messageOf } from '../core/errors.ts'
import type { Manifest, Root } from '../core/release/schema.ts'
import { type Weight, weightWarnings } from './build/weight.ts'
import { earlyEndWarning } from './keys/roots.ts'

export interface NewRelease {
  readonly root: Root
  readonly manifest: Manifest
  readonly weight: Weight
  /** For each file without a delta, by its path, the reason why it has none. */
  readonly lacking: ReadonlyMap<string, unknown>
  /** Old files in the release folder that cannot be removed. */
  readonly left: readonly string[]
}

export function warningsOf({ root, manifest, weight, lacking, left }: NewRelease): string[] {
  return [
    ...lifeWarnings(root, manifest),
    ...deltaWarnings(lacking),
    ...weightWarnings(weight),
    ...oldContentWarnings(left),
  ]
}

/** Warns of old files, which the host would deploy although no answer uses them. */
export function oldContentWarnings({ length }: readonly string[]): string[] {
  if (length === 0) return []
  const files = length === 1 ? '1 file' : `${length} files`
  return [`the release folder has ${files} of another release: run kura publish, which removes them`]
}

export function lifeWarnings(root: Root, manifest: Manifest): string[] {
  const warning = earlyEndWarning(root, manifest)
  return warning === undefined ? [] : [warning]
}

function deltaWarnings(lacking: ReadonlyMap<string, unknown>): string[] {
  return [...lacking].map(
    ([path, cause]) => `devices may download "${path}" whole, for lack of a delta: ${messageOf(cause)}`,
  )
}
