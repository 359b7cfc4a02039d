import type { Command, OptionValues } from '@commander-js/extra-typings'
import * as z from 'zod'
import { AppError } from '../../../core/errors.ts'
import { parseJson } from '../../../core/json/json.ts'
import type { RegistrarContract } from '../../../services/registrar/contract.ts'
import type { Contact } from '../../../services/registrar/remote/contact.ts'
import { readTypedContact } from '../../../services/registrar/remote/typed-contact.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import type { NoOptions, OptionsOf } from '../../operator/options.ts'
import { readGivenFile } from '../../terminal/given-file.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'

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

/** @throws AppError `usage` */
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

/** @throws AppError `usage` unless the value is `on` or `off` */
function readSwitch(option: string, given: string | undefined): boolean | undefined {
  if (given === undefined) return undefined
  if (given === 'on' || given === 'off') return given === 'on'
  throw new AppError('usage', `Cannot use ${option} "${given}": expected on or off`)
}

const contactFile = z.record(z.string(), z.unknown())

/** Matches a byte order mark, which some editors write and JSON does not allow. */
const BYTE_ORDER_MARK = /^\uFEFF/

/**
 * Reads the file of `--contact`, with telephone numbers and the postal code as people write them. No message contains
 * the values of the file.
 * @throws AppError `usage`
 */
export async function readContact(
  { contact: file }: { contact?: string },
  context: Pick<CliContext, 'cwd'>,
): Promise<Contact | undefined> {
  if (file === undefined) return undefined
  const content = await readGivenFile(file, 'the contact', context)
  const parsed = contactFile.safeParse(parseJson(content.replace(BYTE_ORDER_MARK, '')))
  if (parsed.success) return readTypedContact(parsed.data)
  throw new AppError('usage', `Cannot read the contact "${file}": expected a JSON object`, {
    hint: '{"firstName": "…", "lastName": "…", "email": "…", "phone": "+81.312345678", "address1": "…", "city": "…", "state": "…", "zip": "…", "country": "JP"}',
  })
}
