/** The key that signs notices for a webhook. No caller can have its scope, so it gives no access to kura. */
import type { EpochSecret } from '../config/config.ts'
import { deriveSecret } from './keys.ts'

export interface WebhookKey {
  /** The key's id: `notices:webhook:<epoch>`. */
  readonly keyid: string
  /** The key, which has 32 bytes. */
  readonly secret: Buffer
}

export function webhookKey([newest]: readonly EpochSecret[]): WebhookKey | undefined {
  if (!newest) return undefined
  const keyid = `notices:webhook:${newest.epoch}`
  return { keyid, secret: deriveSecret(newest.secret, keyid) }
}
