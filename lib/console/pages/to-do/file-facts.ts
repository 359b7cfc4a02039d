/** Compares the values of a deal with the values in the file's text and in the accounting service's reading. Pure. */
import { html, type Piece } from '../../../core/http/html.ts'
import { catalogue } from '../../../core/language/catalogue.ts'
import { isSameName } from '../../../core/language/nearest-name.ts'
import { listIn, type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { readAmount, sumOf } from '../../../services/accounting/fields/amount.ts'
import { readRegistrationNumber } from '../../../services/accounting/fields/registration-number.ts'
import { yen } from '../../../services/accounting/lists/deal-rows.ts'
import type { ReceiptText } from '../../../services/accounting/receipts/reading/read.ts'
import type { Draft } from '../../drafts/stored-records.ts'
import { listTable } from '../../frame/lists.ts'
import type { View } from '../../page.ts'
import { SOURCES } from '../accounting/receipts/words.ts'
import type { ItemView } from './item.ts'

const FACTS = catalogue('console.item.file', {
  title: { en: 'What the file says', ja: 'ファイルの記載との比較' },
  fact: { en: 'Fact', ja: '項目' },
  proposed: { en: 'Proposed', ja: '登録する内容' },
  said: { en: 'The file says', ja: 'ファイルの記載' },
  by: { en: '{value} ({sources})', ja: '{value}（{sources}）' },
  box: { en: 'in the file box', ja: 'ファイルボックス' },
  differs: { en: 'differs', ja: '相違あり' },
  difference: {
    en: '{fact}: {proposed} is proposed, the file says {said}',
    ja: '{fact}：登録する内容は{proposed}、ファイルの記載は{said}',
  },
  unread: {
    en: 'The text of this PDF was not read for this page: open the deal on its own to compare it.',
    ja: 'このPDFの記載は、この画面では比較していません。取引を個別に開いて確認してください。',
  },
  day: { en: 'Day', ja: '日付' },
  amount: { en: 'Amount', ja: '金額' },
  partner: { en: 'Partner', ja: '取引先' },
  number: { en: 'Registration number', ja: '登録番号' },
})

/** The facts that are compared. An absent fact is not. */
export interface Facts {
  /** The day as YYYY-MM-DD. */
  readonly day?: string | undefined
  /** The amount with tax. */
  readonly amount?: number | undefined
  readonly partner?: string | undefined
  /** The registration number: T and 13 digits. */
  readonly number?: string | undefined
}

export interface Reading extends Facts {
  /** Where the facts come from: the file's text, the accounting service's reading, or the file's facts in the box. */
  readonly source: 'file' | 'service' | 'box'
}

export interface Compared {
  readonly fact: keyof Facts
  readonly proposed: string | number | undefined
  readonly said: readonly { readonly value: string | number; readonly by: readonly Reading['source'][] }[]
  readonly differs: boolean
}

export function readingOfText({ date, total, issuer, number, rates }: ReceiptText): Reading {
  const amount = total ?? (rates.length > 0 ? sumOf(rates.map(rate => rate.amount)) : undefined)
  return { source: 'file', day: date, amount, partner: issuer, number }
}

/** The service's own reading. It leaves out the row's cells, which a person may have filled in. */
export function readingOfService({ said = [] }: Pick<Draft, 'said'>): Reading {
  const cell = (column: string) => said.find(one => one.column === column)?.value
  const amount = readAmount(cell('amount') ?? '')
  return {
    source: 'service',
    day: cell('date'),
    amount,
    partner: cell('partner'),
    number: readRegistrationNumber(cell('qualified') ?? ''),
  }
}

type DealView = Pick<NonNullable<ItemView['deal']>, 'report' | 'partnerName'>

/** The readings without the issuer for an income, because the company itself has issued the file. */
export function comparableWith(
  { report }: Pick<DealView, 'report'>,
  readings: readonly Reading[],
): Reading[] {
  const { type } = report.body ?? report.asked ?? {}
  return readings.map(reading =>
    type === 'income' ? { ...reading, partner: undefined, number: undefined } : reading,
  )
}

export function factsOfDeal({ report, partnerName }: DealView): Facts {
  const { body, asked } = report
  const deal = body ?? asked
  if (!deal) return {}
  return {
    day: deal.issue_date,
    amount: sumOf(deal.details.map(({ amount }) => amount)),
    partner: partnerName ?? asked?.partner,
    number: asked?.registration_number,
  }
}

/** Compares each fact that a reading has with the proposed value. */
export function comparedFacts(proposed: Facts, readings: readonly Reading[]): Compared[] {
  return (['day', 'amount', 'partner', 'number'] as const).flatMap(fact => {
    const given = proposed[fact]
    const values = new Map<string | number, Reading['source'][]>()
    for (const { source, [fact]: value } of readings)
      if (value !== undefined && value !== '') values.set(value, [...(values.get(value) ?? []), source])
    if (values.size === 0) return []
    const said = [...values].map(([value, by]) => ({ value, by: [...new Set(by)] }))
    const differs = given !== undefined && said.some(({ value }) => !isSame(fact, given, value))
    return [{ fact, proposed: given, said, differs }]
  })
}

function isSame(fact: keyof Facts, one: string | number, other: string | number): boolean {
  if (fact === 'partner') return isSameName(String(one), String(other))
  if (fact === 'number') return readRegistrationNumber(String(one)) === readRegistrationNumber(String(other))
  return one === other
}

export function factsTable(rows: readonly Compared[], view: View): Piece {
  if (rows.length === 0) return ''
  const say = sayIn(view.locale)
  const shown = (value: string | number) => shownIn(view, value)
  const cells = rows.map(({ fact, proposed, said, differs }): Piece[] => [
    html`${say(FACTS[fact])}${differs ? html` <span class="tag bad">${say(FACTS.differs)}</span>` : ''}`,
    proposed === undefined ? '–' : shown(proposed),
    html`${said.map(({ value, by }, at) => html`${at > 0 ? html`<br>` : ''}${saidText(shown(value), by, { say, view })}`)}`,
  ])
  const heads = [say(FACTS.fact), say(FACTS.proposed), say(FACTS.said)]
  return html`<h2>${say(FACTS.title)}</h2>${listTable(heads, cells)}`
}

/** The facts that differ. `isUnread` means that the text of the file was not compared. */
export function differences(rows: readonly Compared[], isUnread: boolean, view: View): Piece {
  const say = sayIn(view.locale)
  const lines = rows
    .filter(({ differs }) => differs)
    .map(({ fact, proposed = '', said }) => {
      const values = said.map(({ value, by }) => saidText(shownIn(view, value), by, { say, view }))
      const what = {
        fact: say(FACTS[fact]),
        proposed: shownIn(view, proposed),
        said: listIn(values, view.locale),
      }
      return html`<p><span class="tag bad">${say(FACTS.differs)}</span> ${say(FACTS.difference, what)}</p>`
    })
  return html`${lines}${isUnread ? html`<p>${say(FACTS.unread)}</p>` : ''}`
}

function shownIn({ locale }: View, value: string | number): string {
  return typeof value === 'number' ? textOf(yen(value), locale) : value
}

function saidText(
  value: string,
  by: readonly Reading['source'][],
  { say, view }: { readonly say: Say; readonly view: View },
): string {
  const sources = by.map(source => (source === 'box' ? say(FACTS.box) : say(SOURCES[source])))
  return say(FACTS.by, { value, sources: listIn(sources, view.locale) })
}
