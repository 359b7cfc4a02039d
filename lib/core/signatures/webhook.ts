/**
 * The key with which kura signs notices for a webhook. The scope in its keyid cannot belong to a caller, so the key
 * gives no access to kura.
 */
import type { EpochSecret } from '../config/config.ts'
import { deriveSecret } from './keys.ts'

export interface WebhookKey {
  /** The key id, `notices:webhook:<epoch>`. */
  readonly keyid: string
  /** The key, 32 bytes. */
  readonly secret: Buffer
}

export function webhookKey([newest]: readonly EpochSecret[]): WebhookKey | undefined {
  if (!newest) return undefined
  const keyid = `notices:webhook:${newest.epoch}`
  return { keyid, secret: deriveSecret(newest.secret, keyid) }
}
