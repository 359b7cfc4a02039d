/** With the app of the accounting service, people put files into the file box that are too large for a form. */
import type { ReplyOf } from '../../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../../core/http/html.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { sayIn } from '../../../../core/language/text.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { fields } from '../../../approvals/form.ts'
import type { NextPage, PersonCall, View } from '../../../page.ts'
import { addDraft, draftName, listDrafts } from './drafts.ts'
import { FILE_TYPES } from './files.ts'
import { proposalsOf } from './filling/proposals.ts'
import { cellsOfReading } from './filling/service-reading.ts'
import { refuseMore } from './limits.ts'
import { booksOf } from './rows.ts'
import { LIST } from './words.ts'

/** The maximum age of the offered files in milliseconds. */
const LATELY = 30 * 86_400_000
const MOST = '50'

/** The files of the last 30 days that belong to no deal and no row. @throws AppError of the endpoints */
export async function boxList(call: PersonCall): Promise<Html> {
  const { files } = await filesWithoutDeal(call)
  const taken = new Set((await listDrafts(call.core.store())).map(({ box }) => box?.id))
  const say = sayIn(call.view.locale)
  const free = files.filter(({ id }) => !taken.has(id))
  return free.length === 0
    ? html`<p>${say(LIST.boxEmpty)}</p>`
    : html`${free.map(file => card(file, call.view))}`
}

async function filesWithoutDeal(
  call: PersonCall,
): Promise<{ readonly company: number; readonly files: File[] }> {
  const { api, company } = await booksOf(call)
  const now = call.core.now()
  const [start, end] = [now - LATELY, now + 86_400_000].map(dayOf) as [string, string]
  const query = { company_id: String(company), start_date: start, end_date: end, limit: MOST }
  const { receipts } = await api.fileBox({ query: { ...query, category: 'without_deal' } })
  return { company, files: receipts.filter(({ description }) => !isOwn(description)) }
}

/** Whether kura has uploaded the file, which then has a row already. */
function isOwn(description: unknown): boolean {
  return typeof description === 'string' && description.includes('kura sha256:')
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

type File = ReplyOf<AccountingContract, 'fileBox'>['receipts'][number]

function card(file: File, view: View): Html {
  const say = sayIn(view.locale)
  const { issue_date: day, partner_name: partner, amount } = file.receipt_metadatum ?? {}
  const known = [day, partner, amount === null || amount === undefined ? '' : String(amount)]
  const about: Piece = known.filter(Boolean).join('　')
  return html`<section class="card"><h3>${nameOf(file)}</h3><p>${about}</p>
<form method="post" action="/console/receipts/row">${fields({ act: 'choose', id: String(file.id), form: view.nonce })}<button>${say(LIST.fill)}</button></form></section>
`
}

function nameOf({ id, description }: File): string {
  return typeof description === 'string' && description !== '' ? `${id}: ${description}` : String(id)
}

/**
 * Adds a row for a file of the file box, and returns the row's page.
 * @throws AppError `not_found` if `boxList` does not offer the file; as `refuseMore`, and of the endpoints
 */
export async function chooseFile(id: string, call: PersonCall): Promise<NextPage> {
  const { core, view } = call
  await refuseMore(0, core)
  const { company, files } = await filesWithoutDeal(call)
  const file = files.find(one => String(one.id) === id)
  if (!file) throw phraseError('not_found', phrase(LIST.boxTaken), { hint: phrase(LIST.boxTakenDo) })
  const cells = cellsOfReading(file, view.language)
  const row = draftName(`box ${company} ${file.id}`)
  const type = FILE_TYPES.find(known => known === file.mime_type)
  const box = { company, id: file.id, name: nameOf(file), ...(type !== undefined && { type }) }
  const proposed = proposalsOf(cells, 'service')
  const by = view.session.person.name
  const read = proposed.length > 0
  await addDraft(row, { case: `console ${row}`, lines: [{}], box, by, proposed, read }, core.store())
  return { to: `/console/receipts/row?row=${row}` }
}
