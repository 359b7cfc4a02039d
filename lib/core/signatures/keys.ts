/**
 * Names and derives keys, without a key table: a key id names the owner of the key, its scopes, and the epoch of the
 * secret that the key is derived from. The key is derived from the whole key id, so no scope can be added to a key that
 * was issued.
 */
import { hkdfSync } from 'node:crypto'
import { AppError } from '../errors.ts'

/**
 * The scopes: what a key may do. A key with `approve` sends the decisions of a person; no other scope includes
 * `approve`. A key with `propose` prepares acts that a person then releases. `enrol` belongs to the token in the folder
 * of a new device, which the device exchanges once for its key.
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

/** The scopes that a key for an agent may have: the agent reads, tries out and proposes. */
export const AGENT_SCOPES: readonly Scope[] = [
  'accounting.read',
  'registrar.read',
  'chat.read',
  'today.read',
  'propose',
]

/** The scopes that another scope includes: a key that may send in the chat may also read it. */
const INCLUDED: Readonly<Partial<Record<string, Scope>>> = { 'chat.send': 'chat.read', admin: 'today.read' }

export function withIncluded(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.flatMap(scope => [scope, INCLUDED[scope] ?? []].flat()))]
}

/** Whether the key belongs to a device, or to the enrolment of one. */
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

/** The parts of a keyid; undefined if the text is not a keyid, or names an unknown scope or a scope twice. */
export function parseKeyid(text: string): Keyid | undefined {
  const [, name, list, epoch] = KEYID.exec(text) ?? []
  if (name === undefined || list === undefined || epoch === undefined) return undefined
  const scopes = list.split('+')
  if (!scopes.every(isScope) || new Set(scopes).size < scopes.length) return undefined
  return { name, scopes, epoch }
}

const NAME = /^[a-z0-9-]+$/

/**
 * Refuses a name that is not allowed for a key, and so for an operator or a device; the hint suggests the nearest
 * allowed name.
 * @throws AppError `usage`
 */
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

/** Writes a keyid with its scopes in the given order. @throws AppError `usage` if it is not valid */
export function formatKeyid({ name, scopes, epoch }: Keyid): string {
  refuseKeyName(name)
  const text = `${name}:${scopes.join('+')}:${epoch}`
  if (parseKeyid(text)) return text
  throw new AppError('usage', `Cannot name a key "${text}": expected <name>:<scope>[+<scope>…]:<epoch>`, {
    hint: `each scope is given once: ${SCOPES.join(', ')}`,
  })
}

/**
 * The name of the keys of an enrolment (the device's token and its key): the device's name and the unique id of the
 * enrolment.
 */
export function enrolmentName(device: string, id: string): string {
  return `${device}--${id}`
}

/** The device and the id of an enrolment, from the name of its keys; undefined if `name` is not such a name. */
export function readEnrolmentName(name: string): { device: string; id: string } | undefined {
  const [, device, id] = /^(.+)--([0-9a-f]{16})$/.exec(name) ?? []
  return device === undefined || id === undefined ? undefined : { device, id }
}

/** The name of a device, read from the name of its key. */
export function deviceNameOf(name: string): string {
  return readEnrolmentName(name)?.device ?? name
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** The key's 32 bytes: HKDF-SHA256 (RFC 5869) of the epoch's secret. */
export function deriveSecret(epochSecret: Uint8Array, keyid: string): Buffer {
  return Buffer.from(hkdfSync('sha256', epochSecret, 'kura-v1', keyid, SECRET_BYTES))
}
