/** What a person should know before a new release is deployed. */
import { messageOf } from '../errors.ts'
import type { Manifest, Root } from '../release/schema.ts'
import { type Weight, weightWarnings } from './build/weight.ts'
import { earlyEndWarning } from './root-life.ts'

export interface NewRelease {
  readonly root: Root
  readonly manifest: Manifest
  readonly weight: Weight
  /** Why a file lacks a delta, by its path. */
  readonly lacking: ReadonlyMap<string, unknown>
}

export function warningsOf({ root, manifest, weight, lacking }: NewRelease): string[] {
  return [...lifeWarnings(root, manifest), ...deltaWarnings(lacking), ...weightWarnings(weight)]
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
