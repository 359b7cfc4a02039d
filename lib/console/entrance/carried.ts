/** The sign-in page carries a form that was sent after its session had ended. */
import { parseJson } from '../../core/json/json.ts'
import { isPath } from '../language.ts'

export type Fields = Readonly<Record<string, string>>
export interface Carried {
  readonly path: string
  readonly fields: Fields
}

/** The text in which the sign-in page carries the form. */
export function packed(carried: Carried): string {
  return Buffer.from(JSON.stringify(carried)).toString('base64url')
}

/** The form in a text; undefined if it is no form of the console. */
export function unpacked(text: string | undefined): Carried | undefined {
  const given = text && (parseJson(Buffer.from(text, 'base64url').toString()) as Partial<Carried> | undefined)
  if (!given || typeof given.path !== 'string' || !isPath(given.path)) return undefined
  const { path, fields } = given
  const isFields = typeof fields === 'object' && fields !== null
  return isFields && Object.values(fields).every(value => typeof value === 'string')
    ? { path, fields }
    : undefined
}
