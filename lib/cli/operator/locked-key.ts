/** A program that reads a locked key file cannot use the key, because no file and no setting has the passphrase. */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import * as z from 'zod'
import { AppError } from '../../core/errors.ts'

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/)

/** The secret, encrypted with AES-256-GCM under a key that scrypt makes of the passphrase. */
export const lockedSecret = z.strictObject({
  salt: base64url,
  iv: base64url,
  tag: base64url,
  text: base64url,
})
export type LockedSecret = z.infer<typeof lockedSecret>

/** The cost of scrypt: about 128 MB of memory and a third of a second for each try of a passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 } as const
const CIPHER = 'aes-256-gcm'
const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase.normalize('NFKC'), salt, 32, COST)
const bytes = (text: string) => Buffer.from(text, 'base64url')

/** Encrypts the secret. Only the passphrase opens the secret, and only for the same keyid. */
export function lockSecret(
  secret: string,
  { passphrase, keyid }: { passphrase: string; keyid: string },
): LockedSecret {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt), iv).setAAD(Buffer.from(keyid))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const parts = { salt, iv, tag: cipher.getAuthTag(), text }
  const texts = Object.entries(parts).map(([name, part]) => [name, part.toString('base64url')])
  return Object.fromEntries(texts) as LockedSecret
}

/** @throws AppError `usage` if the passphrase is wrong or the file was changed */
export function openSecret(
  { salt, iv, tag, text }: LockedSecret,
  { passphrase, keyid }: { passphrase: string; keyid: string },
): string {
  try {
    const cipher = createDecipheriv(CIPHER, keyOf(passphrase, bytes(salt)), bytes(iv))
    cipher.setAAD(Buffer.from(keyid)).setAuthTag(bytes(tag))
    return Buffer.concat([cipher.update(bytes(text)), cipher.final()]).toString('utf8')
  } catch (cause) {
    throw new AppError('usage', `Cannot open the key "${keyid}": the passphrase is wrong`, {
      hint: 'type it again; if it is lost, issue another key: kura key issue',
      cause,
    })
  }
}
