/**
 * Decides the answer to a device's question from the catalog and the question. Pure; `core/release/body/layout.ts` says
 * what the entries mean. `same` means "you have it, or you did not request it": with `have` alone, a file is the same
 * if the named release has it under the same path; with `want`, every content that is not in the list is.
 */
import { type AnswerPlan, type Catalog, layOutAnswer } from '../../core/release/body/layout.ts'
import { BODY_BUDGET } from '../../core/release/limits.ts'
import type { Envelope, ReleaseFile } from '../../core/release/schema.ts'

/** A device's question, with the release that it named looked up. */
export interface ResolvedQuestion {
  /** What the device has: SHA-256 by path; undefined if it named no release or an unknown one. */
  readonly held: ReadonlyMap<string, string> | undefined
  /** The version of the newest root that it trusts; without it no root is sent. */
  readonly root: number | undefined
  /** The contents that the device requests explicitly. */
  readonly want: ReadonlySet<string> | undefined
}

/** Whether nothing is to be sent (304): the device has the current release, lacks no root, and requests no content. */
export function isCurrent(
  current: { readonly release: string; readonly root: { readonly version: number } },
  question: {
    readonly have?: string | undefined
    readonly root?: number | undefined
    readonly want?: readonly string[] | undefined
    readonly knows?: string | undefined
    readonly lacks?: readonly string[] | undefined
  },
): boolean {
  const { have, knows = have, want = [], lacks = [] } = question
  return knows === current.release && !lacksRoot(current, question) && want.length + lacks.length === 0
}

/** Whether the release brings the device a newer root than the one that it names. */
export function lacksRoot(
  current: { readonly root: { readonly version: number } },
  { root }: { readonly root?: number | undefined },
): boolean {
  return root !== undefined && root < current.root.version
}

/** The roots after the one that a device names; none for a device that names none. */
export function newerRoots({ roots }: Pick<Catalog, 'roots'>, root: number | undefined): Envelope[] {
  return roots.filter(({ version }) => root !== undefined && version > root).map(({ envelope }) => envelope)
}

/** Whether the device only reports its status: it requests no content explicitly. */
export function isReport({
  status,
  want,
}: {
  readonly status?: unknown
  readonly want?: readonly string[] | undefined
}): boolean {
  return status !== undefined && want?.length === 0
}

/** Decides the answer to a device that is not current. */
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
