/** What the commands of the registrar share: calling the host, a contact from a file, words of its answers. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { parseJson } from '../../json.ts'
import type { Contact } from '../../registrar/remote/contact.ts'
import type { Scope } from '../../signatures/keys.ts'
import type { CliContext } from '../context.ts'
import { type OperatorCall, operatorCall } from '../operator/client.ts'
import type { CallOptions } from '../operator/options.ts'
import type { Output } from '../terminal/output.ts'

const BASE = '/api/registrar'

/** What `--local`, and the key of the local host, act with. */
export const REGISTRAR_SCOPES: readonly Scope[] = ['registrar.read', 'registrar.write', 'registrar.buy']

/** How a command of this group calls the host. */
export function registrarCall(context: CliContext, options: CallOptions): Promise<OperatorCall> {
  return operatorCall(context, { ...options, scopes: REGISTRAR_SCOPES })
}

/** A path below the function's own, each word quoted: `/domains/example.com/buy`. */
export function pathOf(...words: string[]): string {
  return [BASE, ...words.map(encodeURIComponent)].join('/')
}

const contactFile = z.record(z.string(), z.unknown())

/** Some editors put it before a text; JSON has no place for it. */
const BYTE_ORDER_MARK = /^\uFEFF/

/** The contact data of a JSON file; what stands in it is never shown. @throws AppError `usage` */
export async function readContact(
  { cwd }: Pick<CliContext, 'cwd'>,
  { contact: file }: { contact?: string },
): Promise<Contact | undefined> {
  if (file === undefined) return undefined
  const content = await readFile(resolve(cwd, file), 'utf8').catch((cause: unknown) => {
    throw new AppError('usage', `Cannot read the contact "${file}"`, { cause })
  })
  const parsed = contactFile.safeParse(parseJson(content.replace(BYTE_ORDER_MARK, '')))
  if (parsed.success) return parsed.data
  throw new AppError('usage', `Cannot read the contact "${file}": wanted a JSON object`, {
    hint: '{"firstName": "…", "lastName": "…", "email": "…", "phone": "+81.312345678", "address1": "…", "city": "…", "state": "…", "zip": "…", "country": "JP"}',
  })
}

/** `on` and `off`; undefined where it was not said. @throws AppError `usage` */
export function readSwitch(option: string, given: string | undefined): boolean | undefined {
  if (given === undefined) return undefined
  if (given === 'on' || given === 'off') return given === 'on'
  throw new AppError('usage', `Cannot use ${option} "${given}": wanted on or off`)
}

export function switchText(value: boolean | undefined): string {
  return value === undefined ? 'not stated' : value ? 'on' : 'off'
}

/** `1 year`, `3 years` */
export function yearsText(years: number): string {
  return `${years} year${years === 1 ? '' : 's'}`
}

/** What could not be asked about, on standard error. */
export function noteFailures(
  output: Output,
  shown: readonly { readonly domain: string; readonly failure?: string | undefined }[],
): void {
  for (const { domain, failure } of shown)
    if (failure) output.note(`${domain} is shown as it was last known: ${failure}`)
}
