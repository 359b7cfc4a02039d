import * as z from 'zod'
import { AppError } from '../../../core/errors.ts'
import { parseJson } from '../../../core/json/json.ts'
import type { Contact } from '../../../services/registrar/remote/contact.ts'
import { readTypedContact } from '../../../services/registrar/remote/typed-contact.ts'
import type { CliContext } from '../../context.ts'
import { readGivenFile } from '../../terminal/given-file.ts'

const contactFile = z.record(z.string(), z.unknown())

/** Matches a byte order mark, which some editors write and JSON does not allow. */
const BYTE_ORDER_MARK = /^\uFEFF/

/**
 * Reads a JSON file with telephone numbers and a postal code as people write them; undefined if the options name none.
 * No message contains its values.
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
