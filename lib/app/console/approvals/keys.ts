/**
 * With KURA_APPROVALS=passkey a signed key cannot approve: a request that needs the scope `approve` is refused before
 * its nonce is spent. The console's own calls have another authenticator.
 */
import type { Config } from '../../../core/config/config.ts'
import { AppError } from '../../../core/errors.ts'
import type { Authenticator } from '../../../core/http/handler.ts'

/** Returns an authenticator that takes the scope `approve` from signed keys if the settings say so. */
export function withoutApprovals(
  { authenticate }: Authenticator,
  config: Pick<Config, 'approvesByPasskey' | 'url'>,
): Authenticator {
  return {
    async authenticate(request, url, onSigned) {
      const authenticated = await authenticate(request, url, onSigned)
      return {
        ...authenticated,
        async spendNonce(route) {
          const { scope, writeScope = scope } = route
          if (writeScope === 'approve' && config.approvesByPasskey()) throw byPasskey(config.url())
          await authenticated.spendNonce(route)
        },
      }
    },
  }
}

function byPasskey(url: string): AppError {
  return new AppError('approval_needed', 'Cannot approve with a key: KURA_APPROVALS is "passkey"', {
    hint: `approve it with a passkey: open ${new URL('/console', url).href}`,
  })
}
