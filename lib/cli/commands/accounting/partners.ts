/** `kura accounting partners create`: shows the partner that would be created; with `--write`, creates it once. */
import { type Command, Option } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import {
  hasCheckDigit,
  readRegistrationNumber,
} from '../../../services/accounting/fields/registration-number.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { accountingApi, chooseCompany, withCompany } from './call.ts'
import { HELP } from './help.ts'
import { showObstacles } from './words.ts'

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
    ...(isIssuer && { qualified_invoice_issuer: true }),
    ...(number !== undefined && { invoice_registration_number: number }),
  }
  const reply = await api.createPartner({ body, mode: options.write ? 'write' : 'dry-run' })
  const output = context.output(options)
  output.result(reply)
  if ('partner' in reply) {
    const what = reply.created ? 'created' : 'the company has'
    output.line(`${what} the partner "${reply.partner.name}" (${reply.partner.id})`)
    return
  }
  output.line('dry run: nothing was written; --write creates the partner:')
  output.verbatim(JSON.stringify(reply.body, null, 2))
  showObstacles(reply.obstacles, output)
}

function readNumber(text: string): string {
  const number = readRegistrationNumber(text)
  const cannot = `Cannot use --registration-number "${text}"`
  if (number === undefined) throw new AppError('usage', `${cannot}: expected T and 13 digits`)
  if (hasCheckDigit(number)) return number
  throw new AppError('usage', `${cannot}: its check digit is wrong`, {
    hint: 'compare it with the number on the invoice',
  })
}
