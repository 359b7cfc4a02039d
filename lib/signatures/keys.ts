/**
 * Keys without a key table: a keyid says whose key it is, what it may do and from which epoch's secret it is derived.
 * The scopes are part of what the key is derived from, so none can be added to a key that was issued.
 */
import { hkdfSync } from 'node:crypto'
import { AppError } from '../errors.ts'

/** What a key may do. */
export const SCOPES = [
  'device',
  'accounting.read',
  'accounting.write',
  'registrar.read',
  'registrar.write',
  'registrar.buy',
  'chat.send',
  'admin',
] as const
export type Scope = (typeof SCOPES)[number]

/** What `<name>:<scope>[+<scope>…]:<epoch>` says. */
export interface Keyid {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly epoch: string
}

const KEYID = /^([a-z0-9-]+):([a-z.]+(?:\+[a-z.]+)*):([0-9]{1,9})$/
const SECRET_BYTES = 32

/** Reads a keyid; undefined where it is not one, names an unknown scope or a scope twice. */
export function parseKeyid(text: string): Keyid | undefined {
  const [, name, list, epoch] = KEYID.exec(text) ?? []
  if (name === undefined || list === undefined || epoch === undefined) return undefined
  const scopes = list.split('+')
  if (!scopes.every(isScope) || new Set(scopes).size < scopes.length) return undefined
  return { name, scopes, epoch }
}

/** Writes a keyid, its scopes in the order given. @throws AppError `usage` where no key can have it */
export function formatKeyid({ name, scopes, epoch }: Keyid): string {
  const text = `${name}:${scopes.join('+')}:${epoch}`
  if (parseKeyid(text)) return text
  throw new AppError('usage', `Cannot name a key "${text}": wanted <name>:<scope>[+<scope>…]:<epoch>`, {
    hint: `a name has lower-case letters, digits and "-"; each scope stands once: ${SCOPES.join(', ')}`,
  })
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** The 32 bytes of a key: HKDF-SHA256 (RFC 5869) of its epoch's secret. */
export function deriveSecret(epochSecret: Uint8Array, keyid: string): Buffer {
  return Buffer.from(hkdfSync('sha256', epochSecret, 'kura-v1', keyid, SECRET_BYTES))
}
