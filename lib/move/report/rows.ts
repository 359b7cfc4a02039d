/** The report as rows of text, for the table and the HTML page; decides what comes first and what is left out. */
import { NEUTRAL } from '../../core/language/language.ts'
import { STRING_FORMS } from '../facts/old-domain-strings.ts'
import { STRING_PLACES } from '../facts/string-tally.ts'
import { unicodeHost } from '../moved-site.ts'
import { type Speak, speaker } from '../phrase.ts'
import { type Finding, VERDICTS } from '../verdicts.ts'
import type { MoveReport } from './move-report.ts'

const ENGLISH = speaker(NEUTRAL)

/** `old.example to new.example`, in Unicode. */
export function moveTitle({ site }: MoveReport): string {
  return `${unicodeHost(site.oldDomain)} to ${unicodeHost(site.newHost)}`
}

/** One sentence for the top of the report, in English unless `speak` has another language. */
export function verdictSentence(
  { verdict, complete, pages: { counts, expected } }: MoveReport,
  speak: Speak = ENGLISH,
): string {
  const sentences = {
    passed: speak('verdictPassed'),
    warning: speak('verdictWarning'),
    unknown: speak('verdictUnknown'),
    failed: speak('verdictFailed'),
  }
  const stopped = complete ? '' : `${speak('stoppedAfter', { checked: counts.checked, expected })} `
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

/** `12 before, 0 after; names below it: shop.old.example`, in English unless `speak` has another language. */
export function stringSentence({ strings: { before, after } }: MoveReport, speak: Speak = ENGLISH): string {
  const counted = before
    ? speak('stringsBoth', { before: before.total, after: after.total })
    : speak('stringsAfter', { count: after.total })
  const names = after.subdomains.join(', ')
  return names === '' ? counted : `${counted}${speak('namesBelow', { names })}`
}

/** Every finding of the report, failed ones first, those about the whole site before those about pages. */
export function allFindings({ findings, pages }: MoveReport): Finding[] {
  const all = [...findings, ...pages.worst.flatMap(page => page.findings)]
  const rank = ({ verdict }: Finding) => VERDICTS.length - VERDICTS.indexOf(verdict)
  return all.toSorted((a, b) => rank(a) - rank(b))
}
