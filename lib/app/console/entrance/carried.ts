/** The form that was sent without a session: the sign-in carries its fields, so that nothing that was typed is lost. */
import { parseJson } from '../../../core/json.ts'
import { isPath } from '../language.ts'

export type Fields = Readonly<Record<string, string>>
/** A form that was sent without a session. */
export interface Carried {
  readonly path: string
  readonly fields: Fields
}

/** Returns what the sign-in carries. */
export function packed(carried: Carried): string {
  return Buffer.from(JSON.stringify(carried)).toString('base64url')
}

/** Reads what a form carried; undefined if it is none of the console's. */
export function unpacked(text: string | undefined): Carried | undefined {
  const given = text && (parseJson(Buffer.from(text, 'base64url').toString()) as Partial<Carried> | undefined)
  if (!given || typeof given.path !== 'string' || !isPath(given.path)) return undefined
  const { path, fields } = given
  const isFields = typeof fields === 'object' && fields !== null
  return isFields && Object.values(fields).every(value => typeof value === 'string')
    ? { path, fields }
    : undefined
}
