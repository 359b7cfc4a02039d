/** The page of the console on which a person sees an open item, by the key of its notice. Pure. */

/** The kinds of items that have a page, and the starts of their notices' keys; the name of the item follows. */
const PAGES: readonly (readonly [kind: ItemKind, start: RegExp])[] = [
  ['deal', /^accounting\/deal(?:-twice)?\//],
  ['receipt', /^accounting\/receipt(?:-twice)?\//],
  ['purchase', /^registrar\/(?:purchase|order|deadline)\//],
  ['message', /^chat\/message\//],
]

export const ITEM_KINDS = ['deal', 'receipt', 'purchase', 'message'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** Returns the address of the page of an item. */
export function itemPage(kind: ItemKind, name: string): `/console/item${string}` {
  return `/console/item?${new URLSearchParams({ kind, name })}`
}

/** Returns the address of the page on which a person buys a domain. */
export function buyPage(domain: string): `/console/domains${string}` {
  return `/console/domains?${new URLSearchParams({ domain })}`
}

/** Returns the page of the open item whose notice has this key: `/console/item?…`, or where the item can be solved. */
export function pageOfNotice(key: string): `/console${string}` {
  for (const [kind, start] of PAGES) if (start.test(key)) return itemPage(kind, key.replace(start, ''))
  if (/^(?:admin|console)\//.test(key)) return '/console/people'
  return /^(?:tokens|accounting|cron|outlet|registrar|chat)\//.test(key)
    ? '/console/connections'
    : '/console/more'
}
