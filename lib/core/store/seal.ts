/**
 * Encrypts secrets in the store by AES-256-GCM with a ring of keys. A sealed text is bound to its record and to a
 * counter that its owner chooses (the generation of a credential). So an earlier generation that was restored cannot be
 * opened. The newest epoch seals, and every epoch opens.
 *
 * A sealed text is `seal1.<epoch>.<base64url of 12 bytes of IV, the ciphertext, 16 bytes of tag>`.
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { EpochSecret } from '../config/config.ts'
import { AppError } from '../errors.ts'

export interface SealBinding {
  readonly record: string
  /** The counter, a whole number from 0. */
  readonly counter: number
}

export interface Sealer {
  seal(text: string, binding: SealBinding): string
  /** @throws AppError `seal_invalid` if the text was not sealed by this ring for this record and counter */
  unseal(sealed: string, binding: SealBinding): string
}

const ALGORITHM = 'aes-256-gcm'
const FORM = 'seal1'
const SALT = 'kura-seal-v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** @param ring the newest epoch comes first @throws TypeError if the ring is empty */
export function createSealer(
  ring: readonly EpochSecret[],
  { random = randomBytes }: { readonly random?: (size: number) => Uint8Array } = {},
): Sealer {
  const keys = new Map(ring.map(({ epoch, secret }) => [epoch, deriveKey(epoch, secret)]))
  const [newest] = keys
  if (!newest) throw new TypeError('Cannot create a sealer: the ring has no key')
  return {
    seal(text, binding) {
      const [epoch, key] = newest
      const iv = random(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(boundData(epoch, binding))
      const sealed = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${FORM}.${epoch}.${Buffer.concat(sealed).toString('base64url')}`
    },
    unseal(sealed, binding) {
      const [, epoch = '', body = ''] = /^seal1\.([0-9]{1,9})\.([A-Za-z0-9_-]+)$/.exec(sealed) ?? []
      const bytes = Buffer.from(body, 'base64url')
      if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== body)
        throw invalid(binding, 'it is not a sealed text')
      const key = keys.get(epoch)
      if (!key) throw invalid(binding, `it was sealed with the key "${epoch}", which the ring does not have`)
      return open(bytes, { key, bound: boundData(epoch, binding), binding })
    },
  }
}

function open(
  bytes: Buffer,
  { key, bound, binding }: { key: KeyObject; bound: Buffer; binding: SealBinding },
): string {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(bound)
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch (cause) {
    throw invalid(
      binding,
      'it was changed, or sealed for another record or counter, or with another key',
      cause,
    )
  }
}

/** Derives the key by HKDF-SHA256 (RFC 5869). */
function deriveKey(epoch: string, secret: Buffer): KeyObject {
  const info = `${ALGORITHM}:${epoch}`
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, SALT, info, 32)))
}

/** Returns the bytes of a binding. No two bindings give the same bytes. */
function boundData(epoch: string, { record, counter }: SealBinding): Buffer {
  if (!Number.isSafeInteger(counter) || counter < 0)
    throw new TypeError(`Cannot seal for the record "${record}": its counter is ${counter}`)
  return Buffer.from(JSON.stringify([FORM, epoch, record, counter]))
}

function invalid({ record, counter }: SealBinding, reason: string, cause?: unknown): AppError {
  return new AppError(
    'seal_invalid',
    `Cannot open the sealed text of the record "${record}" for the counter ${counter}: ${reason}`,
    {
      hint: 'KURA_SEAL_KEYS must include every key that has sealed something; after a restore, authorize again',
      ...(cause !== undefined && { cause }),
    },
  )
}
