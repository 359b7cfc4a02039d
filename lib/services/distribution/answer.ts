/** `same` (`core/release/body/layout.ts`): the device has the content or did not request it. Pure. */
import { type AnswerPlan, type Catalog, layOutAnswer } from '../../core/release/body/layout.ts'
import { BODY_BUDGET } from '../../core/release/limits.ts'
import type { Envelope, ReleaseFile } from '../../core/release/schema.ts'

/** A request, after its release was looked up. */
export interface ResolvedQuestion {
  /** SHA-256 by path; undefined if the request names no release or an unknown one. */
  readonly held: ReadonlyMap<string, string> | undefined
  /** The newest root that the device trusts; without it, no root is sent. */
  readonly root: number | undefined
  /** Requested explicitly. */
  readonly want: ReadonlySet<string> | undefined
}

/** None if the device names no root. */
export function newerRoots({ roots }: Pick<Catalog, 'roots'>, root: number | undefined): Envelope[] {
  return roots.filter(({ version }) => root !== undefined && version > root).map(({ envelope }) => envelope)
}

/** An answer of version 1 of the protocol. */
export function planAnswer(catalog: Catalog, question: ResolvedQuestion, budget = BODY_BUDGET): AnswerPlan {
  const answer = {
    roots: newerRoots(catalog, question.root),
    wants: (file: ReleaseFile) => isWanted(file, question),
  }
  return layOutAnswer(catalog, answer, budget)
}

function isWanted(file: ReleaseFile, { want, held }: ResolvedQuestion): boolean {
  return want ? want.has(file.sha256) : held?.get(file.path) !== file.sha256
}
