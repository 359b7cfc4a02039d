/** `kura registrar buy`: a dry run; with `--write`, and the domain typed again, one purchase. */
import type { Command } from 'commander'
import { AppError, hasCode } from '../../errors.ts'
import { readDomain } from '../../registrar/domain-name.ts'
import { moneyText } from '../../registrar/spending/money.ts'
import type { CliContext } from '../context.ts'
import { type OperatorCall, readReply } from '../operator/client.ts'
import { withCallOptions } from '../operator/options.ts'
import type { Output } from '../terminal/output.ts'
import { type DryRunAnswer, dryRunAnswer, orderedAnswer } from './answers.ts'
import { pathOf, registrarCall, switchText, yearsText } from './call.ts'
import { readTerms, type TermsOptions, withTerms } from './quote.ts'

interface BuyOptions extends TermsOptions {
  readonly quote: string
  readonly write?: true
  readonly confirm?: string
}

export function registerRegistrarBuy(registrar: Command, context: CliContext): void {
  const command = registrar
    .command('buy')
    .argument('<domain>', 'such as example.com', readDomain)
    .description('show what a purchase would do; with --write buy the domain, once')
    .requiredOption('--quote <token>', 'of kura registrar quote, for exactly these words')
    .option('--write', 'buy it: the domain has to be typed again')
    .option('--confirm <domain>', 'the domain typed again, where there is no terminal')
  withCallOptions(withTerms(command)).action((domain: string, options: BuyOptions) =>
    buy(context, domain, options),
  )
}

async function buy(context: CliContext, domain: string, options: BuyOptions): Promise<void> {
  const terms = await readTerms(context, options)
  if (terms.autoRenew === undefined || !terms.contact)
    throw new AppError('usage', `Cannot buy "${domain}" without --auto-renew and --contact`, {
      hint: 'say them as for the quote',
    })
  const call = await registrarCall(context, options)
  const output = context.output(options)
  const send = sender(call, { domain, json: { ...terms, quote: options.quote } })
  const run = readReply(dryRunAnswer, await send('dry-run', domain))
  if (!options.write) return showDryRun(output, run)
  for (const obstacle of run.obstacles) output.note(`it will be refused: ${obstacle}`)
  const typed = options.confirm ?? (await context.ask(questionOf(run)))
  const ordered = await sayingWhereToLook(context, domain, async () =>
    readReply(orderedAnswer, await send('write', typed.trim())),
  )
  output.result(ordered)
  output.line(`ordered ${domain} for ${moneyText(ordered.cents)}: ${ordered.orderId}`)
  output.line(`follow it: kura registrar order ${domain} --wait`)
}

/** The host may have bought all the same: whoever stops, or waits in vain, hears where to look. */
async function sayingWhereToLook<T>(
  { signal }: CliContext,
  domain: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const fromHost = cause instanceof AppError && 'status' in cause.details
    if (fromHost || !hasCode(cause, 'remote_silent', 'remote_answer')) throw cause
    const hint = `look with: kura registrar order ${domain}; it is never bought twice`
    throw signal.aborted
      ? new AppError('interrupted', `Stopped by Ctrl-C: "${domain}" may have been bought`, { hint, cause })
      : new AppError('remote_silent', `Cannot tell whether "${domain}" was bought: no answer of the host`, {
          hint,
          cause,
        })
  }
}

function sender(call: OperatorCall, { domain, json }: { domain: string; json: object }) {
  const path = pathOf('domains', domain, 'buy')
  return (mode: 'dry-run' | 'write', confirm: string) =>
    call({ method: 'POST', path, query: { mode }, json: { ...json, confirm } })
}

function questionOf(terms: DryRunAnswer): string {
  return `${termsText(terms)}\ntype the domain again to buy it: `
}

function termsText({ domain, years, cents, autoRenew }: DryRunAnswer): string {
  return `${domain} for ${yearsText(years)}, ${moneyText(cents)}, auto-renew ${switchText(autoRenew)}`
}

function showDryRun(output: Output, run: DryRunAnswer): void {
  output.result(run)
  output.line('dry run: nothing was bought')
  output.table(dryRunRows(run))
  for (const obstacle of run.obstacles) output.line(`it would be refused: ${obstacle}`)
  if (run.obstacles.length === 0) output.line('buy it: the same command with --write')
}

/** A dry run as rows of a name and a text. */
export function dryRunRows(run: DryRunAnswer): (readonly [string, string])[] {
  return [
    ['would buy', termsText(run)],
    ['spent today', moneyText(run.spent.day)],
    ['this month', moneyText(run.spent.month)],
  ]
}
