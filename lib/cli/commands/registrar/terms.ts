/** The terms of a purchase: the options that `quote` and `buy` share. */

import type { Command, OptionValues } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import type { RegistrarContract } from '../../../services/registrar/contract.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import type { NoOptions, OptionsOf } from '../../operator/options.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { readContact } from './contact-file.ts'

const fills = filling<RegistrarContract>()

export function withTerms<Args extends unknown[], Opts extends OptionValues>(command: Command<Args, Opts>) {
  return command
    .addOption(fills.option('--contact <file>', "the registrant's contact data, a JSON object", 'contact'))
    .addOption(
      fills
        .option(
          '--years <years>',
          'the term in years (default: the shortest of the top-level domain)',
          'years',
        )
        .argParser(wholeNumber('--years')),
    )
    .addOption(
      fills.option(
        '--auto-renew <on|off>',
        'whether the domain renews automatically; there is no default',
        'autoRenew',
      ),
    )
    .addOption(
      fills.option(
        '--language-code <code>',
        'the language of an international name, such as JPN',
        'languageCode',
      ),
    )
}

type TermsOptions = OptionsOf<typeof withTerms<[], NoOptions>>

/**
 * The terms as members of the host's request.
 * @throws AppError `usage`
 */
export async function readTerms(options: TermsOptions, context: CliContext) {
  const autoRenew = readSwitch('--auto-renew', options.autoRenew)
  const contact = await readContact(options, context)
  return {
    ...(options.years !== undefined && { years: options.years }),
    ...(options.languageCode !== undefined && { languageCode: options.languageCode }),
    ...(autoRenew !== undefined && { autoRenew }),
    ...(contact && { contact }),
  }
}

/**
 * The value of a switch; undefined if the option is missing.
 * @throws AppError `usage` unless it is `on` or `off`
 */
function readSwitch(option: string, given: string | undefined): boolean | undefined {
  if (given === undefined) return undefined
  if (given === 'on' || given === 'off') return given === 'on'
  throw new AppError('usage', `Cannot use ${option} "${given}": expected on or off`)
}
