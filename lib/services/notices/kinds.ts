/** The kinds of notices by their names. */
import { type OpenItem, type OpenItems, URGENCIES, type Urgency } from '../../core/language/open-item.ts'

/** Returns the definition of the kind of a notice that a scan has kept. */
export function itemOf(kind: string, kinds: OpenItems): OpenItem<never> {
  const item = kinds[kind]
  if (!item) throw new Error(`Cannot find the kind of notice "${kind}"`)
  return item
}

/** Returns the rank of a kind's urgency: messages with a lower rank are sent first. */
export function urgencyOf(kind: string, kinds: OpenItems): { readonly name: Urgency; readonly rank: number } {
  const name = itemOf(kind, kinds).urgency
  return { name, rank: URGENCIES.indexOf(name) }
}
