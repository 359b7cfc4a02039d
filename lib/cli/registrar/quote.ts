/** `kura registrar quote | required-fields`: what a domain costs and needs; nothing is bought. */
import type { Command } from 'commander'
import { readDomain } from '../../registrar/domain-name.ts'
import { moneyText } from '../../registrar/spending/money.ts'
import type { CliContext } from '../context.ts'
import { readReply } from '../operator/client.ts'
import { type CallOptions, withCallOptions } from '../operator/options.ts'
import { momentText } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'
import { wholeNumber } from '../terminal/whole-number.ts'
import { type FieldsAnswer, fieldsAnswer, type QuoteAnswer, quoteAnswer } from './answers.ts'
import { pathOf, readContact, readSwitch, registrarCall, switchText, yearsText } from './call.ts'

export interface TermsOptions extends CallOptions {
  readonly contact?: string
  readonly years?: number
  readonly autoRenew?: string
  readonly languageCode?: string
}

const LANGUAGE_CODE = ['--language-code <code>', 'of an international name, such as JPN'] as const

/** Adds the options that say what is bought: those of the quote are those of the purchase. */
export function withTerms(command: Command): Command {
  return command
    .option('--contact <file>', "the registrant's contact data, a JSON object")
    .option(
      '--years <years>',
      "the term; the top-level domain's shortest unless given",
      wholeNumber('--years'),
    )
    .option('--auto-renew <on|off>', 'there is no default')
    .option(...LANGUAGE_CODE)
}

/** The terms as the function takes them. */
export async function readTerms(context: CliContext, options: TermsOptions) {
  const autoRenew = readSwitch('--auto-renew', options.autoRenew)
  const contact = await readContact(context, options)
  return {
    ...(options.years !== undefined && { years: options.years }),
    ...(options.languageCode !== undefined && { languageCode: options.languageCode }),
    ...(autoRenew !== undefined && { autoRenew }),
    ...(contact && { contact }),
  }
}

export function registerRegistrarQuote(registrar: Command, context: CliContext): void {
  const quoted = registrar
    .command('quote')
    .argument('<domain>', 'such as example.com', readDomain)
    .description('price, term, what the contact lacks, and a token that lets this be bought for five minutes')
  withCallOptions(withTerms(quoted)).action((domain: string, options: TermsOptions) =>
    quote(context, domain, options),
  )
  const fields = registrar
    .command('required-fields')
    .argument('<domain>', 'such as example.com', readDomain)
    .description('ask the registrar which contact fields it wants, at a price for which it does not sell')
    .option('--contact <file>', 'contact data to check against them, a JSON object')
    .option(...LANGUAGE_CODE)
  withCallOptions(fields).action((domain: string, options: TermsOptions) =>
    requiredFields(context, domain, options),
  )
}

async function quote(context: CliContext, domain: string, options: TermsOptions): Promise<void> {
  const json = await readTerms(context, options)
  const call = await registrarCall(context, options)
  const path = pathOf('domains', domain, 'quote')
  const quote = readReply(quoteAnswer, await call({ method: 'POST', path, json }))
  const output = context.output(options)
  output.result(quote)
  output.table(quoteRows(quote))
  for (const lack of quote.lacking) output.line(`a purchase still lacks ${lack}`)
  if (quote.quote) output.line(buyCommand(quote, options))
}

/** The quote as rows of a name and a text. */
export function quoteRows(quote: QuoteAnswer): (readonly [string, string])[] {
  const { domain, years, purchaseCents, renewalCents, autoRenew, contact } = quote
  const renewal = renewalCents === null ? 'not renewable for this term' : priceText(renewalCents, years)
  const counts = [contact.missing.length, contact.invalid.length, contact.unknown.length]
  const incomplete = `${counts[0]} missing, ${counts[1]} not usable, ${counts[2]} unknown`
  return [
    ['domain', domain],
    ['price', priceText(purchaseCents, years)],
    ['renewal', renewal],
    ['auto-renew', switchText(autoRenew)],
    ['contact', contact.complete ? 'complete' : incomplete],
    ...(quote.quote && quote.until
      ? ([
          ['quote', quote.quote],
          ['good until', momentText(quote.until)],
        ] as const)
      : []),
  ]
}

function priceText(cents: number, years: number): string {
  return `${moneyText(cents)} for ${yearsText(years)}`
}

function buyCommand({ domain, autoRenew }: QuoteAnswer, options: TermsOptions): string {
  const words = [
    `kura registrar buy ${domain} --quote QUOTE --auto-renew ${switchText(autoRenew)}`,
    `--contact ${options.contact ?? 'FILE'}`,
    ...(options.languageCode ? [`--language-code ${options.languageCode}`] : []),
  ]
  return `see what buying would do: ${words.join(' ')}`
}

async function requiredFields(context: CliContext, domain: string, options: TermsOptions): Promise<void> {
  const contact = await readContact(context, options)
  const call = await registrarCall(context, options)
  const path = pathOf('domains', domain, 'required-fields')
  const { languageCode } = options
  const json = { ...(contact && { contact }), ...(languageCode !== undefined && { languageCode }) }
  const found = readReply(fieldsAnswer, await call({ method: 'POST', path, json }))
  const output = context.output(options)
  output.result(found)
  showFields(output, found, { given: contact !== undefined })
  if (!found.complete) context.exit(1)
}

function showFields(output: Output, found: FieldsAnswer, { given }: { given: boolean }): void {
  const stateOf = (field: string) => {
    if (found.refused.includes(field)) return 'refused'
    return found.missing.includes(field) ? 'missing' : 'given'
  }
  output.table(
    found.required.map(field => (given ? [field, stateOf(field)] : [field])),
    given ? ['required', 'in the contact'] : ['required'],
  )
  const ended = found.complete
    ? 'nothing else but the price was wrong: these are all'
    : `the registrar ended with ${found.ended}: there may be more`
  output.line(`${ended} (${found.calls} calls, nothing was bought)`)
}
