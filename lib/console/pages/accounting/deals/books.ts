import type { Client } from '../../../../core/http/client.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { sayIn } from '../../../../core/language/text.ts'
import { type AccountingContract, accountingContract } from '../../../../services/accounting/contract.ts'
import type { CaseReport } from '../../../../services/accounting/deals/cases/report.ts'
import { findDeals } from '../../../../services/accounting/lists/find-deals.ts'
import { type CompanyNames, createNames } from '../../../../services/accounting/lists/names.ts'
import { clientOf, isOutage } from '../../../client.ts'
import { box } from '../../../frame/parts.ts'
import { FRAME } from '../../../frame/words.ts'
import type { PersonCall, ShownPage, SignedInCall } from '../../../page.ts'
import { type Book, dealList, type ListData, storedDeals } from './list.ts'
import { FIELDS, type Fields, readSearch } from './search.ts'
import { DEALS } from './words.ts'

const PAGE = 20

const MOST_PARTNERS = 8

export interface OpenBook {
  readonly api: Client<AccountingContract>
  readonly books: readonly Book[]
  readonly book: Book
  readonly names: CompanyNames
}

/**
 * Opens the books of the company. Without one, opens those of the first company, preferably one with the user as admin.
 * @throws AppError `not_found` if the user has no such company, and the errors of the endpoints
 */
export async function openBook(company: string | undefined, call: PersonCall): Promise<OpenBook> {
  const api = clientOf(accountingContract, call)
  const { companies } = await api.companies()
  const sorted = companies.toSorted(
    (one, other) => Number(other.role === 'admin') - Number(one.role === 'admin'),
  )
  const books = sorted.map(({ id, display_name: name }) => ({ id, name: name || String(id) }))
  const book = company ? books.find(({ id }) => String(id) === company) : books[0]
  if (!book) throw phraseError('not_found', phrase(DEALS.noCompany))
  return { api, books, book, names: createNames({ api, company: book.id }) }
}

export async function showDeals(call: SignedInCall<'showDeals'>): Promise<ShownPage> {
  const { view, query } = call
  const say = sayIn(view.locale)
  const title = say(DEALS.title)
  if (!view.session.scopes.includes('accounting.read'))
    return { title, body: box('warn', say(DEALS.noScope), say(FRAME.noScopeText)) }
  try {
    const data = await readList(query, call)
    return {
      title,
      body: dealList(data, view),
      ...(Object.keys(data.form.faults).length > 0 && { status: 400 }),
    }
  } catch (error) {
    if (!isOutage(error)) throw error
    return { title, body: storedDeals(await someSent(call), view) }
  }
}

type Query = SignedInCall<'showDeals'>['query']

async function readList(query: Query, call: PersonCall): Promise<ListData> {
  const { after, company } = query
  const open = await openBook(company, call)
  const fields: Fields = Object.fromEntries(FIELDS.map(name => [name, query[name]]))
  const { search, faults, isSet } = readSearch(fields, call.view)
  const text = fields.partner?.trim() ?? ''
  const partners = text === '' ? [] : await open.names.matching('partner', text)
  const say = sayIn(call.view.locale)
  const all = {
    ...faults,
    ...(text !== '' && partners.length === 0 && { partner: say(DEALS.noPartner) }),
    ...(partners.length > MOST_PARTNERS && { partner: say(DEALS.manyPartners, { count: partners.length }) }),
  }
  const offset = Math.max(0, Math.trunc(Number(after ?? 0)) || 0)
  const [only, another] = partners
  const mayFind = Object.keys(all).length === 0 && !another
  const source = { api: open.api, company: open.book.id }
  const [found, names] = await Promise.all([
    mayFind ? findDeals(source, { ...search, partner: only?.id }, { offset, limit: PAGE }) : undefined,
    open.names.load(['account item', 'partner']),
  ])
  const form = { fields, faults: all, company, isOpen: isSet }
  const several = another && partners.length <= MOST_PARTNERS ? partners.map(({ name }) => name) : []
  return { ...open, form, found, names, offset, partners: several }
}

/** How many cases are read while the books cannot be read. The limit lets one call of the store read them. */
const MOST_CASES = 500

export interface SentCases {
  readonly cases: readonly CaseReport[]
  /** The number of cases that were read; absent if kura has read all cases. */
  readonly read?: number | undefined
}

/** Reads the first 500 cases by name, and returns the registered cases among them. */
export async function readSent(call: PersonCall): Promise<SentCases> {
  const query = { state: 'done', limit: String(MOST_CASES) } as const
  const { cases, next } = await clientOf(accountingContract, call).cases({ query })
  return { cases, ...(next !== undefined && { read: MOST_CASES }) }
}

async function someSent(call: PersonCall): Promise<CaseReport[]> {
  const { cases } = await readSent(call)
  return cases.toSorted((one, other) => (one.since < other.since ? 1 : -1)).slice(0, PAGE)
}
