import { AppError } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { listIn, sayIn, textOf } from '../../../../core/language/text.ts'
import { asInWindows31j } from '../../../../core/language/windows-31j.ts'
import { caseName } from '../../../../services/accounting/deals/schema.ts'
import { type ImportRow, readRows } from '../../../../services/accounting/imports/reading/deal-rows.ts'
import { cellsOfName } from '../../../../services/accounting/imports/reading/file-name.ts'
import { readTableBytes, type SourceRow } from '../../../../services/accounting/imports/reading/table-rows.ts'
import { sha256Of } from '../../../../services/accounting/receipts/identity.ts'
import { hasTrailer } from '../../../../services/accounting/receipts/media-type.ts'
import { readReceiptText } from '../../../../services/accounting/receipts/reading/read.ts'
import { labelOf } from '../../../drafts/drafts.ts'
import { faultReason } from '../../../frame/faults.ts'
import type { PageAnswer, SignedInCall } from '../../../page.ts'
import {
  addDraft,
  changeDraft,
  draftName,
  isRegistered,
  type NamedDraft,
  readDraft,
  type TableRow,
  type TakenRow,
  takeTableRow,
} from './drafts.ts'
import { type FileType, keepFile, LARGEST_FILE, typeOfFile } from './files.ts'
import { type Proposal, proposalsOf, proposalsOfText } from './filling/proposals.ts'
import { refuseMore, refuseOthers } from './limits.ts'
import { showReceipts } from './list.ts'
import { sinceRelease } from './row.ts'
import { booksOf } from './rows.ts'
import { LIST } from './words.ts'

const TABLE = /\.(?:csv|json|txt|tsv|xlsx?|ods|numbers)$/i

export async function sendReceipts(call: SignedInCall<'sendReceipts'>): Promise<PageAnswer> {
  refuseOthers(call.view.session)
  await refuseMore(call.body.byteLength, call.core)
  try {
    const taken = await takeFiles(await filesOf(call), call)
    if (isScript(call.request)) return sentAnswer(taken, call)
    const { names, kept, again } = taken
    const [only] = names
    if (kept.length > 0) return await showReceipts(call, { kept })
    const isOne = only !== undefined && names.length === 1
    const query = new URLSearchParams({
      ...(isOne && { row: only }),
      ...(again.length > 0 && { again: String(again.length) }),
    })
    return { to: `/console/receipts${isOne ? '/row' : ''}${query.size > 0 ? `?${query}` : ''}` }
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'usage' && error.code !== 'bad_request')) throw error
    const fault = faultReason(error)
    if (isScript(call.request)) return plainAnswer({ fault: textOf(fault, call.view.locale) })
    return showReceipts(call, { fault })
  }
}

/** The script asks for this type, and gets JSON as its answer. */
const PLAIN = 'text/plain'

function isScript({ headers }: Request): boolean {
  return (headers.get('accept') ?? '').split(', ').includes(PLAIN)
}

/** The answer for the script: the rows of the file, the rows that were not replaced, and whether the file is known. */
function sentAnswer({ names, kept, again }: TakenFiles, { view }: SignedInCall<'sendReceipts'>): Response {
  const say = sayIn(view.locale)
  const others = listIn(kept.map(labelOf), view.locale)
  return plainAnswer({
    rows: names,
    ...(kept.length > 0 && { kept: `${say(LIST.notReplaced)} ${others}` }),
    ...(again.length > 0 && { again: say(LIST.again, { names: again }) }),
  })
}

function plainAnswer(answer: object): Response {
  return new Response(JSON.stringify(answer), { headers: { 'content-type': PLAIN } })
}

/** @throws AppError `bad_request` */
async function filesOf({ request, body }: SignedInCall<'sendReceipts'>): Promise<File[]> {
  const type = request.headers.get('content-type') ?? ''
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(cause => {
    throw phraseError('bad_request', phrase(LIST.noForm), { cause })
  })
  const files = form.getAll('file').filter(value => value instanceof File && value.size > 0) as File[]
  if (files.length === 0) throw phraseError('bad_request', phrase(LIST.emptyFile))
  return files
}

/** `names` are the names of all rows. The rows in `kept` were sent again with other cells, but may no longer change. */
interface Taken {
  readonly names: string[]
  readonly kept: NamedDraft[]
}

interface TakenFiles extends Taken {
  /** The names of the files that were sent before, with the same content. */
  readonly again: string[]
}

async function takeFiles(files: readonly File[], call: SignedInCall<'sendReceipts'>): Promise<TakenFiles> {
  const taken: TakenFiles = { names: [], kept: [], again: [] }
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const name = nameOf(file)
    const take = TABLE.test(name) ? takeTable : takeFile
    const { names, kept, isKnown } = await take({ name, bytes }, call)
    taken.names.push(...names)
    taken.kept.push(...kept)
    if (isKnown) taken.again.push(name)
  }
  return taken
}

/** A file's name without its folders and the characters that the file box refuses. */
function nameOf({ name }: File): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).normalize('NFC')
  const plain = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
  return plain.slice(-200) || 'receipt'
}

