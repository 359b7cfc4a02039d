import { type Command, Option, type OptionValues } from '@commander-js/extra-typings'
import type { ReplyOf } from '../../../../core/http/contract.ts'
import { readPages } from '../../../../core/http/pages.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import type { Locale } from '../../../../core/language/language.ts'
import type { Reason } from '../../../../core/phrase.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { stateOfCase } from '../../../../services/accounting/deals/cases/words.ts'
import { amountText, whyText } from '../../../../services/accounting/lists/deal-rows.ts'
import { LABELS } from '../../../../services/accounting/lists/words.ts'
import type { CliContext } from '../../../context.ts'
import type { NoOptions, OptionsOf } from '../../../operator/options.ts'
import { ageOf, reasonText } from '../../../terminal/moment.ts'
import { localeToShow } from '../../../terminal/wording.ts'
import { type AccountingOptions, accountingApi } from '../call.ts'
import { HELP } from '../help.ts'

const WORDS = catalogue('case.list', {
  noneOpen: {
    en: 'no case is open: --state all lists those that are done',
    ja: '確認が必要な取引はありません（すべて表示：kura accounting list cases --state all）',
  },
  none: {
    en: 'there is no case yet: kura accounting deal --write registers one',
    ja: '取引はまだありません（登録：kura accounting deal --write）',
  },
  noneSo: {
    en: 'no case is {state}: --state all lists every case',
    ja: '「{state}」の取引はありません（すべて表示：kura accounting list cases --state all）',
  },
})

type CaseReport = ReplyOf<AccountingContract, 'case'>
const CASE_STATES = ['review', 'claimed', 'done', 'refused', 'unknown', 'removing', 'gone', 'all'] as const

export function withCaseFilter<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return command.addOption(new Option('--state <state>', HELP.listState.id).choices(CASE_STATES))
}

type CasesOptions = AccountingOptions & OptionsOf<typeof withCaseFilter<[], NoOptions>>

const { case: name, state, deal, amount, since, why } = LABELS
const HEAD = [name, state, deal, amount, since, why].map(label => phrase(label))

/** Shows the cases page by page as they arrive; without a state, only open cases. */
export async function listCases({ state, ...options }: CasesOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const output = context.output(options)
  const locale = localeToShow(context.config)
  const shown = output.list('cases', HEAD)
  let count = 0
  for await (const { cases } of readPages(page =>
    api.cases({ query: { ...(state && { state }), ...page } }),
  )) {
    shown.add(
      cases,
      cases.map(report => rowOf(report, { now: context.now(), locale })),
    )
    count += cases.length
  }
  shown.end()
  if (count === 0)
    output.line(
      state === undefined
        ? phrase(WORDS.noneOpen)
        : state === 'all'
          ? phrase(WORDS.none)
          : phrase(WORDS.noneSo, { state: stateOfCase(state) }),
    )
}

function rowOf(report: CaseReport, { now, locale }: { now: number; locale: Locale }): Reason[] {
  return [
    report.case,
    stateOfCase(report.state),
    report.deal === undefined ? '' : String(report.deal),
    amountText(report),
    ageOf(report.since, now),
    reasonText(whyText(report), locale),
  ]
}
