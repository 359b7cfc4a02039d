/** Verifies each file by itself, against the next, and against the entries in the store. Pure. */
import type { Root } from '../../../core/release/schema.ts'
import type { Anchor, Gap } from '../contract-schemas.ts'
import { HEAD_INTERVAL } from '../end.ts'
import { type ChainEnd, chainFault, digestOf, headFault, parseEntry } from '../entry.ts'
import { type ExportFile, exportDigest } from '../export.ts'
import { gapBehind, gapOf, gapText } from '../gap.ts'
import { chainFaults, type Finding, type Link, verifyFile } from './file.ts'

export interface StoredLog {
  readonly anchor: Pick<Anchor, 'seq' | 'digest' | 'export'> | undefined
  readonly head: ChainEnd
  readonly entries: readonly Link[]
  readonly gaps: readonly Gap[]
}

/** What files are verified against: the company's roots, from the first one, and `stored`, if given. */
export interface Evidence {
  readonly roots: readonly Root[]
  readonly stored?: StoredLog | undefined
  /** The ends of the log that were kept outside the store. */
  readonly heads?: readonly ChainEnd[] | undefined
}

/** The faults, and what the files and the stored log do not show; empty if all of it is sound. */
export function verifyExports(
  files: readonly ExportFile[],
  { roots, stored, heads = [] }: Evidence,
): Finding[] {
  const ordered = inOrder(files)
  const gaps = [...ordered.flatMap(gapsIn), ...(stored?.gaps ?? [])]
  return [
    ...ordered.flatMap(file => verifyFile(file, roots)),
    ...ordered.flatMap((file, at) => followFindings(ordered[at - 1], file)),
    ...ordered.flatMap((file, at) => rootFindings(ordered[at - 1], file)),
    ...(stored ? storeFindings(ordered, stored) : []),
    ...gaps.map((gap): Finding => ({ state: 'unknown', text: gapFinding(gap) })),
    ...headFindings(heads, { files: ordered, stored, gaps }),
  ]
}

function gapsIn({ lines }: ExportFile): Gap[] {
  return lines.flatMap(line => {
    const entry = parseEntry(line)
    return (entry && gapOf(entry)) ?? []
  })
}

function gapFinding(gap: Gap): string {
  return `${gapText(gap)}: what was recorded as entries ${gap.to + 1} to ${gap.from} is gone`
}

function headFindings(
  heads: readonly ChainEnd[],
  { files, stored, gaps }: { files: readonly ExportFile[]; gaps: readonly Gap[] } & Pick<Evidence, 'stored'>,
): Finding[] {
  const exported = files.flatMap(({ lines }) => lines.map(parseEntry)).filter(entry => entry !== undefined)
  const known = new Map([
    ...exported.map(entry => [entry.seq, digestOf(entry)] as const),
    ...[stored?.anchor, ...(stored?.entries ?? [])].flatMap(end =>
      end ? [[end.seq, end.digest] as const] : [],
    ),
  ])
  return heads.flatMap(head => headFinding(head, { known, stored, gaps }) ?? [])
}

function headFinding(
  head: ChainEnd,
  facts: { known: ReadonlyMap<number, string>; gaps: readonly Gap[] } & Pick<Evidence, 'stored'>,
): Finding | undefined {
  const { known, stored, gaps } = facts
  const { seq: entry, digest } = head
  const there = known.get(entry)
  if (there === digest || entry === 0) return undefined
  const gap = gapBehind(head, gaps)
  if (gap)
    return {
      state: 'unknown',
      entry,
      text: `entry ${entry} as it was kept elsewhere is gone: ${gapText(gap)}`,
    }
  if (there !== undefined)
    return { state: 'wrong', entry, text: `entry ${entry} is not the one that was kept elsewhere` }
  const kept = `entry ${entry}, which was kept elsewhere, is`
  if (stored && entry > (stored.anchor?.seq ?? 0)) return { state: 'wrong', entry, text: `${kept} missing` }
  return { state: 'unknown', entry, text: `${kept} in none of the files` }
}

/** Sorts the files by their first entry; a file that was given twice counts once. */
export function inOrder(files: readonly ExportFile[]): ExportFile[] {
  const unlike = new Map(files.map(file => [JSON.stringify([file.envelope, file.lines]), file]))
  return [...unlike.values()].sort((one, other) => one.statement.first.seq - other.statement.first.seq)
}

