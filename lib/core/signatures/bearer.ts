/** The host's cron sends a secret, as it cannot sign. No nonce is checked, so a repeated job must do no harm. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Authenticator } from '../http/handler.ts'
import type { Caller } from '../http/router.ts'

const BEARER = /^Bearer ([!-~]+)$/i

/** Accepts `Authorization: Bearer <secret>` as a request of `caller`. Compares the secrets in constant time. */
export function createBearerAuthenticator({
  secret,
  caller,
}: {
  secret: string
  caller: Caller
}): Authenticator {
  const expected = digestOf(secret)
  return {
    async authenticate(request) {
      const header = request.headers.get('authorization')
      if (header === null) throw refused('signature_missing', 'it has no bearer secret')
      const given = BEARER.exec(header)?.[1]
      if (given === undefined)
        throw refused('signature_malformed', 'its Authorization is not a bearer secret')
      if (!timingSafeEqual(digestOf(given), expected))
        throw refused('signature_invalid', 'its bearer secret is wrong')
      return { caller, checkBody: () => undefined, spendNonce: async () => undefined }
    },
  }
}

/** Returns a digest, because digests have the same length, however long the secrets are. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function refused(code: 'signature_missing' | 'signature_malformed' | 'signature_invalid', why: string) {
  return new AppError(code, `Cannot accept the call: ${why}`)
}
