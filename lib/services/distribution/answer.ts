/**
 * Decides the answer to a device's request from the catalog of the release and the request. Pure;
 * `core/release/body/layout.ts` defines the entries. The entry `same` means that the device has the content or did not
 * request it. If the request has only `have`, a file is `same` if the release that `have` names has the same content
 * under the same path. If the request has `want`, a file is `same` if its content is not in `want`.
 */
import { type AnswerPlan, type Catalog, layOutAnswer } from '../../core/release/body/layout.ts'
import { BODY_BUDGET } from '../../core/release/limits.ts'
import type { Envelope, ReleaseFile } from '../../core/release/schema.ts'

/** A device's request, after the release that it names was looked up. */
export interface ResolvedQuestion {
  /** The contents of the device: SHA-256 by path; undefined if the request names no release or an unknown one. */
  readonly held: ReadonlyMap<string, string> | undefined
  /** The version of the newest root that the device trusts; if it is undefined, no root is sent. */
  readonly root: number | undefined
  /** The contents that the device requests explicitly. */
  readonly want: ReadonlySet<string> | undefined
}

/** The roots after the root that a device names; none if the device names no root. */
export function newerRoots({ roots }: Pick<Catalog, 'roots'>, root: number | undefined): Envelope[] {
  return roots.filter(({ version }) => root !== undefined && version > root).map(({ envelope }) => envelope)
}

/** Plans an answer of version 1: what the device wants, and where it gets it. */
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
