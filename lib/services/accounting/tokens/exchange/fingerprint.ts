import { createHmac } from 'node:crypto'
import type { TokenSettings } from './refresh.ts'

/** Shows whether the id or the secret of the application has changed; the secret cannot be found from it. */
export function fingerprintOf({
  clientId,
  clientSecret,
}: Pick<TokenSettings, 'clientId' | 'clientSecret'>): string {
  return createHmac('sha256', clientSecret)
    .update(`kura-application ${clientId}`)
    .digest('base64url')
    .slice(0, 22)
}
