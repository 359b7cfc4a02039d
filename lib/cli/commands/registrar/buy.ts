import type { Command } from '@commander-js/extra-typings'
import { AppError, hasCode } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { reasonIn, textOf } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { RegistrarContract } from '../../../services/registrar/contract.ts'
import { boughtText, dryRunRows } from '../../../services/registrar/lists/rows.ts'
import type { DryRun } from '../../../services/registrar/purchase/buy.ts'
import { moneyText } from '../../../services/registrar/spending/money.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import type { Output } from '../../terminal/output.ts'
import { localeToShow } from '../../terminal/wording.ts'
import { inMode, readDomainArgument, registrarClient } from './client.ts'
import { readTerms, withTerms } from './terms.ts'
import { REGISTRAR } from './words.ts'

const fills = filling<RegistrarContract>()

const buyCommand = (registrar: Command) =>
  withCallOptions(
    withTerms(
      registrar
        .command('buy')
        .addArgument(
          fills.argument('<domain>', 'such as example.com', 'domain').argParser(readDomainArgument),
        )
        .description('show what a purchase would do; with --write buy the domain, once')
        .addOption(
          fills
            .option('--quote <token>', 'from kura registrar quote, with the same options', 'quote')
            .makeOptionMandatory(),
        )
        .option('--write', 'buy it: the domain has to be typed again')
        .addOption(
          fills.option('--confirm <domain>', 'the domain typed again, if there is no terminal', 'confirm'),
        ),
    ),
  )

export function registerRegistrarBuy(registrar: Command, context: CliContext): void {
  buyCommand(registrar).action((domain, options) => buy(domain, options, context))
}

async function buy(
  domain: string,
  options: OptionsOf<typeof buyCommand>,
  context: CliContext,
): Promise<void> {
  const { autoRenew, contact, ...terms } = await readTerms(options, context)
  if (autoRenew === undefined || !contact)
    throw new AppError('usage', `Cannot buy "${domain}" without --auto-renew and --contact`, {
      hint: 'give the same options as for the quote',
    })
  const client = await registrarClient(options, context)
  const output = context.output(options)
  const body = { ...terms, autoRenew, contact, quote: options.quote }
  const params = { domain }
  const run = inMode('dry-run', await client.buy({ params, body: { ...body, confirm: domain } }))
  if (!options.write) return showDryRun(run, output)
  for (const obstacle of obstaclesOf(run)) output.note(obstacle)
  const question = phrase(REGISTRAR.typeAgain, { terms: boughtText(run) })
  const confirm = (
    options.confirm ?? (await context.ask(textOf(question, localeToShow(context.config))))
  ).trim()
  const ordered = await withLostReplyHint(
    domain,
    async () => inMode('write', await client.buy({ params, body: { ...body, confirm }, mode: 'write' })),
    context,
  )
  output.result(ordered)
  const price = moneyText(ordered.cents)
  output.line(phrase(REGISTRAR.ordered, { domain, price, order: ordered.orderId }))
  output.line(phrase(REGISTRAR.follow, { domain }))
}

async function withLostReplyHint<T>(
  domain: string,
  work: () => Promise<T>,
  { signal }: CliContext,
): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const fromHost = cause instanceof AppError && 'status' in cause.details
    if (fromHost || !hasCode(cause, 'remote_silent', 'remote_answer')) throw cause
    const hint = `find out with: kura registrar orders ${domain}; it is never bought twice`
    throw signal.aborted
      ? new AppError('interrupted', `Stopped by Ctrl-C: "${domain}" may have been bought`, { hint, cause })
      : new AppError('remote_silent', `Cannot tell whether "${domain}" was bought: the host did not reply`, {
          hint,
          cause,
        })
  }
}

function showDryRun(run: DryRun, output: Output): void {
  output.result(run)
  output.line(phrase(REGISTRAR.dryRun))
  output.table(dryRunRows(run))
  for (const obstacle of obstaclesOf(run)) output.line(obstacle)
  if (run.obstacles.length === 0) output.line(phrase(REGISTRAR.write))
}

export function obstaclesOf({ obstacles }: DryRun): Phrase[] {
  return obstacles.map(obstacle => phrase(REGISTRAR.refused, { reason: reasonIn(obstacle) }))
}
