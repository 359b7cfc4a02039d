import type { Command } from '@commander-js/extra-typings'
import { phrase } from '../../../core/language/catalogue.ts'
import type { RegistrarContract, RegistrarReply } from '../../../services/registrar/contract.ts'
import { quoteRows } from '../../../services/registrar/lists/rows.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import type { Output } from '../../terminal/output.ts'
import { readDomainArgument, registrarClient } from './client.ts'
import { readContact, readTerms, withTerms } from './terms.ts'
import { REGISTRAR } from './words.ts'

const fills = filling<RegistrarContract>()

type Quote = RegistrarReply<'quote'>

const quoteCommand = (registrar: Command) =>
  withCallOptions(
    withTerms(
      registrar
        .command('quote')
        .addArgument(
          fills.argument('<domain>', 'such as example.com', 'domain').argParser(readDomainArgument),
        )
        .description('show price and terms, and get a token that buys exactly this within five minutes')
        .option('--fields', 'find the contact fields that the domain needs instead'),
    ),
  )

type QuoteOptions = OptionsOf<typeof quoteCommand>

export function registerRegistrarQuote(registrar: Command, context: CliContext): void {
  quoteCommand(registrar).action((domain, options) =>
    options.fields ? requiredFields(domain, options, context) : quote(domain, options, context),
  )
}

async function quote(domain: string, options: QuoteOptions, context: CliContext): Promise<void> {
  const body = await readTerms(options, context)
  const client = await registrarClient(options, context)
  const quote = await client.quote({ params: { domain }, body })
  const output = context.output(options)
  output.result(quote)
  output.table(quoteRows(quote))
  for (const what of quote.lacking) output.line(phrase(REGISTRAR.lacks, { what }))
  if (!quote.quote) return
  output.line(phrase(REGISTRAR.tryBuying))
  output.command(`  ${buyCommand(quote, options)}`)
}

function buyCommand({ domain, autoRenew }: Quote, options: QuoteOptions): string {
  return [
    `kura registrar buy ${domain} --quote QUOTE --auto-renew ${autoRenew ? 'on' : 'off'}`,
    `--contact ${options.contact ?? 'FILE'}`,
    ...(options.years === undefined ? [] : [`--years ${options.years}`]),
    ...(options.languageCode ? [`--language-code ${options.languageCode}`] : []),
  ].join(' ')
}

async function requiredFields(domain: string, options: QuoteOptions, context: CliContext): Promise<void> {
  const contact = await readContact(options, context)
  const { languageCode } = options
  const body = { ...(contact && { contact }), ...(languageCode !== undefined && { languageCode }) }
  const client = await registrarClient(options, context)
  const found = await client.requiredFields({ params: { domain }, body })
  const output = context.output(options)
  output.result(found)
  showFields(found, { given: contact !== undefined }, output)
  if (!found.complete) context.exit(EXIT.failed)
}

function showFields(
  found: RegistrarReply<'requiredFields'>,
  { given }: { given: boolean },
  output: Output,
): void {
  const stateOf = (field: string) => {
    if (found.refused.includes(field)) return 'refused'
    return found.missing.includes(field) ? 'missing' : 'given'
  }
  output.table(
    found.required.map(field => (given ? [field, stateOf(field)] : [field])),
    given ? ['required', 'in the contact'] : ['required'],
  )
  const ended = found.complete
    ? 'only the price was wrong: these are all'
    : `the registrar ended with ${found.ended}: there may be more`
  output.line(`${ended} (${found.calls} calls, nothing was bought)`)
}
