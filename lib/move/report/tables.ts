/** Independent of the language: the terminal and the page show the same tables. */
import { phrase } from '../../core/language/catalogue.ts'
import type { Phrase } from '../../core/phrase.ts'
import { STRING_FORMS } from '../facts/old-domain-strings.ts'
import { STRING_PLACES } from '../facts/string-tally.ts'
import { MOVE_PLACES } from '../facts/words.ts'
import { unicodeHost } from '../moved-site.ts'
import { sumOf } from '../page/form-samples.ts'
import type { SiteNumbers } from '../site-numbers.ts'
import type { PointNumber, PointVerdict, Verdict } from '../verdicts.ts'
import type { MoveReport } from './move-report.ts'
import { MOVE_REPORT } from './words.ts'

/** Undefined: not counted. */
interface NumberCell {
  readonly number: number | undefined
}

export type Cell =
  | NumberCell
  | { readonly point: PointNumber }
  | { readonly verdict: PointVerdict }
  /** A remark applies only to this report. */
  | { readonly text: Phrase; readonly remark?: Phrase | undefined }
  /** Shown unchanged. */
  | { readonly code: string }

export interface ReportTable {
  readonly title: Phrase
  /** Sums up the rows. */
  readonly sentence: readonly Phrase[]
  readonly columns: readonly { readonly name: Phrase; readonly numeric?: true }[]
  readonly rows: readonly (readonly Cell[])[]
}

/** A table without rows has a sentence instead. */
export function reportTables(report: MoveReport): ReportTable[] {
  return [pointTable(report), comparisonTable(report), stringTable(report), ...sampleTables(report)]
}

function pointTable({ points }: MoveReport): ReportTable {
  const hasAccepted = points.some(({ accepted }) => accepted > 0)
  return {
    title: phrase(MOVE_REPORT.thePoints),
    sentence: [],
    columns: [
      { name: phrase(MOVE_REPORT.columnPoint) },
      { name: phrase(MOVE_REPORT.columnVerdict) },
      { name: phrase(MOVE_REPORT.columnChecked), numeric: true },
      { name: phrase(MOVE_REPORT.columnPassed), numeric: true },
      ...(hasAccepted ? [{ name: phrase(MOVE_REPORT.columnAccepted), numeric: true } as const] : []),
      { name: phrase(MOVE_REPORT.columnWarned), numeric: true },
      { name: phrase(MOVE_REPORT.columnUnknown), numeric: true },
      { name: phrase(MOVE_REPORT.columnFailed), numeric: true },
      { name: phrase(MOVE_REPORT.columnRequirement) },
    ],
    rows: points.map(({ point, verdict, note, checked, passed, accepted, warning, unknown, failed }) => {
      const isCounted = verdict !== 'expected' && verdict !== 'not asked'
      const counts = [checked, passed, ...(hasAccepted ? [accepted] : []), warning, unknown, failed]
      return [
        { point },
        { verdict },
        ...counts.map(number => ({ number: isCounted ? number : undefined })),
        { text: phrase(MOVE_REPORT[`point${point}`]), remark: note?.phrase },
      ]
    }),
  }
}

/** Without a baseline, a saved copy gives only the old domain's count before. */
function comparisonTable({ numbers, strings, recorded }: MoveReport): ReportTable {
  const row = (text: Phrase, key: keyof SiteNumbers): Cell[] => [
    { text },
    { number: numbers.before?.[key] },
    { number: numbers.after[key] },
  ]
  return {
    title: phrase(MOVE_REPORT.comparison),
    sentence: recorded === undefined ? [] : [phrase(MOVE_REPORT.comparedWith, { at: Date.parse(recorded) })],
    columns: [{ name: phrase(MOVE_REPORT.columnWhat) }, ...beforeAndAfter()],
    rows: [
      row(phrase(MOVE_REPORT.rowPages), 'pages'),
      row(phrase(MOVE_REPORT.rowNoindex), 'noindex'),
      row(phrase(MOVE_REPORT.rowRefresh), 'refresh'),
      row(phrase(MOVE_REPORT.rowDeadLinks), 'deadLinks'),
      [
        { text: phrase(MOVE_REPORT.rowStrings) },
        { number: strings.before?.total },
        { number: strings.after.total },
      ],
    ],
  }
}

