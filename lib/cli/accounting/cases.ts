/** `kura accounting cases | resolve | release | free`: the state of each case, and what a person does about it. */

import type { Command } from '@commander-js/extra-typings'
import type { GivenQuery, ReplyOf } from '../../core/http/contract.ts'
import { readPages } from '../../core/http/pages.ts'
import type { AccountingContract } from '../../services/accounting/contract.ts'
import type { CliContext } from '../context.ts'
import { decidedOperation, type ShownOptions, showToPerson } from '../operator/decision.ts'
import { filling } from '../operator/fills.ts'
import { personOf, withCallOptions } from '../operator/options.ts'
import { ageText, momentText, textInZone } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'
import { type AccountingApi, type AccountingOptions, accountingApi, written } from './call.ts'
import { bodyRows, type DealBody, kindsOf, yenText } from './deal-rows.ts'
import { type FreeOptions, readFreeing, withFreeOptions } from './freeing.ts'
import { createNames } from './lists/names.ts'

const fills = filling<AccountingContract>()

type CaseReport = ReplyOf<AccountingContract, 'cases'>['cases'][number]

interface CasesOptions extends AccountingOptions, Pick<GivenQuery<AccountingContract, 'cases'>, 'state'> {}

interface ReleaseOptions extends AccountingOptions, Pick<ShownOptions, 'operation'> {
  readonly by?: string
}

export function registerAccountingCases(accounting: Command, context: CliContext): void {
  registerCases(accounting, context)
  withCallOptions(
    accounting
      .command('resolve')
      .addArgument(fills.argument('<case>', '', 'case'))
      .description('look for the deal of an unknown case at the service; if it is there, the case is done'),
  ).action((name: string, options: AccountingOptions) => resolve(name, options, context))
  withCallOptions(
    accounting
      .command('release')
      .addArgument(fills.argument('<case>', '', 'case'))
      .description('show a flagged deal, and send it as it is, in your name')
      .addOption(fills.option('--by <name>', 'your name; asked for if not given', 'person'))
      .addOption(
        fills.option(
          '--operation <id>',
          'send what was shown as this operation, without being asked',
          'operation',
        ),
      ),
  ).action((name: string, options: ReleaseOptions) => release(name, options, context))
  withCallOptions(
    withFreeOptions(
      accounting
        .command('free')
        .addArgument(fills.argument('<case>', '', 'case'))
        .description(
          'let a case be registered again: it is unknown and not at the service, or its deal was deleted',
        ),
    ),
  ).action((name: string, options: FreeOptions) => free(name, options, context))
}

const STATES: readonly NonNullable<CasesOptions['state']>[] = [
  'review',
  'claimed',
  'done',
  'refused',
  'unknown',
  'removing',
  'gone',
  'all',
]

function registerCases(accounting: Command, context: CliContext): void {
  withCallOptions(
    accounting
      .command('cases')
      .description('list the cases of deals that need somebody, and their states')
      .addOption(fills.option('--state <state>', 'the cases in this state, or all', 'state').choices(STATES)),
  ).action((options: CasesOptions) => showCases(options, context))
}

const HEAD = ['case', 'state', 'deal', 'amount', 'since', 'why']

/** Each page is shown as it arrives. */
async function showCases({ state, ...options }: CasesOptions, context: CliContext): Promise<void> {
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
  open: 'no case needs anybody: --state all lists those that are done',
  all: 'there is no case yet: kura accounting deal --write registers one',
}

function rowOf(report: CaseReport, { now, timezone }: { now: number; timezone: string }): string[] {
  return [
    report.case,
    report.state,
    report.deal === undefined ? '' : String(report.deal),
    amountOf(report),
    ageText(report.since, now),
    textInZone(whyOf(report), timezone),
  ]
}

function whyOf({ reason, flags, strays = [] }: CaseReport): string {
  const others = strays.map(({ deal }) => (deal === undefined ? 'perhaps another deal' : `also deal ${deal}`))
  return [reason ?? flags.join('; '), ...others].filter(text => text !== '').join('; ')
}

