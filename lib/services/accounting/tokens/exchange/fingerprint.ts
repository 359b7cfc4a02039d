/**
 * The fingerprint of the settings of the application shows whether they have changed; the secret cannot be found from
 * it.
 */
import { createHmac } from 'node:crypto'
import type { TokenSettings } from './refresh.ts'

/** The same text for the same id and secret of the application. */
export function fingerprintOf({
  clientId,
  clientSecret,
}: Pick<TokenSettings, 'clientId' | 'clientSecret'>): string {
  return createHmac('sha256', clientSecret)
    .update(`kura-application ${clientId}`)
    .digest('base64url')
    .slice(0, 22)
}
