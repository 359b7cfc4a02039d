/**
 * In a vouch, a person states that a new passkey belongs to a colleague, because the colleague's screen shows the
 * number of this key. Without a vouch, a program could register a key that claims to have verified its user. A vouch is
 * signed by the publisher's keys, or is the exact body of a request that a passkey approves. Pure.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { parseJson } from '../json/json.ts'
import { phrase } from '../language/catalogue.ts'
import type { Phrase } from '../phrase.ts'
import { countSignatures } from '../release/envelope.ts'
import type { Envelope, Root } from '../release/schema.ts'
import { LIFETIME, statementDigest } from './challenge.ts'
import type { Statement } from './statement.ts'
import { PASSKEY_FAULTS } from './words.ts'

export const VOUCH_ADDRESS = '/api/console/vouches'

const filled = z.string().min(1)
const vouchSchema = z.strictObject({
  person: filled,
  /** The scopes, in the order in which the person got them. */
  scopes: z.array(filled).min(1),
  /** The passkey's id in base64url. */
  credential: filled,
  /** The passkey's SubjectPublicKeyInfo in DER, as base64url. */
  publicKey: filled,
  /** Bytes in base64url that the server chooses once it has the key, so that no key can be prepared in advance. */
  salt: filled,
  /** The number that two people compare: `1234 5678 9012 3456`. */
  number: filled,
})
export type Vouch = z.infer<typeof vouchSchema>

const vouchingSchema = z.strictObject({
  v: z.literal(1),
  /** The time of the vouch, by the clock of the machine that made it. */
  at: z.iso.datetime(),
  vouch: vouchSchema,
  deployment: filled,
})
export type Vouching = z.infer<typeof vouchingSchema>

/** Returns the text to sign, with its members in a fixed order. */
export function vouchText({ v, at, vouch, deployment }: Vouching): string {
  return JSON.stringify({ v, at, vouch: ordered(vouch), deployment })
}

function ordered({ person, scopes, credential, publicKey, salt, number }: Vouch): Vouch {
  return { person, scopes, credential, publicKey, salt, number }
}

/** Returns the vouch. Undefined unless `text` is exactly what `vouchText` makes. */
export function parseVouch(text: string): Vouching | undefined {
  const { data } = vouchingSchema.safeParse(parseJson(text))
  return data && vouchText(data) === text ? data : undefined
}

/** Whether two vouches are the same except for their times. */
export function isSameVouch(one: Vouching, other: Vouching): boolean {
  return vouchText({ ...one, at: other.at }) === vouchText(other)
}

/** Returns the vouch that the statement approves. Undefined if it approves something else or several items. */
export function vouchIn({ items: [item, ...more] }: Pick<Statement, 'items'>): Vouching | undefined {
  const isVouch = item?.method === 'POST' && item.address.split('?')[0] === VOUCH_ADDRESS
  return isVouch && more.length === 0 ? parseVouch(item.body) : undefined
}

/** Returns the name of a deployment: the SHA-256, in hex, of the signed text of its first root. */
export function deploymentOf(roots: readonly Pick<Envelope, 'signed'>[]): string | undefined {
  const [first] = roots
  return first && statementDigest(first.signed)
}

const NUMBERS = 10n ** 16n

/** Returns the 16 digits that two people compare. Forging a key with the same digits takes 2^53 keys or salts. */
export function confirmationNumber(
  vouch: Omit<Vouch, 'number'>,
  { deployment }: Pick<Vouching, 'deployment'>,
): string {
  const { person, scopes, credential, publicKey, salt } = vouch
  const about = JSON.stringify({ person, scopes, credential, publicKey, salt, deployment })
  const hash = createHash('sha256').update(`number v2\n${about}`).digest()
  const digits = String(hash.readBigUInt64BE() % NUMBERS).padStart(16, '0')
  return digits.replace(/\d{4}(?=\d)/g, '$& ')
}

/** Returns what is wrong. Undefined if the number matches the key. */
export function numberFault({ vouch, deployment }: Vouching): Phrase | undefined {
  const isOwn = confirmationNumber(vouch, { deployment }) === vouch.number
  return isOwn ? undefined : phrase(PASSKEY_FAULTS.vouchNumber)
}

export type ReadVouch = { readonly vouching: Vouching } | { readonly fault: Phrase }

/** @param root the newest root @param now the store's time in milliseconds */
export function readPublisherVouch(
  envelope: Envelope,
  { root, deployment, now }: { readonly root: Root; readonly deployment: string; readonly now: number },
): ReadVouch {
  const vouching = parseVouch(envelope.signed)
  if (!vouching) return { fault: phrase(PASSKEY_FAULTS.vouchMalformed) }
  if (vouching.deployment !== deployment) return { fault: phrase(PASSKEY_FAULTS.otherDeployment) }
  if (Math.abs(Date.parse(vouching.at) - now) > LIFETIME) return { fault: phrase(PASSKEY_FAULTS.vouchTime) }
  const fault = numberFault(vouching)
  if (fault) return { fault }
  if (isSignedBy(envelope, root)) return { vouching }
  return { fault: phrase(PASSKEY_FAULTS.vouchKeys) }
}

/** Whether enough keys of `root` have signed the vouch. */
export function isSignedBy(envelope: Envelope, root: Root): boolean {
  return countSignatures('vouch', envelope, root) >= root.threshold
}
