/** Finds late approvals. Whoever has stolen a replaced key can date a vouch back, but earlier exports lack it. Pure. */
import { digestOfApproval } from '../../../core/passkey/approval.ts'
import { LIFETIME } from '../../../core/passkey/challenge.ts'
import type { ProofDeps } from '../../../core/passkey/proof.ts'
import type { StoredApproval } from '../../../core/passkey/stored-records.ts'
import { parseEntry } from '../entry.ts'
import { approvalsIn, type ExportFile } from '../export.ts'

export interface ArchivedApprovals extends Pick<ProofDeps, 'rootAt' | 'late'> {
  readonly approvals: readonly StoredApproval[]
}

/** The approvals of the exports, in their order, and of entries that only the store has. */
export function archivedApprovals(
  files: readonly ExportFile[],
  stored: readonly StoredApproval[],
): ArchivedApprovals {
  const groups = [...files.map(approvalsIn), stored]
  const late = groups.flatMap((group, at) => lateIn(group, files.slice(0, at), groups.slice(0, at).flat()))
  const signed = files.map(({ statement }) => statement)
  return {
    approvals: groups.flat(),
    late: new Set(late),
    rootAt: moment =>
      Math.max(0, ...signed.filter(({ created }) => created <= moment).map(({ root }) => root)),
  }
}

/** The approvals that an earlier file should contain, although none does. */
function lateIn(
  group: readonly StoredApproval[],
  earlier: readonly ExportFile[],
  known: readonly StoredApproval[],
): string[] {
  const seen = new Set(known.map(digestOfApproval))
  const [begin, end] = [timeAt(earlier.at(0), 0), timeAt(earlier.at(-1), -1)]
  // an entry follows its approval within the lifetime of the statement
  const isEarlier = (at: string) => Date.parse(at) > begin && Date.parse(at) + LIFETIME < end
  return group
    .filter(({ at }) => isEarlier(at))
    .map(digestOfApproval)
    .filter(digest => !seen.has(digest))
}

/** The time of an entry in milliseconds; NaN if the file has no entry. */
function timeAt(file: ExportFile | undefined, index: 0 | -1): number {
  return Date.parse(parseEntry(file?.lines.at(index) ?? '')?.at ?? '')
}
