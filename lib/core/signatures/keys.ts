/**
 * There is no key table: a key id names the owner of the key, its scopes, and the epoch of the secret. The key is
 * derived from the whole key id, so no scope can be added to a key that was issued.
 */
import { hkdfSync } from 'node:crypto'
import { AppError } from '../errors.ts'

/**
 * What a key may do. `approve` sends the decisions of a person; no other scope includes it. `propose` prepares acts
 * that a person then releases. `enrol` belongs to the token of a new device, which the device exchanges once for its
 * key.
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

/** An agent reads, tries out and proposes. */
export const AGENT_SCOPES: readonly Scope[] = [
  'accounting.read',
  'registrar.read',
  'chat.read',
  'today.read',
  'propose',
]

/** A key that may send in the chat may also read it. */
const INCLUDED: Readonly<Partial<Record<string, Scope>>> = { 'chat.send': 'chat.read', admin: 'today.read' }

export function withIncluded(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.flatMap(scope => [scope, INCLUDED[scope] ?? []].flat()))]
}

/** Whether the key is for a device, or for its enrolment. */
export function isDeviceKey(scopes: readonly string[]): boolean {
  return scopes.every(scope => scope === 'device' || scope === 'enrol')
}

/** `<name>:<scope>[+<scope>…]:<epoch>`. */
export interface Keyid {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly epoch: string
}

const KEYID = /^([a-z0-9-]+):([a-z.]+(?:\+[a-z.]+)*):([0-9]{1,9})$/
const SECRET_BYTES = 32

/** Undefined if the text is not a keyid, or names an unknown scope or a scope twice. */
export function parseKeyid(text: string): Keyid | undefined {
  const [, name, list, epoch] = KEYID.exec(text) ?? []
  if (name === undefined || list === undefined || epoch === undefined) return undefined
  const scopes = list.split('+')
  if (!scopes.every(isScope) || new Set(scopes).size < scopes.length) return undefined
  return { name, scopes, epoch }
}

const NAME = /^[a-z0-9-]+$/

/** Key names are names of operators and devices. @throws AppError `usage`, whose hint has the nearest allowed name */
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

/** The name of an enrolment's keys: the device's token and its key. */
export function enrolmentName(device: string, id: string): string {
  return `${device}--${id}`
}

/** Undefined if `name` is not the name of an enrolment's keys. */
export function readEnrolmentName(name: string): { device: string; id: string } | undefined {
  const [, device, id] = /^(.+)--([0-9a-f]{16})$/.exec(name) ?? []
  return device === undefined || id === undefined ? undefined : { device, id }
}

/** @param name of the device's key */
export function deviceNameOf(name: string): string {
  return readEnrolmentName(name)?.device ?? name
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** 32 bytes: HKDF-SHA256 (RFC 5869) of the epoch's secret. */
export function deriveSecret(epochSecret: Uint8Array, keyid: string): Buffer {
  return Buffer.from(hkdfSync('sha256', epochSecret, 'kura-v1', keyid, SECRET_BYTES))
}
