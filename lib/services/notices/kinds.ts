import { type OpenItem, type OpenItems, URGENCIES, type Urgency } from '../../core/language/open-item.ts'

/**
 * The kind with this name. A stored notice always has a known kind, because a scan leaves out the others; any other
 * name is an internal error.
 */
export function itemOf(kind: string, kinds: OpenItems): OpenItem<never> {
  const item = kinds[kind]
  if (!item) throw new Error(`Cannot find the kind of notice "${kind}"`)
  return item
}

/** The urgency of a kind; messages with a lower rank are sent first. */
export function urgencyOf(kind: string, kinds: OpenItems): { readonly name: Urgency; readonly rank: number } {
  const name = itemOf(kind, kinds).urgency
  return { name, rank: URGENCIES.indexOf(name) }
}