const START: ChainEnd = { seq: 0, digest: '' }

function followFindings(before: ExportFile | undefined, file: ExportFile): Finding[] {
  const { first, previous } = file.statement
  const end = before?.statement.last ?? START
  const about = (state: Finding['state'], text: string): Finding[] => [{ state, file: file.name, text }]
  const isNext = previous === (before && exportDigest(before.envelope))
  if (isNext) {
    const opening = parseEntry(file.lines[0] ?? '')
    // a missing or changed first line is reported by `verifyFile`
    const fault = opening?.seq === first.seq ? chainFault(end, opening) : undefined
    return fault === undefined ? [] : about('unknown', `${fault}, since before the export`)
  }
  const lacking = `entries ${end.seq + 1} to ${first.seq - 1} are in none of the files`
  if (first.seq > end.seq + 1) return about(before ? 'wrong' : 'unknown', lacking)
  return about('wrong', `it does not follow ${before?.name ?? 'the beginning of the log'}`)
}

/** Finds an export with an older root than the one before, whose key may have been stolen. */
function rootFindings(before: ExportFile | undefined, { name, statement: { root } }: ExportFile): Finding[] {
  const newest = before?.statement.root ?? 0
  if (root >= newest) return []
  const text = `it is signed with root ${root}, and the export before it with root ${newest} already`
  return [{ state: 'wrong', file: name, text }]
}

function storeFindings(files: readonly ExportFile[], { anchor, head, entries }: StoredLog): Finding[] {
  const end = files.at(-1)?.statement.last ?? START
  const last = entries.at(-1) ?? anchor ?? START
  const lost = last.seq < head.seq ? [`entries ${last.seq + 1} to ${head.seq} are missing`] : []
  const atHead = [...entries, anchor].find(end => end?.seq === head.seq)
  const replaced = atHead && atHead.digest !== head.digest ? [headFault(head)] : []
  const behind = last.seq - head.seq >= HEAD_INTERVAL ? headBehind(head, last) : undefined
  const removed =
    anchor && anchor.seq > end.seq
      ? `entries ${end.seq + 1} to ${anchor.seq} were removed from the store and are in none of the files`
      : undefined
  return [
    ...files.flatMap(file => anchorFindings(file, anchor)),
    ...files.flatMap(file => storedEntries(file, { anchor, entries })),
    ...[...chainFaults(anchor ?? START, entries), ...lost, ...replaced].map(
      (text): Finding => ({ state: 'wrong', text: `in the store: ${text}` }),
    ),
    ...[removed, behind].flatMap((text): Finding[] =>
      text === undefined ? [] : [{ state: 'unknown', text }],
    ),
  ]
}

function headBehind(head: ChainEnd, last: ChainEnd): string {
  const named =
    head.seq === 0 ? 'the head of the log is missing' : `the head of the log names entry ${head.seq}`
  return `in the store: ${named}, so nothing shows whether entries ${head.seq + 1} to ${last.seq} are the only ones`
}

/** Compares the anchor with the export, with which the entries must have been removed from the store. */
function anchorFindings({ name, statement, envelope }: ExportFile, anchor: StoredLog['anchor']): Finding[] {
  if (anchor === undefined || statement.last.seq !== anchor.seq) return []
  if (statement.last.digest === anchor.digest && exportDigest(envelope) === anchor.export) return []
  const text = `entries up to ${anchor.seq} were removed from the store with another export, ${anchor.export}`
  return [{ state: 'wrong', file: name, text }]
}

function storedEntries(
  { name, lines }: ExportFile,
  { anchor, entries }: Pick<StoredLog, 'anchor' | 'entries'>,
): Finding[] {
  const stored = new Map(entries.map(({ seq, digest }) => [seq, digest]))
  const begin = anchor?.seq ?? 0
  return lines.flatMap((line): Finding[] => {
    const entry = parseEntry(line)
    if (entry === undefined || entry.seq <= begin || stored.get(entry.seq) === digestOf(entry)) return []
    const { seq } = entry
    const text = stored.has(seq)
      ? `entry ${seq} in the store is not the one that was exported`
      : `entry ${seq} is missing in the store`
    return [{ state: 'wrong', file: name, entry: seq, text }]
  })
}
