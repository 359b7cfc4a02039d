/**
 * An export is a file with the entries of a month as lines of JSON. The approvals that they name follow, with the
 * vouches for these. The last line is a statement about all of them, signed by the company's release keys. The
 * statement has the digest of the previous export, so a missing export is detected. Pure.
 */
import * as z from 'zod'
import { parseJson } from '../../core/json/json.ts'
import { type Calendar, monthOf } from '../../core/language/calendar.ts'
import { approvalSchema, type StoredApproval } from '../../core/passkey/stored-records.ts'
import { sha256 } from '../../core/release/envelope.ts'
import { type Envelope, envelopeSchema } from '../../core/release/schema.ts'
import type { Anchor, Entry } from './contract-schemas.ts'
import { digestOf, entryLine, parseEntry } from './entry.ts'

const EXPORT_VERSION = 1

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const end = z.object({ seq: z.int().min(1), digest })

/** An export has at least one entry. */
const statementSchema = z.object({
  v: z.literal(EXPORT_VERSION),
  /** The month by the company's time zone: `2026-10`. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  timezone: z.string(),
  created: z.iso.datetime(),
  /** The root whose keys signed the statement. */
  root: z.int().min(1),
  first: end,
  last: end,
  count: z.int().min(1),
  /** The SHA-256 of the lines of the entries. */
  content: digest,
  /** The digest of the previous export; absent in the first one. */
  previous: digest.optional(),
  /** The number and digest of each entry: a changed one is found even if all later ones were changed to fit. */
  entries: z.array(z.tuple([z.int(), z.string()])),
  /** The number of approvals and the SHA-256 of their lines; absent if there are none. */
  approvals: z.object({ count: z.int().min(1), content: digest }).optional(),
})
export type Statement = z.infer<typeof statementSchema>

export interface ExportFile {
  readonly name: string
  readonly lines: readonly string[]
  /** The lines of the approvals, each `{"approval": …}`. */
  readonly approvals: readonly string[]
  readonly envelope: Envelope
  readonly statement: Statement
}

function linesOf(entries: readonly Entry[]): string {
  return entries.map(entry => `${entryLine(entry)}\n`).join('')
}

export function contentOf(entries: readonly Entry[]): string {
  return sha256(linesOf(entries))
}

/** The number of characters of each entry's digest in the statement. */
const SHORT = 16

export function shortDigest(whole: string): string {
  return whole.slice(0, SHORT)
}

const APPROVAL_LINE = '{"approval":'

const approvalLine = z.strictObject({ approval: approvalSchema })

function linesOfApprovals(approvals: readonly StoredApproval[]): string {
  return approvals.map(approval => `${JSON.stringify({ approval })}\n`).join('')
}

/** Reads the approvals, and leaves out a line that is none. */
export function approvalsIn({ approvals }: Pick<ExportFile, 'approvals'>): StoredApproval[] {
  return approvals.flatMap(line => approvalLine.safeParse(parseJson(line)).data?.approval ?? [])
}

export interface Contents {
  readonly entries: readonly Entry[]
  readonly approvals: readonly StoredApproval[]
}

type About = Pick<Statement, 'month' | 'timezone' | 'created' | 'root' | 'previous'>

/** The statement to be signed. The contents must have at least one entry. */
export function statementText({ entries, approvals }: Contents, { previous, ...about }: About): string {
  const digests = entries.map(entry => ({ seq: entry.seq, digest: digestOf(entry) }))
  const statement = {
    v: EXPORT_VERSION,
    ...about,
    first: digests[0],
    last: digests.at(-1),
    count: entries.length,
    content: contentOf(entries),
    ...(previous !== undefined && { previous }),
    entries: digests.map(({ seq, digest }): [number, string] => [seq, shortDigest(digest)]),
    ...(approvals.length > 0 && {
      approvals: { count: approvals.length, content: sha256(linesOfApprovals(approvals)) },
    }),
  }
  return JSON.stringify(statement)
}

/** The digest of an export, which the next export and the anchor contain. */
export function exportDigest({ signed }: Envelope): string {
  return sha256(signed)
}

/** The lines of an export without the signed statement, as the console serves them. */
export function contentsText({ entries, approvals }: Contents): string {
  return linesOf(entries) + linesOfApprovals(approvals)
}

export function exportText(contents: Contents, envelope: Envelope): string {
  return `${contentsText(contents)}${JSON.stringify(envelope)}\n`
}

/** Reads the lines of `contentsText`; undefined if one is neither an entry nor an approval. */
export function readContents(text: string): Contents | undefined {
  const lines = text.replace(/\n$/, '').split('\n')
  const entries = lines.flatMap(line => parseEntry(line) ?? [])
  const approvals = approvalsIn({ approvals: lines })
  return entries.length + approvals.length === lines.length ? { entries, approvals } : undefined
}

/** Reads a file; undefined if its last line is not an envelope with a statement of an export. */
export function readExport(name: string, text: string): ExportFile | undefined {
  const all = text.replace(/\n$/, '').split('\n')
  const envelope = envelopeSchema.safeParse(parseJson(all.pop() ?? ''))
  if (!envelope.success) return undefined
  const statement = statementSchema.safeParse(parseJson(envelope.data.signed))
  if (!statement.success) return undefined
  const isApproval = (line: string) => line.startsWith(APPROVAL_LINE)
  const [approvals, lines] = [all.filter(isApproval), all.filter(line => !isApproval(line))]
  return { name, lines, approvals, envelope: envelope.data, statement: statement.data }
}

/** The last exported entry `seq`, 0 if nothing was exported, and the digest `export` of its export. */
export interface Exported {
  readonly seq: number
  readonly export?: string | undefined
}

/** How far an unbroken row of exports reaches, from the removed entries (`anchor`) or the first export on. */
export function exportedUntil(
  anchor: Pick<Anchor, 'seq' | 'export'> | undefined,
  files: readonly ExportFile[],
): Exported {
  let end: Exported = { seq: anchor?.seq ?? 0, export: anchor?.export }
  for (;;) {
    const next = files.find(
      ({ statement }) => statement.previous === end.export && statement.first.seq > end.seq,
    )
    if (!next) return end
    end = { seq: next.statement.last.seq, export: exportDigest(next.envelope) }
  }
}

export interface Month {
  readonly month: string
  readonly entries: readonly Entry[]
}

/** The months that have ended at `now` (milliseconds) and have entries, in the order of the log. */
export function monthsOver(
  entries: readonly Entry[],
  { calendar, now }: { calendar: Calendar; now: number },
): Month[] {
  const monthAt = (moment: number) => monthOf(calendar(moment))
  const months = Map.groupBy(entries, ({ at }) => monthAt(Date.parse(at)))
  return [...months].filter(([month]) => month < monthAt(now)).map(([month, entries]) => ({ month, entries }))
}
