/**
 * Decides what a device gets for its question. Pure: the catalog and the question in, the decision out; `release/layout.ts`
 * says what the entries mean. `same` means "you have it, or you did not request it": with `have` alone, a file is the same
 * if the named release has it under the same path; with `want`, every content that is not in the list is.
 */
import { type AnswerPlan, type Catalog, layOutAnswer } from '../release/layout.ts'
import { BODY_BUDGET } from '../release/limits.ts'
import type { ReleaseFile } from '../release/schema.ts'

/** A device's question, with the release that it named looked up. */
export interface ResolvedQuestion {
  /** What the device has: SHA-256 by path; undefined if it named no release or an unknown one. */
  readonly held: ReadonlyMap<string, string> | undefined
  /** The version of the newest root that it trusts; without it no root is sent. */
  readonly root: number | undefined
  /** The contents that it requests, whatever it has. */
  readonly want: ReadonlySet<string> | undefined
}

/** Whether nothing is to be sent (304): the device has the current release, lacks no root, and requests no content. */
export function isCurrent(
  current: { readonly release: string; readonly root: { readonly version: number } },
  question: {
    readonly have?: string | undefined
    readonly root?: number | undefined
    readonly want?: readonly string[] | undefined
  },
): boolean {
  const lacksRoot = question.root !== undefined && question.root < current.root.version
  return question.have === current.release && !lacksRoot && (question.want ?? []).length === 0
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
  const roots = catalog.roots.filter(({ version }) => question.root !== undefined && version > question.root)
  const answer = {
    roots: roots.map(({ envelope }) => envelope),
    wants: (file: ReleaseFile) => isWanted(file, question),
  }
  return layOutAnswer(catalog, answer, budget)
}

function isWanted(file: ReleaseFile, { want, held }: ResolvedQuestion): boolean {
  return want ? want.has(file.sha256) : held?.get(file.path) !== file.sha256
}
