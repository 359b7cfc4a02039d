/** Signs notices for a webhook. No caller can have the scope in this keyid, so the key gives no access to kura. */
import type { EpochSecret } from '../config/config.ts'
import { deriveSecret } from './keys.ts'

export interface WebhookKey {
  /** `notices:webhook:<epoch>`. */
  readonly keyid: string
  /** 32 bytes. */
  readonly secret: Buffer
}

export function webhookKey([newest]: readonly EpochSecret[]): WebhookKey | undefined {
  if (!newest) return undefined
  const keyid = `notices:webhook:${newest.epoch}`
  return { keyid, secret: deriveSecret(newest.secret, keyid) }
}
