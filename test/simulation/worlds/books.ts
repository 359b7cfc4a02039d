/** The accounting service of a world, with only the calls that deals need. */
import type { DealBody } from '../../../lib/services/accounting/remote/deal-schema.ts'
import type { Remote } from '../network.ts'

export const COMPANY = 1

/** Matches the path of a deal, with its number at the end. */
const DEAL = /\/deals\/(\d+)$/

export interface BookedDeal {
  readonly id: number
  readonly body: DealBody
  deleted?: 'through kura' | 'by hand'
}

/** All deals that were ever created, including deleted ones. */
export type Books = BookedDeal[]

/** Returns the deals that the service has now. */
export function livingDeals(books: Books): BookedDeal[] {
  return books.filter(({ deleted }) => deleted === undefined)
}

export function createBooksService(books: Books): Remote {
  return ({ method, url, body }) => {
    if (url.pathname.endsWith('/users/me')) return { status: 200, body: USER }
    if (method === 'POST') return { status: 201, body: { deal: shown(book(JSON.parse(body), books)) } }
    const path = DEAL.exec(url.pathname)
    if (!path) return listed(livingDeals(books))
    const deal = livingDeals(books).find(({ id }) => id === Number(path[1]))
    if (!deal) return { status: 404, body: { errors: [{ type: 'status', messages: ['no such deal'] }] } }
    if (method === 'GET') return { status: 200, body: { deal: shown(deal) } }
    deal.deleted = 'through kura'
    return { status: 204 }
  }
}

const USER = { user: { id: 1, companies: [{ id: COMPANY, role: 'admin' }] } }

function book(body: DealBody, books: Books): BookedDeal {
  const deal = { id: books.length + 1, body }
  books.push(deal)
  return deal
}

function listed(deals: readonly BookedDeal[]) {
  return { status: 200, body: { deals: deals.map(shown), meta: { total_count: deals.length } } }
}

function shown({ id, body }: BookedDeal) {
  const amount = body.details.reduce((sum, line) => sum + line.amount, 0)
  return { ...body, id, amount, status: 'settled', details: [] }
}
