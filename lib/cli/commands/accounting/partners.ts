import { type Command, Option } from '@commander-js/extra-typings'
import { phrase } from '../../../core/language/catalogue.ts'
import { reasonIn } from '../../../core/language/text.ts'
// loads the message about a partner that the service stored differently
import '../../../services/accounting/partners/compare-words.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import {
  hasCheckDigit,
  readRegistrationNumber,
} from '../../../services/accounting/fields/registration-number.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { TERMINAL } from '../../terminal/words.ts'
import { accountingApi, chooseCompany, withCompany } from './call.ts'
import { HELP } from './help.ts'
import { PARTNER, showObstacles } from './words.ts'

const fills = filling<AccountingContract>()

const createCommand = (partners: Command) =>
  withCompany(
    partners
      .command('create')
      .addArgument(fills.argument('<name>', HELP.partnersName.id, 'name'))
      .description(HELP.partnersCreate.id)
      .option('--write', HELP.partnersWrite.id)
      .addOption(
        fills.option('--registration-number <number>', HELP.partnersNumber.id, 'invoice_registration_number'),
      )
      .addOption(fills.option('--code <code>', HELP.partnersCode.id, 'code'))
      .addOption(new Option('--qualified <yes|no>', HELP.partnersQualified.id).choices(['yes', 'no'])),
  )

export function registerAccountingPartners(accounting: Command, context: CliContext): void {
  const partners = accounting.command('partners').description(HELP.partners.id)
  createCommand(partners).action((name, options) => create(name, options, context))
}

async function create(
  name: string,
  options: OptionsOf<typeof createCommand>,
  context: CliContext,
): Promise<void> {
  const number = options.registrationNumber === undefined ? undefined : readNumber(options.registrationNumber)
  const api = await accountingApi(options, context)
  const { id: company } = await chooseCompany(options, { api })
  const isIssuer = options.qualified === undefined ? number !== undefined : options.qualified === 'yes'
  const body = {
    company_id: company,
    name,
    ...(options.code !== undefined && { code: options.code }),
    ...(isIssuer && { qualified_invoice_issuer: true }),
    ...(number !== undefined && { invoice_registration_number: number }),
  }
  const reply = await api.createPartner({ body, mode: options.write ? 'write' : 'dry-run' })
  const output = context.output(options)
  output.result(reply)
  if ('partner' in reply) {
    const { name, id } = reply.partner
    output.line(phrase(reply.created ? PARTNER.created : PARTNER.known, { name, id }))
    const differs = reply.differs && reasonIn(reply.differs)
    return differs ? output.line(differs) : undefined
  }
  output.line(phrase(PARTNER.dryRun))
  output.verbatim(JSON.stringify(reply.body, null, 2))
  showObstacles(reply.obstacles, output)
}

function readNumber(text: string): string {
  const number = readRegistrationNumber(text)
  if (number !== undefined && hasCheckDigit(number)) return number
  const why = phrase(number === undefined ? PARTNER.likeNumber : PARTNER.wrongDigit)
  const message = phrase(TERMINAL.unusable, { what: '--registration-number', value: text, why })
  throw phraseError('usage', message, { ...(number !== undefined && { hint: phrase(PARTNER.compare) }) })
}
