import { AppError } from '../../../core/errors.ts'
import { readBody } from '../../../core/http/body.ts'
import { requestFor } from '../../../core/http/client.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { approvalIn } from '../../../core/http/router.ts'
import { reasonIn, type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { mapConcurrently } from '../../../core/work/concurrency.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import { stateOfCase } from '../../../services/accounting/deals/cases/words.ts'
import { readReceiptText } from '../../../services/accounting/receipts/reading/read.ts'
import { clientOf, responseOf } from '../../client.ts'
import type { PersonCall, View } from '../../page.ts'
import { listDrafts, type NamedDraft } from '../accounting/receipts/drafts.ts'
import { pictureOf } from '../accounting/receipts/file.ts'
import { LARGEST_FILE, readFile } from '../accounting/receipts/files.ts'
import { fileLinks, TWINS } from '../accounting/twins.ts'
import {
  type Compared,
  comparableWith,
  comparedFacts,
  differences,
  factsOfDeal,
  factsTable,
  type Reading,
  readingOfService,
  readingOfText,
} from './file-facts.ts'
import type { ItemView } from './item.ts'
import { ITEM } from './words.ts'

/**
 * The files of an item. A person who may open the pages of receipts gets the receipt's picture; other people get links
 * to the files at the service. For a deal that waits, the facts in the files are shown too.
 */
export async function filesOfItem(item: ItemView, call: PersonCall): Promise<Piece> {
  if (!item.deal) return ''
  const { shown, compared } = await fileOf(item, { drafts: await draftsFor(call), mayRead: () => true }, call)
  return html`${shown}${factsTable(compared, call.view)}`
}

/** The maximum number of PDFs that are read for one page, because each can take half a second. */
const MOST_TEXTS = 12

/** The files of each item, with only the facts that differ. The cards of further PDFs say that they were not read. */
export async function filesOfItems(items: readonly ItemView[], call: PersonCall): Promise<Piece[]> {
  const drafts = items.some(({ deal }) => deal) ? await draftsFor(call) : []
  let left = MOST_TEXTS
  const mayRead = () => left-- > 0
  return mapConcurrently(
    items,
    async item => {
      const { shown, compared, isUnread } = await fileOf(item, { drafts, mayRead }, call)
      return html`${shown}${differences(compared, isUnread, call.view)}`
    },
    { width: 4 },
  )
}

async function draftsFor({ core, view }: PersonCall): Promise<readonly NamedDraft[]> {
  return view.session.scopes.includes('accounting.write') ? listDrafts(core.store()) : []
}

interface Reader {
  readonly drafts: readonly NamedDraft[]
  /** Whether the text of one more PDF may be read. It is called once for each PDF. */
  mayRead(): boolean
}

async function fileOf(
  { name, deal }: Pick<ItemView, 'name' | 'deal'>,
  { drafts, mayRead }: Reader,
  call: PersonCall,
): Promise<{ readonly shown: Piece; readonly compared: readonly Compared[]; readonly isUnread: boolean }> {
  if (!deal) return { shown: '', compared: [], isUnread: false }
  const draft = drafts.find(({ case: known }) => known === name)
  const picture = draft ? pictureOf(draft, call.view) : ''
  const { state, body, asked } = deal.report
  const { company_id, receipt_ids: ids = [] } = body ?? asked ?? {}
  const company = Number(company_id)
  const shown = picture === '' ? html`${fileLinks({ company, ids }, call.view)}` : picture
  if (state !== 'review') return { shown, compared: [], isUnread: false }
  const boxed = ids.slice(0, MOST_READ).map(id => ({ company, id: Number(id) }))
  const { pdf, readings } = await (draft?.file ? filesOfRow(draft, call) : filesInBox(boxed, call))
  const reads = pdf !== undefined && mayRead()
  const bytes = reads ? await pdf().catch(unread) : undefined
  const text = bytes ? [await readingOfPdf(bytes)] : []
  const compared = comparedFacts(factsOfDeal(deal), comparableWith(deal, [...text, ...readings]))
  return { shown, compared, isUnread: pdf !== undefined && !reads }
}

const MOST_READ = 3
/** Milliseconds after which kura stops reading a PDF. */
const PATIENCE = 3_000

interface Boxed {
  readonly company: number
  readonly id: number
}

/** What kura knows about an item's files. A file that the file box did not give has no reading. */
interface Known {
  readonly readings: readonly Reading[]
  readonly pdf: (() => Promise<Uint8Array | undefined>) | undefined
}

/** The readings of a row's file, without the facts in the file box, because kura wrote those from the deal. */
async function filesOfRow(draft: NamedDraft, { core }: PersonCall): Promise<Known> {
  const { file } = draft
  const pdf = file?.type === 'application/pdf' ? () => readFile(file, core.store()) : undefined
  return { readings: [readingOfService(draft)], pdf }
}

async function filesInBox(boxed: readonly Boxed[], call: PersonCall): Promise<Known> {
  const found = await mapConcurrently(boxed, file => readingInBox(file, call).catch(unread))
  const pdf = found.find(one => one?.isPdf)?.file
  return { readings: found.flatMap(one => one?.reading ?? []), pdf: pdf && (() => bytesInBox(pdf, call)) }
}

function unread(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

async function readingInBox(
  file: Boxed,
  call: PersonCall,
): Promise<{ readonly file: Boxed; readonly reading: Reading; readonly isPdf: boolean }> {
  const { receipt } = await clientOf(accountingContract, call).fileInBox({
    params: { id: String(file.id) },
    query: { company_id: String(file.company) },
  })
  const { issue_date: day, amount, partner_name: partner } = receipt.receipt_metadatum ?? {}
  const reading = {
    source: 'box',
    day: day ?? undefined,
    amount: amount ?? undefined,
    partner: partner ?? undefined,
    number: receipt.invoice_registration_number ?? undefined,
  } as const
  return { file, reading, isPdf: receipt.mime_type === 'application/pdf' }
}

async function bytesInBox({ company, id }: Boxed, call: PersonCall): Promise<Uint8Array> {
  const query = { company_id: String(company) }
  const request = requestFor(accountingContract, 'file', { params: { id: String(id) }, query })
  return readBody(await responseOf(request, call), LARGEST_FILE)
}

/** The code of the PDF reader loads only here. */
async function readingOfPdf(bytes: Uint8Array): Promise<Reading> {
  const { linesOfPdf } = await import('../../../services/accounting/receipts/reading/pdf.ts')
  return readingOfText(readReceiptText(await linesOfPdf(bytes, { longest: PATIENCE })))
}

/** The folded history of a deal's case, the oldest step first. */
export function historyOf({ deal }: ItemView, { locale }: View): Html | '' {
  if (!deal) return ''
  const say = sayIn(locale)
  const steps = deal.report.steps.map(({ state, at, by, reason }) => {
    const why = textOf(reasonIn(reason), locale)
    const who = approvalIn(by)?.name ?? by
    return html`<li>${say(ITEM.step, { at: Date.parse(at), by: who, state: stateOfCase(state), why })}</li>`
  })
  return html`<details><summary>${say(ITEM.history)}</summary><ol>${steps}</ol></details>`
}

export function twinsOf({ deal }: ItemView, say: Say): Html | '' {
  if (!deal || deal.twins.length === 0) return ''
  return html`<h2>${say(TWINS.twins)}</h2><p>${say(TWINS.twinsText)}</p>${deal.twins}`
}
