/** The cases of deals in any state: `kura accounting list cases`. */
import { type Command, Option, type OptionValues } from '@commander-js/extra-typings'
import type { GivenQuery, ReplyOf } from '../../../core/http/contract.ts'
import { readPages } from '../../../core/http/pages.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import type { CliContext } from '../../context.ts'
import type { NoOptions, OptionsOf } from '../../operator/options.ts'
import { ageText, textInZone } from '../../terminal/moment.ts'
import { type AccountingOptions, accountingApi } from '../call.ts'
import { amountText, whyText } from '../case-rows.ts'

type CaseReport = ReplyOf<AccountingContract, 'case'>
type State = NonNullable<GivenQuery<AccountingContract, 'cases'>['state']>

/** The values of the option that selects cases: the states of a case, and `all`. */
const CASE_STATES = [
  'review',
  'claimed',
  'done',
  'refused',
  'unknown',
  'removing',
  'gone',
  'all',
] as const satisfies readonly State[]

/** Adds the option that chooses the cases to list. */
export function withCaseFilter<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return command.addOption(
    new Option(
      '--state <state>',
      'cases: those in this state, or all; those that are open by default',
    ).choices(CASE_STATES),
  )
}

type CasesOptions = AccountingOptions & OptionsOf<typeof withCaseFilter<[], NoOptions>>

const HEAD = ['case', 'state', 'deal', 'amount', 'since', 'why']

/** Shows the cases page by page as they arrive; without a state, only open cases. */
export async function listCases({ state, ...options }: CasesOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const output = context.output(options)
  const { timezone } = context.config.locale()
  const shown = output.list('cases', HEAD)
  let count = 0
  for await (const { cases } of readPages(page =>
    api.cases({ query: { ...(state && { state }), ...page } }),
  )) {
    shown.add(
      cases,
      cases.map(report => rowOf(report, { now: context.now(), timezone })),
    )
    count += cases.length
  }
  shown.end()
  if (count === 0)
    output.line(NOTHING[state ?? 'open'] ?? `no case is ${state}: --state all lists every case`)
}

const NOTHING: Readonly<Record<string, string>> = {
  open: 'no case is open: --state all lists those that are done',
  all: 'there is no case yet: kura accounting deal --write registers one',
}

function rowOf(report: CaseReport, { now, timezone }: { now: number; timezone: string }): string[] {
  return [
    report.case,
    report.state,
    report.deal === undefined ? '' : String(report.deal),
    amountText(report),
    ageText(report.since, now),
    textInZone(whyText(report), timezone),
  ]
}
