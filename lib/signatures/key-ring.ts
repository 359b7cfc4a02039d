/** The keys that the valid epochs give, derived when they are asked for. Keys that have proved themselves are kept. */
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { EpochSecret } from '../config.ts'
import { deriveSecret, type Keyid, parseKeyid } from './keys.ts'

export interface Key extends Keyid {
  readonly keyid: string
  readonly key: KeyObject
}

export interface KeyRing {
  /** The key of a keyid; undefined where the text is no keyid or its epoch is not valid. */
  find(keyid: string): Key | undefined
  /** Keeps a key whose MAC held, and only such: made-up keyids must not drive the real ones out. */
  keep(key: Key): void
}

/** How many epochs are valid at once, the newest first: while keys change over, the one before still holds. */
const VALID_EPOCHS = 2
const KEPT_KEYS = 1000

/** A ring over the secrets by epoch, newest first. It keeps at most `limit` keys, those longest kept going first. */
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
