/** The tables of the report, in no language yet: the terminal and the page show the same ones. */
import { type Message, phrase } from '../../core/language/catalogue.ts'
import type { Phrase } from '../../core/phrase.ts'
import { STRING_FORMS } from '../facts/old-domain-strings.ts'
import { STRING_PLACES } from '../facts/string-tally.ts'
import { MOVE_PLACES } from '../facts/words.ts'
import { unicodeHost } from '../moved-site.ts'
import { sumOf } from '../page/form-samples.ts'
import type { PointNumber, PointVerdict, Verdict } from '../verdicts.ts'
import type { MoveReport } from './move-report.ts'
import { MOVE_REPORT } from './words.ts'

/** A number; undefined if it was not counted. */
interface NumberCell {
  readonly number: number | undefined
}

export type Cell =
  | NumberCell
  | { readonly point: PointNumber }
  | { readonly verdict: PointVerdict }
  /** A text with a remark that applies only to this report. */
  | { readonly text: Phrase; readonly remark?: Phrase | undefined }
  /** A path or a rule, shown unchanged. */
  | { readonly code: string }

export interface ReportTable {
  readonly title: Phrase
  /** The sentences that sum up the rows. */
  readonly sentence: readonly Phrase[]
  readonly columns: readonly { readonly name: Phrase; readonly numeric?: true }[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Returns the tables. One without rows has a sentence instead. */
export function reportTables(report: MoveReport): ReportTable[] {
  return [pointTable(report), comparisonTable(report), stringTable(report), ...sampleTables(report)]
}

function pointTable({ points }: MoveReport): ReportTable {
  const hasAccepted = points.some(({ accepted }) => accepted > 0)
  return {
    title: phrase(MOVE_REPORT.thePoints),
    sentence: [],
    columns: [
      ...textColumns(MOVE_REPORT.columnPoint, MOVE_REPORT.columnVerdict),
      ...numberColumns(MOVE_REPORT.columnChecked, MOVE_REPORT.columnPassed),
      ...(hasAccepted ? numberColumns(MOVE_REPORT.columnAccepted) : []),
      ...numberColumns(MOVE_REPORT.columnWarned, MOVE_REPORT.columnUnknown, MOVE_REPORT.columnFailed),
      ...textColumns(MOVE_REPORT.columnRequirement),
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

/** Compares the site before and after. A saved copy without a baseline gives only the old domain's count before. */
function comparisonTable({ numbers: { before, after }, strings, recorded }: MoveReport): ReportTable {
  const row = (title: Message<object>, was: number | undefined, is: number): Cell[] => [
    { text: phrase(title) },
    { number: was },
    { number: is },
  ]
  return {
    title: phrase(MOVE_REPORT.comparison),
    sentence: recorded === undefined ? [] : [phrase(MOVE_REPORT.comparedWith, { at: Date.parse(recorded) })],
    columns: [...textColumns(MOVE_REPORT.columnWhat), ...BEFORE_AND_AFTER],
    rows: [
      row(MOVE_REPORT.rowPages, before?.pages, after.pages),
      row(MOVE_REPORT.rowNoindex, before?.noindex, after.noindex),
      row(MOVE_REPORT.rowRefresh, before?.refresh, after.refresh),
      row(MOVE_REPORT.rowDeadLinks, before?.deadLinks, after.deadLinks),
      row(MOVE_REPORT.rowStrings, strings.before?.total, strings.after.total),
    ],
  }
}

function textColumns(...titles: Message<object>[]) {
  return titles.map(title => ({ name: phrase(title) }))
}

function numberColumns(...titles: Message<object>[]) {
  return titles.map(title => ({ name: phrase(title), numeric: true as const }))
}

const BEFORE_AND_AFTER = numberColumns(MOVE_REPORT.columnBefore, MOVE_REPORT.columnAfter)

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
    columns: [...textColumns(MOVE_REPORT.columnPlace, MOVE_REPORT.columnForm), ...BEFORE_AND_AFTER],
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
    const counts = [group.length, addresses, requested, faulty]
    return [{ code: paths }, ...counts.map(number => ({ number })), { code: rule }]
  })
  return [
    {
      title: phrase(MOVE_REPORT.samples),
      sentence: [phrase(MOVE_REPORT.samplesSentence, sumOf(samples))],
      columns: [
        ...textColumns(MOVE_REPORT.columnPaths),
        ...numberColumns(MOVE_REPORT.columnForms, MOVE_REPORT.columnAddresses),
        ...numberColumns(MOVE_REPORT.columnRequested, MOVE_REPORT.columnFindings),
        ...textColumns(MOVE_REPORT.columnRule),
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