function amountOf({ body }: ReplyOf<AccountingContract, 'case'>): string {
  return body ? yenText(body.details.reduce((sum, { amount }) => sum + amount, 0)) : ''
}

async function resolve(name: string, options: AccountingOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const resolved = await api.resolveCase({ params: { case: name } })
  const output = context.output(options)
  output.result(resolved)
  for (const line of resolvedLines(resolved)) output.line(line)
}

function resolvedLines({
  case: name,
  state,
  deal,
  found,
}: ReplyOf<AccountingContract, 'resolveCase'>): string[] {
  if (state === 'done') return [`the case "${name}" is deal ${deal}`]
  if (state === 'gone')
    return [
      `the deal ${deal} of the case "${name}" was deleted at the service`,
      'if it is to be registered again: kura accounting free',
    ]
  if (state === 'removing')
    return [
      `the deal ${deal} of the case "${name}" is being deleted, and is still at the service`,
      'its deletion may still arrive: resolve the case again, a quarter of an hour after it was sent',
    ]
  if (found.length > 1)
    return [
      `the case "${name}" stays unknown: deals ${found.join(', ')} carry its reference`,
      'look at them at the service, and delete all but one',
    ]
  return [
    `the case "${name}" stays unknown: the service has no deal of it`,
    'one may still arrive; if you are certain that none will: kura accounting free',
  ]
}

/** What is sent is what was shown: now, or earlier as the operation that the person names. */
async function release(name: string, options: ReleaseOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const params = { case: name }
  const report = await api.case({ params })
  const output = context.output(options)
  await showForRelease(report, { api, output })
  const question = 'send it as it is?'
  const operation = await decidedOperation({ ...report, question }, options, context)
  if (operation === undefined) {
    output.result(report)
    return output.line('nothing was sent')
  }
  const body = { person: await personOf(context, options), operation }
  const sent = written(await api.releaseCase({ params, body, mode: 'write' }))
  output.result(sent)
  output.line(
    sent.deal === undefined
      ? `nothing was sent: the case "${name}" was requested anew in the meantime, and waits again`
      : `registered the case "${name}" as deal ${sent.deal}`,
  )
}

/** What a person releases, in names, and the exact body. */
async function showForRelease(
  { case: name, state, flags, body, operation }: CaseReport,
  { api, output }: { api: AccountingApi; output: Output },
): Promise<void> {
  const rows = [...flags.map(flag => ['flag', flag]), ...(body ? await namedRows(body, api) : [])]
  showToPerson(`the case "${name}" is ${state}:`, [...rows, ['operation', operation]], output)
  if (!body) return
  output.line('the exact body of POST /deals:')
  output.verbatim(JSON.stringify(body, null, 2))
}

async function namedRows(body: DealBody, api: AccountingApi) {
  const names = await createNames({ api, company: body.company_id }).load(kindsOf([body]))
  return bodyRows(body, names)
}

async function free(name: string, options: FreeOptions, context: CliContext): Promise<void> {
  const api = await accountingApi(options, context)
  const { timezone } = context.config.locale()
  const params = { case: name }
  const report = await api.case({ params })
  const held = {
    ...report,
    what: `the case "${name}"`,
    rows: freeingRows(report, timezone),
    question: 'let it be registered again?',
  }
  const body = await readFreeing(held, options, context)
  const output = context.output(options)
  if (!body) return output.result(report)
  const freed = await api.freeCase({ params, body })
  output.result(freed)
  output.line(`freed the case "${name}" on ${momentText(freed.since, timezone)}: it may be registered again`)
}

function freeingRows(report: CaseReport, timezone: string): string[][] {
  const rows = [
    ['deal', report.deal === undefined ? '' : String(report.deal)],
    ['amount', amountOf(report)],
    ['since', momentText(report.since, timezone)],
    ['why', textInZone(whyOf(report), timezone)],
  ]
  return rows.filter(([, text]) => text !== '')
}
