/** Lists deliveries from stored records, without a call to the platform. */
import { ignoredTokens } from '../../../core/config/chat.ts'
import { cutPage, type ListOrder, type PageRequest, pageOf } from '../../../core/http/pages.ts'
import type { Handlers } from '../../../core/http/serve.ts'
import { listAll } from '../../../core/store/list.ts'
import type { Store } from '../../../core/store/store.ts'
import type { ChatClaims } from '../acts/claims.ts'
import type { ChatContract, DeliveryRow } from '../contract.ts'
import type { StoredDelivery } from '../schema.ts'
import { caseOf, DELIVERIES } from './cases.ts'

export interface DeliveryListDeps extends Pick<ChatClaims, 'messages'> {
  readonly store: Store
}

export interface DeliveryRouteDeps {
  deps(): DeliveryListDeps
  /** The variables that are set to a person's token. kura does not use such tokens. */
  readonly userTokens: readonly string[]
}

export function deliveryHandlers(of: DeliveryRouteDeps): Handlers<ChatContract, 'deliveries'> {
  const also = ignoredTokens(of.userTokens)
  return {
    deliveries: async ({ query }) => ({ ...(await deliveriesPage(pageOf(query), of.deps())), ...also }),
  }
}

const NEWEST_FIRST: ListOrder<StoredDelivery> = {
  placeOf: ({ at, name }) => `${at} ${name}`,
  descending: true,
}

async function deliveriesPage(page: PageRequest, { store, messages }: DeliveryListDeps) {
  const { deliveryFormat } = await import('./stored-delivery.ts')
  const { records } = await listAll(store, DELIVERIES)
  const all = await Promise.all(records.map(({ value }) => deliveryFormat.parse(value)))
  const { entries, next } = cutPage(all, NEWEST_FIRST, page)
  const cases = entries.map(({ name, targets }) => targets.map(target => caseOf(name, target)))
  const claims = await messages.readAll(cases.flat())
  const sent = new Set(cases.flat().filter((_, at) => claims[at]?.result !== undefined))
  const rows = entries.map(({ name, way, by, at, targets }, index): DeliveryRow => {
    const reached = (cases[index] ?? []).filter(name => sent.has(name)).length
    return { name, way, by, at, messages: targets.length, sent: reached }
  })
  return { deliveries: rows, ...(next !== undefined && { next }) }
}
