/** Counts occurrences of the old domain. The tally does not grow with the number of pages. */
import { type OldString, STRING_FORMS, type StringForm } from './old-domain-strings.ts'

/** The places that are counted; document 2 names the first five. */
export const STRING_PLACES = [
  'canonical',
  'sitemap',
  'robots',
  'social-preview',
  'structured-data',
  'hreflang',
  'links',
  'resources',
  'meta',
  'script',
  'data',
  'style',
  'text',
  'document',
  'comment',
  'other',
  'headers',
] as const
export type StringPlace = (typeof STRING_PLACES)[number]

export interface TallyRow {
  readonly place: StringPlace
  readonly form: StringForm
  readonly count: number
  /** How many of them name a subdomain other than www. */
  readonly subdomains: number
  readonly examples: readonly string[]
}

export interface StringCount {
  readonly total: number
  readonly rows: readonly TallyRow[]
  /** The subdomains, at most twenty; `addRow` adds none. */
  readonly subdomains: readonly string[]
}

export interface StringTally {
  add(place: StringPlace, document: string, strings: readonly OldString[]): void
  /** Adds a row that was counted elsewhere, such as in a baseline. */
  addRow(row: TallyRow): void
  /** Returns the rows of the places that have the old domain. */
  count(): StringCount
}

const EXAMPLES = 5
const NAMES = 20

export function createStringTally(): StringTally {
  const rows = new Map<string, { -readonly [K in keyof TallyRow]: TallyRow[K] } & { examples: string[] }>()
  const names = new Set<string>()
  return {
    add(place, document, strings) {
      for (const { form, host, subdomain } of strings) {
        const key = `${place} ${form}`
        const row = rows.get(key) ?? { place, form, count: 0, subdomains: 0, examples: [] }
        rows.set(key, row)
        row.count += 1
        if (subdomain) row.subdomains += 1
        if (subdomain && names.size < NAMES) names.add(host)
        if (row.examples.length < EXAMPLES && !row.examples.includes(document)) row.examples.push(document)
      }
    },
    addRow(row) {
      const key = `${row.place} ${row.form}`
      const known = rows.get(key) ?? { ...row, count: 0, subdomains: 0, examples: [] }
      rows.set(key, known)
      known.count += row.count
      known.subdomains += row.subdomains
      known.examples.push(...row.examples.slice(0, EXAMPLES - known.examples.length))
    },
    count: () => ({
      total: [...rows.values()].reduce((sum, { count }) => sum + count, 0),
      subdomains: [...names].sort(),
      rows: [...rows.values()].sort(
        (a, b) =>
          STRING_PLACES.indexOf(a.place) - STRING_PLACES.indexOf(b.place) ||
          STRING_FORMS.indexOf(a.form) - STRING_FORMS.indexOf(b.form),
      ),
    }),
  }
}