function beforeAndAfter() {
  return [
    { name: phrase(MOVE_REPORT.columnBefore), numeric: true },
    { name: phrase(MOVE_REPORT.columnAfter), numeric: true },
  ] as const
}

function stringTable({ strings: { before, after } }: MoveReport): ReportTable {
  const rows = STRING_PLACES.flatMap(place =>
    STRING_FORMS.flatMap((form): Cell[][] => {
      const [was, is] = [before, after].map(count =>
        count?.rows.find(row => row.place === place && row.form === form),
      )
      if (!was && !is) return []
      const counts = [before ? (was?.count ?? 0) : undefined, is?.count ?? 0]
      return [
        [
          { text: phrase(MOVE_PLACES[place]) },
          { text: phrase(MOVE_PLACES[form]) },
          ...counts.map(number => ({ number })),
        ],
      ]
    }),
  )
  const counted = before
    ? phrase(MOVE_REPORT.stringsBoth, { before: before.total, after: after.total })
    : phrase(MOVE_REPORT.stringsAfter, { count: after.total })
  const { subdomains: below } = after
  return {
    title: phrase(MOVE_REPORT.oldDomain),
    sentence: below.length === 0 ? [counted] : [counted, phrase(MOVE_PLACES.namesBelow, { names: below })],
    columns: [
      { name: phrase(MOVE_REPORT.columnPlace) },
      { name: phrase(MOVE_REPORT.columnForm) },
      ...beforeAndAfter(),
    ],
    rows,
  }
}

const MOST_GROUPS = 20

function sampleTables({ samples }: MoveReport): ReportTable[] {
  if (samples.length === 0) return []
  const groups = [...Map.groupBy(samples, ({ rule, paths }) => `${rule}\n${paths}`).values()]
  const rows = groups.slice(0, MOST_GROUPS).map((group): Cell[] => {
    const { addresses, requested, faulty } = sumOf(group)
    const [{ rule = '', paths = '' } = {}] = group
    const numbers = [group.length, addresses, requested, faulty]
    return [{ code: paths }, ...numbers.map(number => ({ number })), { code: rule }]
  })
  return [
    {
      title: phrase(MOVE_REPORT.samples),
      sentence: [phrase(MOVE_REPORT.samplesSentence, sumOf(samples))],
      columns: [
        { name: phrase(MOVE_REPORT.columnPaths) },
        { name: phrase(MOVE_REPORT.columnForms), numeric: true },
        { name: phrase(MOVE_REPORT.columnAddresses), numeric: true },
        { name: phrase(MOVE_REPORT.columnRequested), numeric: true },
        { name: phrase(MOVE_REPORT.columnFindings), numeric: true },
        { name: phrase(MOVE_REPORT.columnRule) },
      ],
      rows,
    },
  ]
}

export function reportTitle({ site }: MoveReport): Phrase {
  return phrase(MOVE_REPORT.title, { from: unicodeHost(site.oldDomain), to: unicodeHost(site.newHost) })
}

const VERDICT_SENTENCES = {
  passed: MOVE_REPORT.verdictPassed,
  accepted: MOVE_REPORT.verdictAccepted,
  warning: MOVE_REPORT.verdictWarning,
  unknown: MOVE_REPORT.verdictUnknown,
  failed: MOVE_REPORT.verdictFailed,
} satisfies Record<Verdict, unknown>

export function verdictSentences({ verdict, complete, pages: { counts, expected } }: MoveReport): Phrase[] {
  const stopped = complete ? [] : [phrase(MOVE_REPORT.stoppedAfter, { checked: counts.checked, expected })]
  return [...stopped, phrase(VERDICT_SENTENCES[verdict])]
}
