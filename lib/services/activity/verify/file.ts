import { countSignatures, sha256 } from '../../../core/release/envelope.ts'
import type { Root } from '../../../core/release/schema.ts'
import type { Entry } from '../contract-schemas.ts'
import { type ChainEnd, chainFault, digestOf, parseEntry } from '../entry.ts'
import { contentOf, type ExportFile, shortDigest } from '../export.ts'

/** `unknown`: the files do not show whether the entry is correct, or the fault is older than the export. */
export interface Finding {
  readonly state: 'wrong' | 'unknown'
  /** The file's name; absent if the finding is about the store. */
  readonly file?: string
  readonly entry?: number
  readonly text: string
}

export function verifyFile(file: ExportFile, roots: readonly Root[]): Finding[] {
  const found = [...signatureFindings(file, roots), ...entryFindings(file), ...approvalLineFindings(file)]
  return found.map(finding => ({ ...finding, file: file.name }))
}

function signatureFindings({ envelope, statement }: ExportFile, roots: readonly Root[]): Finding[] {
  const root = roots.find(({ version }) => version === statement.root)
  if (!root)
    return [{ state: 'unknown', text: `it names root ${statement.root}, which is not in the chain of roots` }]
  if (countSignatures('activity', envelope, root) >= root.threshold) return []
  return [{ state: 'wrong', text: `it is not signed by the keys of root ${root.version}` }]
}

function approvalLineFindings({ approvals, statement }: ExportFile): Finding[] {
  const content = sha256(approvals.map(line => `${line}\n`).join(''))
  const isSigned = approvals.length === 0 ? !statement.approvals : statement.approvals?.content === content
  return isSigned ? [] : [{ state: 'wrong', text: 'its approvals are not those that were signed' }]
}

/** Checks the entries. Their chain is checked only if the lines agree with the statement. */
function entryFindings({ lines, statement }: ExportFile): Finding[] {
  const read = lines.map(parseEntry)
  const entries = read.filter(entry => entry !== undefined)
  const findings = [
    ...read.flatMap((entry, at): Finding[] =>
      entry ? [] : [{ state: 'wrong', text: `line ${at + 1} is not an entry` }],
    ),
    ...changedEntries(entries, new Map(statement.entries)),
    ...missingEntries(entries, statement.entries),
  ]
  if (findings.length > 0) return findings
  if (contentOf(entries) !== statement.content)
    return [{ state: 'wrong', text: 'its lines are not those that were signed' }]
  return chainFaults(undefined, entries).map(text => ({
    state: 'unknown',
    text: `${text}, since before the export`,
  }))
}

function changedEntries(entries: readonly Entry[], signed: ReadonlyMap<number, string>): Finding[] {
  const seen = new Set<number>()
  return entries.flatMap((entry, at): Finding[] => {
    const { seq } = entry
    const fault = seen.has(seq) ? `entry ${seq} is there twice` : entryFault(entry, entries[at - 1], signed)
    seen.add(seq)
    return fault === undefined ? [] : [{ state: 'wrong', entry: seq, text: fault }]
  })
}

function entryFault(
  entry: Entry,
  before: Entry | undefined,
  signed: ReadonlyMap<number, string>,
): string | undefined {
  const { seq } = entry
  if (!signed.has(seq)) return `entry ${seq} was added`
  if (signed.get(seq) !== shortDigest(digestOf(entry))) return `entry ${seq} was changed`
  return before && before.seq > seq ? `entry ${seq} comes after entry ${before.seq}` : undefined
}

function missingEntries(
  entries: readonly Entry[],
  signed: readonly (readonly [number, string])[],
): Finding[] {
  const there = new Set(entries.map(({ seq }) => seq))
  return signed
    .filter(([seq]) => !there.has(seq))
    .map(([seq]) => ({ state: 'wrong', entry: seq, text: `entry ${seq} is missing` }))
}

export type Link = Pick<Entry, 'seq' | 'prev'> & { readonly digest: string }

function linkOf(entry: Entry): Link {
  return { seq: entry.seq, prev: entry.prev, digest: digestOf(entry) }
}

/** The faults of the chain. It begins after `start` or, without `start`, with the first entry. */
export function chainFaults(start: ChainEnd | undefined, entries: readonly (Entry | Link)[]): string[] {
  let last = start
  return entries.flatMap(entry => {
    const link = 'digest' in entry ? entry : linkOf(entry)
    const fault = last && chainFault(last, link)
    last = link
    return fault === undefined ? [] : [fault]
  })
}
