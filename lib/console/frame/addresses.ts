import type { Config } from '../../core/config/config.ts'
import { type Scope, withIncluded } from '../../core/signatures/keys.ts'

/** The kinds of items that have a page. `first` is a company's first deal, and `notice` is every other open item. */
export const ITEM_KINDS = ['deal', 'first', 'receipt', 'purchase', 'message', 'notice'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** The prefixes of the keys of notices about an item, by the item's kind. The rest of a key is the item's name. */
const ITEMS: readonly (readonly [kind: ItemKind, start: RegExp])[] = [
  ['deal', /^accounting\/deal(?:-twice)?\//],
  ['receipt', /^accounting\/receipt(?:-twice)?\//],
  ['purchase', /^registrar\/(?:purchase|order|deadline)\//],
  ['message', /^chat\/message\//],
]

/** The pages that solve other open items, by the prefix of the notice's key. */
const PAGES: readonly (readonly [page: `/console/${string}`, start: RegExp])[] = [
  ['/console/people', /^console\//],
  ['/console/devices', /^(?:distribution|admin\/enrolment)\//],
  ['/console/connections', /^(?:tokens|outlet)\//],
]

/** The scopes that a page needs: any one scope of its row is enough. Every person may open a page without a row. */
const NEEDS: readonly (readonly [page: string, ...needs: Scope[]])[] = [
  ['/console/receipts', 'accounting.write'],
  ['/console/deals', 'accounting.read'],
  ['/console/domains', 'registrar.read'],
  ['/console/messages', 'chat.read', 'chat.send'],
  ['/console/connections', 'admin'],
  ['/console/devices', 'admin'],
  ['/console/history', 'admin'],
  ['/console/people', 'admin'],
]
const ITEM_NEEDS: Readonly<Record<ItemKind, Scope>> = {
  deal: 'accounting.read',
  first: 'accounting.read',
  receipt: 'accounting.read',
  purchase: 'registrar.read',
  message: 'chat.read',
  notice: 'today.read',
}

/** Whether the person may open the address. The result is true without a person, but only pages with a session ask. */
export function mayOpen(
  address: string,
  person: { readonly scopes: readonly string[] } | undefined,
): boolean {
  if (!person) return true
  const scopes = withIncluded(person.scopes)
  const { pathname, searchParams } = new URL(address, 'https://console')
  const kind = ITEM_KINDS.find(known => known === searchParams.get('kind'))
  if (pathname === '/console/item') return kind === undefined || scopes.includes(ITEM_NEEDS[kind])
  const [, ...needs] = NEEDS.find(([page]) => `${pathname}/`.startsWith(`${page}/`)) ?? ['']
  return needs.length === 0 || needs.some(scope => scopes.includes(scope))
}

/** The full address of a page; undefined if the deployment has no valid address. */
export function consoleAddress(path: `/console${string}`, { url }: Pick<Config, 'url'>): string | undefined {
  try {
    return new URL(path, url()).href
  } catch {
    return undefined
  }
}

export function itemPage(kind: ItemKind, name: string): `/console/item${string}` {
  return `/console/item?${new URLSearchParams({ kind, name })}`
}

export function buyPage(domain: string): `/console/domains${string}` {
  return `/console/domains?${new URLSearchParams({ domain })}`
}

export function deliveryPage(name: string): `/console/messages${string}` {
  return `/console/messages?${new URLSearchParams({ name })}`
}

export function itemOfNotice(key: string): { readonly kind: ItemKind; readonly name: string } {
  const [kind, start] = ITEMS.find(([, pattern]) => pattern.test(key)) ?? ['notice', /^/]
  return { kind, name: key.replace(start, '') }
}

export function pageOfNotice(key: string): `/console${string}` {
  const [, delivery] = /^chat\/delivery\/(.+)$/s.exec(key) ?? []
  if (delivery !== undefined) return deliveryPage(delivery)
  const [, row] = /^accounting\/draft\/(.+)$/.exec(key) ?? []
  if (row !== undefined) return `/console/receipts/row?${new URLSearchParams({ row })}`
  const [page] = PAGES.find(([, start]) => start.test(key)) ?? []
  const { kind, name } = itemOfNotice(key)
  return page ?? itemPage(kind, name)
}
