import { createHmac } from 'node:crypto'
import type { TokenSettings } from './refresh.ts'

/** The fingerprint shows whether the application's id or secret has changed. It does not reveal the secret. */
export function fingerprintOf({
  clientId,
  clientSecret,
}: Pick<TokenSettings, 'clientId' | 'clientSecret'>): string {
  return createHmac('sha256', clientSecret)
    .update(`kura-application ${clientId}`)
    .digest('base64url')
    .slice(0, 22)
}
