import { createSecretKey, type KeyObject } from 'node:crypto'
import type { EpochSecret } from '../config/config.ts'
import { deriveSecret, type Keyid, parseKeyid } from './keys.ts'

export interface Key extends Keyid {
  readonly keyid: string
  readonly key: KeyObject
}

export interface KeyRing {
  /** Returns the key of a keyid. Undefined if the text is not a keyid or its epoch is not valid. */
  find(keyid: string): Key | undefined
  /** Caches a key whose MAC was verified. Keys for invented keyids would displace real keys. */
  keep(key: Key): void
}

/** The number of valid epochs, the newest ones. The previous epoch stays valid while keys are replaced. */
const VALID_EPOCHS = 2
const KEPT_KEYS = 1000

/** @param secrets the newest epoch first @param limit the most cached keys; the oldest is removed first */
export function createKeyRing(
  secrets: readonly EpochSecret[],
  { limit = KEPT_KEYS }: { limit?: number } = {},
): KeyRing {
  const epochs = new Map(secrets.slice(0, VALID_EPOCHS).map(({ epoch, secret }) => [epoch, secret]))
  const kept = new Map<string, Key>()
  return {
    find: keyid => kept.get(keyid) ?? derive(keyid, epochs),
    keep(key) {
      if (kept.has(key.keyid)) return
      const [oldest] = kept.keys()
      if (kept.size >= limit && oldest !== undefined) kept.delete(oldest)
      kept.set(key.keyid, key)
    },
  }
}

function derive(keyid: string, epochs: ReadonlyMap<string, Uint8Array>): Key | undefined {
  const parsed = parseKeyid(keyid)
  const secret = parsed && epochs.get(parsed.epoch)
  return secret && { ...parsed, keyid, key: createSecretKey(deriveSecret(secret, keyid)) }
}
