/** `kura registrar deadlines | verified | mail`: the registrant's e-mail, which must be confirmed within 15 days. */

import type { Command } from '@commander-js/extra-typings'
import type { RegistrarContract, RegistrarReply } from '../../services/registrar/contract.ts'
import { readMessageHead } from '../../services/registrar/mail.ts'
import type { CliContext } from '../context.ts'
import { decidedOperation, type ShownOptions, showToPerson, withOperation } from '../operator/decision.ts'
import { filling } from '../operator/fills.ts'
import { type CallOptions, personOf, withCallOptions } from '../operator/options.ts'
import { readGivenFile } from '../terminal/given-file.ts'
import { momentText } from '../terminal/moment.ts'
import { readStandardInput } from '../terminal/standard-input.ts'
import { nothingChanged, purchaseFilter, registrarClient } from './client.ts'
import { readDomainArgument } from './domain-argument.ts'
import { noteFailures } from './failures.ts'
import { emailText, purchaseRows } from './purchase-rows.ts'

const fills = filling<RegistrarContract>()

interface VerifiedOptions extends CallOptions, ShownOptions {
  readonly by?: string
}

interface DeadlinesOptions extends CallOptions {
  readonly all?: true
}

interface MailOptions extends CallOptions {
  readonly domain?: string
}

export function registerRegistrarDeadlines(registrar: Command, context: CliContext): void {
  const several = registrar
    .command('deadlines')
    .description("list by when each registrant's e-mail must be confirmed")
    .addOption(fills.option('--all', 'list those that are confirmed too', 'state'))
  withCallOptions(several).action((options: DeadlinesOptions) => deadlines(options, context))
  const verified = registrar
    .command('verified')
    .addArgument(fills.argument('<domain>', 'such as example.com', 'domain').argParser(readDomainArgument))
    .description("record that the link in the registrar's message was opened")
    .addOption(fills.option('--by <name>', 'the person who confirms it', 'person'))
  withCallOptions(withOperation(verified)).action((domain: string, options: VerifiedOptions) =>
    closeDeadline(domain, options, context),
  )
  const mail = registrar
    .command('mail')
    .addArgument(fills.argument('[file]', 'a message with its headers (default: standard input)', ''))
    .description('tell whether a message sets a deadline; a reminder reopens a closed one')
    .addOption(
      fills
        .option('--domain <domain>', 'the domain, if the subject does not name it', 'domain')
        .argParser(readDomainArgument),
    )
  withCallOptions(mail).action((file: string | undefined, options: MailOptions) =>
    reportMail(file, options, context),
  )
}

async function deadlines(options: DeadlinesOptions, context: CliContext): Promise<void> {
  const client = await registrarClient(options, context)
  const { deadlines } = await client.deadlines({ query: purchaseFilter(options) })
  const output = context.output(options)
  const { timezone } = context.config.locale()
  output.result({ deadlines })
  noteFailures(deadlines, output)
  if (deadlines.length === 0)
    return output.line(
      options.all
        ? 'there are no deadlines: a domain that is bought sets one'
        : 'no deadline is open: a domain that is bought sets one, and --all lists every one',
    )
  output.table(
    deadlines.map(deadline => [
      deadline.domain,
      momentText(deadline.verifyBy, timezone),
      emailText(deadline),
      deadline.source === 'rule' ? '15 days from the purchase' : 'the registrar',
    ]),
    ['domain', 'confirm by', 'state', 'says'],
  )
}

async function closeDeadline(domain: string, options: VerifiedOptions, context: CliContext): Promise<void> {
  const client = await registrarClient(options, context)
  const params = { domain }
  const output = context.output(options)
  const shown = await client.purchase({ params })
  showToPerson('the purchase as it is now:', purchaseRows(shown, context.config.locale().timezone), output)
  const question = "was the link in the registrar's message opened?"
  const operation = await decidedOperation({ ...shown, question }, options, context)
  if (operation === undefined) return nothingChanged(shown, output)
  const person = await personOf(context, options)
  const purchase = await client.closeDeadline({ params, body: { person, operation } })
  output.result(purchase)
  noteFailures([purchase], output)
  const { verifiedBy = person, contradicted, state } = purchase.verification ?? {}
  output.line(`noted: the e-mail of ${domain} is confirmed, says ${verifiedBy}`)
  if (contradicted)
    output.line('the registrar says that it is not: the deadline is open until it says so too')
  if (state === 'ended') output.line('the registrar says that the domain is not registered')
}

async function reportMail(
  file: string | undefined,
  options: MailOptions,
  context: CliContext,
): Promise<void> {
  const { subject, from, date } = readMessageHead(await readMessage(file, context))
  const client = await registrarClient(options, context)
  const { domain } = options
  const report = await client.reportMail({
    body: {
      subject,
      ...(date !== undefined && { date: new Date(date).toISOString() }),
      ...(domain !== undefined && { domain }),
    },
  })
  const output = context.output(options)
  output.result({ subject, from, ...report })
  output.table([
    ['subject', subject],
    ['sender', from || 'not named'],
    ['deadline', report.deadline ? `yes (${report.words.join(', ')})` : 'no'],
    ['effect', effectText(report)],
  ])
}

function effectText({ effect, domains, reopened }: RegistrarReply<'reportMail'>): string {
  const noted = domains.filter(domain => !reopened.includes(domain))
  switch (effect) {
    case 'no known domain':
      return 'none: it names no domain that was bought here; name one with --domain'
    case 'none':
      return 'none'
    default:
      return [
        ...reopened.map(domain => `the deadline of ${domain} is open again`),
        ...noted.map(domain => `noted with the deadline of ${domain}`),
      ].join('; ')
  }
}

async function readMessage(file: string | undefined, context: CliContext): Promise<string> {
  if (file === undefined || file === '-') return readStandardInput(context)
  return readGivenFile(file, 'the message', context)
}
