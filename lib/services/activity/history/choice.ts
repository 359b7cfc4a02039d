import type { Entry, Kind } from '../contract-schemas.ts'

/** A choice of entries. Without a member it chooses all. */
export interface Choice {
  /** The name of a person or a key, in any letter case. */
  readonly person?: string | undefined
  readonly kind?: Kind | undefined
  readonly approval?: string | undefined
}

/** The first segment of the path without `/api/`, such as `registrar`. Undefined if the endpoint is no path. */
export function serviceOf({ endpoint }: Pick<Entry, 'endpoint'>): string | undefined {
  return /^[A-Z]+ \/(?:api\/)?([a-z]+)/.exec(endpoint)?.[1]
}

export function isChosen(entry: Entry, { person, kind, approval }: Choice): boolean {
  if (approval !== undefined && entry.approval !== approval) return false
  const wanted = person && folded(person)
  const names = [entry.person ?? '', entry.by.split(':', 1)[0] ?? ''].map(folded)
  if (wanted && !names.includes(wanted)) return false
  if (kind === 'approved') return entry.approval !== undefined
  return kind === undefined || serviceOf(entry) === kind
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}
