import { type OpenItem, type OpenItems, URGENCIES, type Urgency } from '../../core/language/open-item.ts'

/** The words for a kind. A scan leaves out unknown kinds, so any other name is an internal error. */
export function itemOf(kind: string, kinds: OpenItems): OpenItem<never> {
  const item = kinds[kind]
  if (!item) throw new Error(`Cannot find the kind of notice "${kind}"`)
  return item
}

/** The urgency of a kind. Messages with a lower rank are sent first. */
export function urgencyOf(kind: string, kinds: OpenItems): { readonly name: Urgency; readonly rank: number } {
  const name = itemOf(kind, kinds).urgency
  return { name, rank: URGENCIES.indexOf(name) }
}
