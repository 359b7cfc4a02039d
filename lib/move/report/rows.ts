/** The report as rows of text, for the table and the HTML page; decides what comes first and what is left out. */
import { STRING_FORMS } from '../facts/old-domain-strings.ts'
import { STRING_PLACES } from '../facts/string-tally.ts'
import { unicodeHost } from '../moved-site.ts'
import type { PageRecord } from '../page/check-page.ts'
import { type Finding, VERDICTS } from '../verdicts.ts'
import type { Hop } from '../visit/hop.ts'
import type { MoveReport } from './move-report.ts'

/** `old.example to new.example`, in Unicode. */
export function moveTitle({ site }: MoveReport): string {
  return `${unicodeHost(site.oldDomain)} to ${unicodeHost(site.newHost)}`
}

/** One sentence for the top of the report. */
export function verdictSentence({ verdict, complete, pages }: MoveReport): string {
  const stopped = complete
    ? ''
    : `Partial report: stopped after ${pages.counts.checked} of ${pages.expected || 'an unknown number of'} pages. `
  const sentences = {
    passed: 'Everything is as it should be.',
    warning: 'The move is complete, with warnings.',
    unknown: 'Nothing failed, but something could not be checked: this is not a pass.',
    failed: 'The move is not complete: something failed.',
  }
  return `${stopped}${sentences[verdict]}`
}

export const POINT_HEAD = [
  'point',
  'verdict',
  'checked',
  'passed',
  'warned',
  'unknown',
  'failed',
  'requirement',
] as const

export function pointRows({ points }: MoveReport): string[][] {
  return points.map(({ point, verdict, checked, passed, warning, unknown, failed, title, note }) => [
    String(point),
    verdict,
    ...[checked, passed, warning, unknown, failed].map(String),
    note === undefined ? title : `${title} (${note.message})`,
  ])
}

export const STRING_HEAD = ['place', 'form', 'before', 'after'] as const

/** The count before, undefined if no saved copy was given, and after, for each place and form that has strings. */
export function tallyRows({ strings: { before, after } }: MoveReport) {
  return STRING_PLACES.flatMap(place =>
    STRING_FORMS.flatMap(form => {
      const [was, is] = [before, after].map(count =>
        count?.rows.find(row => row.place === place && row.form === form),
      )
      if (!was && !is) return []
      const counts = [before ? (was?.count ?? 0) : undefined, is?.count ?? 0] as const
      return [{ place, form, counts }]
    }),
  )
}

/** The same for the terminal; `before` is `-` if no saved copy was given. */
export function stringRows(report: MoveReport): string[][] {
  return tallyRows(report).map(({ place, form, counts: [was, is] }) => [
    place,
    form,
    String(was ?? '-'),
    String(is),
  ])
}

/** `12 before, 0 after; names below it: shop.old.example`. */
export function stringSentence({ strings: { before, after } }: MoveReport): string {
  const counted = before
    ? `${before.total} before, ${after.total} after`
    : `${after.total} after; no saved copy to compare`
  const names = after.subdomains.length > 0 ? `; names below it: ${after.subdomains.join(', ')}` : ''
  return `${counted}${names}`
}

/** Every finding of the report, failed ones first, those about the whole site before those about pages. */
export function allFindings({ findings, pages }: MoveReport): Finding[] {
  const all = [...findings, ...pages.worst.flatMap(page => page.findings)]
  const rank = ({ verdict }: Finding) => VERDICTS.length - VERDICTS.indexOf(verdict)
  return all.toSorted((a, b) => rank(a) - rank(b))
}

/** `https://old.example/a answers 301 to https://new.example/a`, or why there was no response. */
export function hopText({ url, status, location, trouble }: Hop): string {
  if (trouble) return `${url} ${trouble.message}`
  return location === undefined ? `${url} answers ${status}` : `${url} answers ${status} to ${location}`
}

/** The hops of each address of a page, in order. */
export function trailTexts({ trails }: PageRecord): string[][] {
  return trails.map(hops => hops.map(hopText))
}

/** Makes control and direction characters visible, so that no text of a site moves the cursor or imitates another. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, character => {
    const code = character.codePointAt(0) ?? 0
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}
