/**
 * A passkey signs an issued text, which then comes back in a form (`issued.ts`). The text contains its purpose, the
 * browser or session, and its end, under a MAC. So the server need not store the text, and a form that is never
 * answered leaves no record.
 *
 * An issued text is `issued1.<epoch>.<base64url of JSON>.<base64url of the MAC>`. The newest seal key makes the MAC,
 * but the MAC of every listed key is accepted.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import type { EpochSecret } from '../config/config.ts'
import { LIFETIME, type Purpose } from './challenge.ts'

export interface IssuedFor {
  readonly purpose: Purpose
  /** The digest of the session's id or, before a sign-in, of the browser's cookie. */
  readonly binding: string
}

export interface IssueDeps {
  /** The seal keys, the newest first. */
  readonly sealKeys: readonly EpochSecret[]
  /** The time in milliseconds by the store's clock. `issue` may get another clock's time (see `openIssued`). */
  readonly now: number
}

/** Returns an issued text that is valid for 15 minutes. @throws TypeError if there is no seal key */
export function issue(text: string, { purpose, binding }: IssuedFor, { sealKeys, now }: IssueDeps): string {
  const [newest] = sealKeys
  if (!newest) throw new TypeError('Cannot issue a statement: there is no seal key')
  const payload = Buffer.from(JSON.stringify([purpose, binding, now + LIFETIME, text])).toString('base64url')
  return `issued1.${newest.epoch}.${payload}.${macOf(payload, newest)}`
}

/** The content of an issued text. `until` is in milliseconds of the store's time. */
export type Payload = readonly [purpose: Purpose, binding: string, until: number, text: string]

/** Returns the MAC in base64url. */
export function macOf(payload: string, { epoch, secret }: EpochSecret): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'kura-passkey-v1', `issued:${epoch}`, 32))
  return createHmac('sha256', key).update(payload).digest('base64url')
}
