/**
 * A key id names the owner of the key, its scopes, and the epoch of the secret, so there is no table of keys. The key
 * is derived from the whole key id, so no scope can be added to a key that was issued.
 */
import { hkdfSync } from 'node:crypto'
import { AppError } from '../errors.ts'

/**
 * The scopes, which say what a key may do. `approve` sends the decisions of a person, and no other scope includes it.
 * `propose` prepares acts that a person then releases. `enrol` belongs to the token of a new device, which the device
 * exchanges once for its key.
 */
export const SCOPES = [
  'device',
  'enrol',
  'accounting.read',
  'accounting.write',
  'registrar.read',
  'registrar.write',
  'registrar.buy',
  'chat.read',
  'chat.send',
  'today.read',
  'admin',
  'approve',
  'propose',
] as const
export type Scope = (typeof SCOPES)[number]

/** The scopes that an agent may have, so that it can read, try out and propose. */
export const AGENT_SCOPES: readonly Scope[] = [
  'accounting.read',
  'registrar.read',
  'chat.read',
  'today.read',
  'propose',
]

/** The scope that another one includes: a key that may send in the chat may also read it. */
const INCLUDED: Readonly<Partial<Record<string, Scope>>> = { 'chat.send': 'chat.read', admin: 'today.read' }

export function withIncluded(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.flatMap(scope => [scope, INCLUDED[scope] ?? []].flat()))]
}

/** Whether the key is for a device, or for its enrolment. */
export function isDeviceKey(scopes: readonly string[]): boolean {
  return scopes.every(scope => scope === 'device' || scope === 'enrol')
}

/** The parts of `<name>:<scope>[+<scope>…]:<epoch>`. */
export interface Keyid {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly epoch: string
}

const KEYID = /^([a-z0-9-]+):([a-z.]+(?:\+[a-z.]+)*):([0-9]{1,9})$/
const SECRET_BYTES = 32

/** Returns the parts. Undefined if the text is not a keyid, or names an unknown scope or a scope twice. */
export function parseKeyid(text: string): Keyid | undefined {
  const [, name, list, epoch] = KEYID.exec(text) ?? []
  if (name === undefined || list === undefined || epoch === undefined) return undefined
  const scopes = list.split('+')
  if (!scopes.every(isScope) || new Set(scopes).size < scopes.length) return undefined
  return { name, scopes, epoch }
}

const NAME = /^[a-z0-9-]+$/

/** Refuses a name that no operator or device may have. @throws AppError `usage`, which hints at the nearest name */
export function refuseKeyName(name: string): void {
  if (NAME.test(name)) return
  const near = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’\p{Mark}]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  throw new AppError('usage', `Cannot use the name "${name}": expected lower-case letters, digits and "-"`, {
    hint: `for example: ${near === '' ? 'mei-laptop' : near}`,
  })
}

/** @throws AppError `usage` if the keyid is not valid */
export function formatKeyid({ name, scopes, epoch }: Keyid): string {
  refuseKeyName(name)
  const text = `${name}:${scopes.join('+')}:${epoch}`
  if (parseKeyid(text)) return text
  throw new AppError('usage', `Cannot name a key "${text}": expected <name>:<scope>[+<scope>…]:<epoch>`, {
    hint: `each scope is given once: ${SCOPES.join(', ')}`,
  })
}

/** The name of both keys of an enrolment: the key of the device's token, and the device's key. */
export function enrolmentName(device: string, id: string): string {
  return `${device}--${id}`
}

/** Returns the parts. Undefined if `name` is not the name of an enrolment's keys. */
export function readEnrolmentName(name: string): { device: string; id: string } | undefined {
  const [, device, id] = /^(.+)--([0-9a-f]{16})$/.exec(name) ?? []
  return device === undefined || id === undefined ? undefined : { device, id }
}

/** @param name the name of the device's key */
export function deviceNameOf(name: string): string {
  return readEnrolmentName(name)?.device ?? name
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** Derives the 32 bytes of a key from the epoch's secret by HKDF-SHA256 (RFC 5869). */
export function deriveSecret(epochSecret: Uint8Array, keyid: string): Buffer {
  return Buffer.from(hkdfSync('sha256', epochSecret, 'kura-v1', keyid, SECRET_BYTES))
}
