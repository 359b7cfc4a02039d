import { attributes, type Html, html } from '../../../../core/http/html.ts'
import { type Say, sayIn, textOf } from '../../../../core/language/text.ts'
import { readAmount } from '../../../../services/accounting/fields/amount.ts'
import type { DealSearch } from '../../../../services/accounting/lists/find-deals.ts'
import { readDay } from '../../../../services/accounting/taxes/issue-date.ts'
import { type Field, type FieldFaults, fieldsOf } from '../../../frame/parts.ts'
import type { View } from '../../../page.ts'
import { DEALS } from './words.ts'

export const FIELDS = ['from', 'until', 'least', 'most', 'partner', 'file', 'word'] as const
export type Fields = { readonly [Name in (typeof FIELDS)[number]]?: string | undefined }

export interface ReadSearch {
  /** The search that the fields describe, except the partner: only the books know the partner's id. */
  readonly search: DealSearch
  readonly faults: FieldFaults
  readonly isSet: boolean
}

const FILES = ['with', 'without'] as const

/** The search that the fields describe. An empty field does not limit the search. */
export function readSearch(fields: Fields, view: View): ReadSearch {
  const faults: Record<string, string> = {}
  const given = (name: keyof Fields) => fields[name]?.trim() || undefined
  const day = (name: 'from' | 'until') => {
    const read = given(name) === undefined ? undefined : readDay(given(name) ?? '')
    if (read && 'reason' in read) faults[name] = textOf(read.reason, view.locale)
    return read && 'date' in read ? read.date : undefined
  }
  const amount = (name: 'least' | 'most') => {
    const read = given(name) === undefined ? undefined : readAmount(given(name) ?? '')
    if (given(name) !== undefined && read === undefined) faults[name] = sayIn(view.locale)(DEALS.noAmount)
    return read
  }
  const search = {
    from: day('from'),
    until: day('until'),
    least: amount('least'),
    most: amount('most'),
    file: FILES.find(choice => choice === given('file')),
    word: given('word'),
  }
  return { search, faults, isSet: FIELDS.some(name => given(name) !== undefined) }
}

/** The address of a search, without its empty fields. */
export function searchAddress(fields: Fields & { readonly company?: string | undefined }): string {
  const filled = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(filled as [string, string][])
  return filled.length === 0 ? '/console/deals' : `/console/deals?${query}`
}

export interface SearchForm {
  readonly fields: Fields
  readonly faults: FieldFaults
  readonly company: string | undefined
  readonly isOpen: boolean
}

export function searchForm({ fields, faults, company, isOpen }: SearchForm, view: View): Html {
  const say = sayIn(view.locale)
  const inputs = fieldsOf(fieldsIn(fields, say), faults, view)
  const form = html`<form method="get" action="/console/deals">
${company === undefined ? '' : html`<input type="hidden" name="company" value="${company}">`}
${inputs}<div class="acts"><button class="first">${say(DEALS.search)}</button></div></form>`
  return html`<details${attributes({ open: isOpen })}><summary>${say(DEALS.find)}</summary>${form}</details>`
}

function fieldsIn(fields: Fields, say: Say): Field[] {
  const of = (name: keyof Fields) => ({ name, label: say(DEALS[name]), value: fields[name] ?? '' })
  return [
    { ...of('from'), input: { type: 'date' } },
    { ...of('until'), input: { type: 'date' } },
    { ...of('least'), input: { inputmode: 'numeric' } },
    { ...of('most'), input: { inputmode: 'numeric' } },
    { ...of('partner'), hint: say(DEALS.partnerHint) },
    {
      ...of('file'),
      choices: [
        ['', say(DEALS.anyFile)],
        ['with', say(DEALS.withFile)],
        ['without', say(DEALS.withoutFile)],
      ],
    },
    { ...of('word'), hint: say(DEALS.wordHint) },
  ]
}
