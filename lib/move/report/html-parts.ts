/** Small parts of the HTML report; every text of the sites is escaped. */
import { escapeHtml } from '../../core/http/html.ts'
import type { Locale } from '../../core/language/language.ts'
import { textOf } from '../../core/language/text.ts'
import type { Speak } from '../phrase.ts'
import type { Finding, PointVerdict } from '../verdicts.ts'
import type { Hop } from '../visit/hop.ts'

/** The reader's language. */
export interface Reader {
  readonly locale: Locale
  readonly speak: Speak
}

export function badge(verdict: PointVerdict, { speak }: Reader): string {
  const name = verdict === 'not asked' ? speak('notAsked') : speak(verdict)
  return `<b class="badge ${verdict.replace(' ', '-')}">${escapeHtml(name)}</b>`
}

export function findingList(findings: readonly Finding[], reader: Reader): string {
  const items = findings.map(finding => {
    const { point, verdict, url, phrase } = finding
    const text = escapeHtml(textOf(phrase, reader.locale))
    const note = escapeHtml(reader.speak('point', { count: point }))
    return `<li>${badge(verdict, reader)} <span><code>${escapeHtml(url)}</code> ${text} <small>${note}</small></span></li>`
  })
  return `<ul class="findings">${items.join('')}</ul>`
}

/** Every hop of each address, folded. */
export function trailDetails(trails: readonly (readonly Hop[])[], reader: Reader): string {
  if (trails.length === 0) return ''
  const items = trails.map(
    hops => `<li>${hops.map(hop => `<span>${escapeHtml(hopText(hop, reader))}</span>`).join('')}</li>`,
  )
  const summary = escapeHtml(reader.speak('everyHop'))
  return `<details><summary>${summary}</summary><ol class="trails">${items.join('')}</ol></details>`
}

function hopText({ url, status = 0, location, trouble }: Hop, { locale, speak }: Reader): string {
  if (trouble) return `${url} ${textOf(trouble.phrase, locale)}`
  return location === undefined
    ? speak('hop', { url, status })
    : speak('hopTo', { url, status, to: location })
}

export interface Column {
  readonly name: string
  /** Whether it holds numbers. */
  readonly numeric?: boolean
}

/** More columns do not fit a phone: there a row is a block, in which each cell is named. */
const MOST_NARROW = 4

/** A table; the cells are HTML. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const of = (at: number) => (columns[at]?.numeric ? ' class="n"' : '')
  const head = columns.map(({ name }, at) => `<th scope="col"${of(at)}>${escapeHtml(name)}</th>`)
  const isMany = columns.length > MOST_NARROW
  const nameAt = (at: number) => (isMany ? ` data-name="${escapeHtml(columns[at]?.name ?? '')}"` : '')
  const body = rows.map(
    cells => `<tr>${cells.map((cell, at) => `<td${of(at)}${nameAt(at)}>${cell}</td>`).join('')}</tr>`,
  )
  const many = isMany ? ' class="many"' : ''
  return `<div class="wide"><table${many}><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}
