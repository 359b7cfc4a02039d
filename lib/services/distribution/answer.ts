/** Plans an answer. Its plan marks each content that is not sent as `same` (`core/release/body/layout.ts`). Pure. */
import { type AnswerPlan, type Catalog, layOutAnswer } from '../../core/release/body/layout.ts'
import { BODY_BUDGET } from '../../core/release/limits.ts'
import type { Envelope, ReleaseFile } from '../../core/release/schema.ts'

/** A request, after its release was looked up. */
export interface ResolvedQuestion {
  /** The SHA-256 of the held files by path; undefined if the request names no release or an unknown one. */
  readonly held: ReadonlyMap<string, string> | undefined
  /** The version of the newest root that the device trusts. If it is missing, no root is sent. */
  readonly root: number | undefined
  /** The digests of the contents that are requested explicitly. */
  readonly want: ReadonlySet<string> | undefined
}

/** The roots that the device lacks; none if the device names no root. */
export function newerRoots({ roots }: Pick<Catalog, 'roots'>, root: number | undefined): Envelope[] {
  return roots.filter(({ version }) => root !== undefined && version > root).map(({ envelope }) => envelope)
}

/** Plans an answer of version 1 of the protocol. */
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
