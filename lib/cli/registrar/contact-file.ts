/** The registrant's contact data, from a file. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { parseJson } from '../../json.ts'
import type { Contact } from '../../registrar/remote/contact.ts'
import type { CliContext } from '../context.ts'

const contactFile = z.record(z.string(), z.unknown())

/** Some editors put it before a text; JSON does not allow it. */
const BYTE_ORDER_MARK = /^\uFEFF/

/** The contact data of a JSON file; its values are never shown. @throws AppError `usage` */
export async function readContact(
  { contact: file }: { contact?: string },
  { cwd }: Pick<CliContext, 'cwd'>,
): Promise<Contact | undefined> {
  if (file === undefined) return undefined
  const content = await readFile(resolve(cwd, file), 'utf8').catch((cause: unknown) => {
    throw new AppError('usage', `Cannot read the contact "${file}"`, { cause })
  })
  const parsed = contactFile.safeParse(parseJson(content.replace(BYTE_ORDER_MARK, '')))
  if (parsed.success) return parsed.data
  throw new AppError('usage', `Cannot read the contact "${file}": expected a JSON object`, {
    hint: '{"firstName": "…", "lastName": "…", "email": "…", "phone": "+81.312345678", "address1": "…", "city": "…", "state": "…", "zip": "…", "country": "JP"}',
  })
}
