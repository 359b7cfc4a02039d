/** `kura accounting cases | resolve | release | free`: what is known of each case, and what a person does about it. */
import type { Command } from 'commander'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { readReply } from '../operator/client.ts'
import { personOf, withCallOptions } from '../operator/options.ts'
import { ageText, momentText } from '../terminal/moment.ts'
import { type CaseAnswer, caseAnswer, casesAnswer, type ResolvedAnswer, resolvedAnswer } from './answers.ts'
import { type AccountingOptions, accountingCall, agreed, BASE, segment } from './call.ts'
import { yenText } from './deal-rows.ts'

interface CasesOptions extends AccountingOptions {
  readonly state?: string
}

interface DecideOptions extends AccountingOptions {
  readonly by?: string
  readonly yes?: true
  readonly reason?: string
}

export function registerAccountingCases(accounting: Command, context: CliContext): void {
  withCallOptions(
    accounting
      .command('cases')
      .alias('deals')
      .description('the cases of deals: done, in review, unknown')
      .option('--state <state>', 'only those: review, claimed, done, refused or unknown'),
  ).action((options: CasesOptions) => showCases(context, options))
  withCallOptions(
    accounting
      .command('resolve')
      .argument('<case>')
      .description(
        'look for the deal of an unknown case at the service, and settle the case where it is there',
      ),
  ).action((name: string, options: AccountingOptions) => resolve(context, name, options))
  withCallOptions(
    accounting
      .command('release')
      .argument('<case>')
      .description('let a flagged deal go out as it is, by name')
      .option('--by <name>', 'your name; asked for unless given')
      .option('--yes', 'do not ask whether it is meant'),
  ).action((name: string, options: DecideOptions) => release(context, name, options))
  withCallOptions(
    accounting
      .command('free')
      .argument('<case>')
      .description(
        'let a case be registered again: it is unknown and not at the service, or its deal was deleted',
      )
      .option('--by <name>', 'your name; asked for unless given')
      .option('--reason <text>', 'why; asked for unless given'),
  ).action((name: string, options: DecideOptions) => free(context, name, options))
}

const sentAnswer = z.looseObject({ deal: z.number().optional() })

async function showCases(context: CliContext, options: CasesOptions): Promise<void> {
  const call = await accountingCall(context, options)
  const query = options.state === undefined ? {} : { state: options.state }
  const { cases } = readReply(casesAnswer, await call({ method: 'GET', path: `${BASE}/cases`, query }))
  const output = context.output(options)
  output.result({ cases })
  if (cases.length === 0) return output.line('there is no such case')
  output.table(
    cases.map(report => [
      report.case,
      report.state,
      report.deal === undefined ? '' : String(report.deal),
      amountOf(report),
      ageText(report.since, context.now()),
      report.reason ?? report.flags.join('; '),
    ]),
    ['case', 'state', 'deal', 'amount', 'since', 'why'],
  )
}

function amountOf({ body }: CaseAnswer): string {
  return body ? yenText(body.details.reduce((sum, { amount }) => sum + amount, 0)) : ''
}

async function resolve(context: CliContext, name: string, options: AccountingOptions): Promise<void> {
  const call = await accountingCall(context, options)
  const path = `${BASE}/cases/${segment(name)}/resolve`
  const found = readReply(resolvedAnswer, await call({ method: 'POST', path }))
  const output = context.output(options)
  output.result(found)
  for (const line of resolvedLines(found)) output.line(line)
}

function resolvedLines({ case: name, state, deal, found }: ResolvedAnswer): string[] {
  if (state === 'done') return [`the case "${name}" is deal ${deal}`]
  if (found.length > 1)
    return [
      `the case "${name}" stays unknown: deals ${found.join(', ')} carry its reference`,
      'look at them at the service, and delete all but one',
    ]
  return [
    `the case "${name}" stays unknown: the service has no deal of it`,
    'one may still come; where it is certain that none does: kura accounting free',
  ]
}

async function release(context: CliContext, name: string, options: DecideOptions): Promise<void> {
  const call = await accountingCall(context, options)
  const path = `${BASE}/cases/${segment(name)}`
  const report = readReply(caseAnswer, await call({ method: 'GET', path }))
  const output = context.output(options)
  output.line(`the case "${name}" is ${report.state}:`)
  for (const flag of report.flags) output.line(`  ${flag}`)
  if (report.body) output.line(JSON.stringify(report.body, null, 2))
  if (!options.yes && !(await agreed(context, 'send it as it is?'))) return output.line('nothing was sent')
  const json = { person: await personOf(context, options), operation: report.operation }
  const query = { mode: 'write' }
  const sent = readReply(sentAnswer, await call({ method: 'POST', path: `${path}/release`, json, query }))
  output.result(sent)
  output.line(
    sent.deal === undefined
      ? `nothing was sent: the case "${name}" was asked for anew meanwhile, and waits again`
      : `registered the case "${name}" as deal ${sent.deal}`,
  )
}

async function free(context: CliContext, name: string, options: DecideOptions): Promise<void> {
  const call = await accountingCall(context, options)
  const path = `${BASE}/cases/${segment(name)}`
  const { operation } = readReply(caseAnswer, await call({ method: 'GET', path }))
  const reason = (options.reason ?? (await context.ask('why: '))).trim()
  if (reason === '')
    throw new AppError('usage', 'Cannot free a case without a reason', { hint: 'say --reason TEXT' })
  const json = { person: await personOf(context, options), reason, operation }
  const freed = readReply(caseAnswer, await call({ method: 'POST', path: `${path}/free`, json }))
  const output = context.output(options)
  output.result(freed)
  output.line(`freed the case "${name}" on ${momentText(freed.since)}: it may be registered again`)
}
