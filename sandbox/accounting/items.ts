/** Items: one call deletes an item, but the service refuses the call if a deal uses the item. */
import * as z from 'zod'
import { type CompanyEndpoint, existing, page, parseBody } from './endpoint.ts'
import { invalid } from './errors.ts'
import type { AccountingState, Item } from './state.ts'

const PATH = '/api/1/items'

const short = z.string().max(20).optional()
const itemBody = z.looseObject({
  company_id: z.int().min(1),
  name: z.string().min(1).max(30),
  shortcut1: short,
  shortcut2: short,
  code: short,
})

/** `today()` gives the date as YYYY-MM-DD. */
export function itemEndpoints(state: AccountingState, today: () => string): CompanyEndpoint[] {
  return [
    {
      method: 'GET',
      path: PATH,
      permission: 'items',
      company: 'query',
      answer: ({ company, query }) =>
        Response.json({ items: page([...company.items.values()], query, { size: 50, largest: 3000 }) }),
    },
    {
      method: 'GET',
      path: `${PATH}/{id}`,
      permission: 'items',
      company: 'query',
      answer: ({ company, id }) => Response.json({ item: existing(company.items, id) }),
    },
    {
      method: 'POST',
      path: PATH,
      permission: 'items',
      company: 'body',
      write: true,
      answer({ company, body }) {
        const item = createItem(parseBody(itemBody, body), { id: state.nextId(), update_date: today() })
        if ([...company.items.values()].some(({ name }) => name === item.name))
          throw invalid('品目名はすでに使用されています。')
        company.items.set(item.id, item)
        return Response.json({ item }, { status: 201 })
      },
    },
    {
      method: 'DELETE',
      path: `${PATH}/{id}`,
      permission: 'items',
      company: 'query',
      write: true,
      answer({ company, id }) {
        existing(company.items, id)
        const used = [...company.deals.values()].some(deal =>
          deal.details.some(({ item_id }) => item_id === id),
        )
        if (used) throw invalid('取引で使用されている品目は削除できません。')
        company.items.delete(id)
        return new Response(null, { status: 204 })
      },
    },
  ]
}

function createItem(body: z.infer<typeof itemBody>, facts: Pick<Item, 'id' | 'update_date'>): Item {
  const { company_id, name, shortcut1 = null, shortcut2 = null, code = null } = body
  return { ...facts, company_id, name, available: true, shortcut1, shortcut2, code }
}
