/** Chooses entries of the log: those of a person, or those of a kind. Pure. */
import type { Entry, Kind } from '../contract-schemas.ts'

/** The choice of a reader; without a member, all entries. */
export interface Choice {
  /** The name of a person or of a key, in any case. */
  readonly person?: string | undefined
  readonly kind?: Kind | undefined
  /** The digest of an approval that the entries name. */
  readonly approval?: string | undefined
}

/** The first segment of the endpoint's path, without `/api/`: `registrar`. Undefined if the endpoint is no path. */
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