interface Sent {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

type TakenFile = Taken & { readonly isKnown: boolean }

async function takeFile({ name, bytes }: Sent, call: SignedInCall<'sendReceipts'>): Promise<TakenFile> {
  const { core, view } = call
  if (bytes.length > LARGEST_FILE) throw phraseError('bad_request', phrase(LIST.large, { name }))
  const type = typeOfFile(bytes)
  if (!type) throw phraseError('bad_request', phrase(LIST.notTaken, { name }))
  const store = core.store()
  const sha256 = sha256Of(bytes)
  const row = draftName(sha256)
  const isBroken = type === 'application/pdf' && !hasTrailer(bytes)
  const file = { sha256, name, size: bytes.length, type, ...(isBroken && { broken: true }) }
  const known = await readDraft(row, store)
  const proposed = known ? [] : [...proposalsOfName(name), ...(await proposalsOfFile(bytes, type))]
  const draft = { case: `console ${row}`, lines: [{}], file, by: view.session.person.name, proposed }
  const taken = { names: [row], kept: [], isKnown: !(await addDraft(row, draft, store)) }
  // the file comes after its row, so that no file stays without a row; the file of a registered row is not stored
  // again, because that would remove the file's end
  if (known && isRegistered(known)) return taken
  await keepFile(bytes, store)
  if (type !== 'application/pdf' && known?.uploaded === undefined)
    await uploadAtOnce(row, { name, bytes }, call)
  return taken
}

/** The service reads the file while the person opens its row. The registration repeats an upload that fails here. */
async function uploadAtOnce(
  row: string,
  { name, bytes }: Sent,
  call: SignedInCall<'sendReceipts'>,
): Promise<void> {
  try {
    const { api, company } = await booksOf(call)
    const query = { company_id: String(company), name }
    const reply = await api.uploadReceipt({ query, body: bytes, mode: 'write' })
    if (reply.mode !== 'write') return
    await changeDraft(row, { uploaded: { company, id: reply.id } }, call.core.store())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Proposes the day, the amount and the description in a file's name, if the name has both day and amount. */
function proposalsOfName(name: string): Proposal[] {
  const { date, amount, description } = cellsOfName(name)
  return date !== '' && amount !== '' ? proposalsOf({ date, amount, description }, 'name') : []
}

/** The proposals from the text of a PDF. The reader's code loads only for a PDF. */
async function proposalsOfFile(bytes: Uint8Array, type: FileType): Promise<Proposal[]> {
  if (type !== 'application/pdf') return []
  const { linesOfPdf } = await import('../../../../services/accounting/receipts/reading/pdf.ts')
  return proposalsOfText(readReceiptText(await linesOfPdf(bytes)))
}

/** Adds the rows of a table. kura reads the table and names the cases as `kura accounting import` does. */
async function takeTable({ name, bytes }: Sent, call: SignedInCall<'sendReceipts'>): Promise<TakenFile> {
  const sources = tableRows({ name, bytes })
  const rows = await readRows(sources, { fileOf: () => Promise.reject(new AppError('usage', 'no file')) })
  const taken: Taken = { names: [], kept: [] }
  let isKnown = true
  for (const read of rows) {
    const lines = linesOf(read, sources)
    const of = 'deal' in read ? read.deal.case : caseOfUnread(lines, sources)
    const draft = draftName(`table ${of}`)
    const row = { case: of, lines, by: call.view.session.person.name }
    const { how, kept } = await takeRow(draft, row, call)
    if (kept) taken.kept.push(kept)
    isKnown &&= how === 'same'
    taken.names.push(draft)
  }
  return { ...taken, isKnown }
}

/** The case of an unreadable row. With a number that no other row has, a corrected row can replace this one later. */
function caseOfUnread(lines: readonly Record<string, string>[], sources: readonly SourceRow[]): string {
  const number = (lines[0]?.['number'] ?? '').trim().normalize('NFC')
  const others = sources.filter(({ cells }) => cells.number.trim().normalize('NFC') === number)
  if (number !== '' && others.length === lines.length && caseName.safeParse(number).success) return number
  return `console ${draftName(asInWindows31j(JSON.stringify(lines)))}`
}

async function takeRow(
  name: string,
  row: TableRow,
  call: SignedInCall<'sendReceipts'>,
): Promise<{ readonly how: TakenRow; readonly kept?: NamedDraft | undefined }> {
  const store = call.core.store()
  const how = await takeTableRow(name, row, store)
  if (how !== 'kept') return { how }
  const known = await readDraft(name, store)
  const now = known && (await sinceRelease(known, call))
  // the row may change now, if a person has declined its deal meanwhile
  const then = await takeTableRow(name, row, store)
  return { how: then, kept: then === 'kept' ? now : undefined }
}

/** The maximum number of rows of a table, because each row becomes a record, and one dry run shows all of them. */
const MOST_ROWS = 200

/** The rows without their files, which are on the person's machine and have to be sent separately. */
function tableRows({ name, bytes }: Sent): SourceRow[] {
  try {
    const rows = readTableBytes(bytes, name)
    if (rows.length === 0 || rows.length > MOST_ROWS)
      throw phraseError('usage', phrase(LIST.rowCount, { count: rows.length, most: MOST_ROWS }))
    return rows.map(row => ({ ...row, cells: { ...row.cells, file: '' } }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'usage') throw error
    throw phraseError('usage', phrase(LIST.notTable, { name, reason: faultReason(error) }), { cause: error })
  }
}

function linesOf({ at, places = [at] }: ImportRow, sources: readonly SourceRow[]): Record<string, string>[] {
  const own = sources.filter(source => places.includes(source.at))
  return own.map(({ cells }) => Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== '')))
}
