/**
 * A caller that proves itself by a shared secret, `Authorization: Bearer …`, because it cannot sign: the host's cron.
 * It reads and starts jobs; it has no body and no nonce, so its jobs are such that a repeated call does no harm.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Authenticator } from '../http/handler.ts'
import type { Caller } from '../http/router.ts'

const BEARER = /^Bearer ([!-~]+)$/i

/** Lets `caller` in where the secret is right; compared in a time that tells nothing about it. */
export function createBearerAuthenticator({
  secret,
  caller,
}: {
  secret: string
  caller: Caller
}): Authenticator {
  const wanted = digestOf(secret)
  return {
    async authenticate(request) {
      const header = request.headers.get('authorization')
      if (header === null) throw refused('signature_missing', 'it carries no bearer secret')
      const given = BEARER.exec(header)?.[1]
      if (given === undefined) throw refused('signature_malformed', 'its Authorization is no bearer secret')
      if (!timingSafeEqual(digestOf(given), wanted))
        throw refused('signature_invalid', 'its bearer secret is another one')
      return caller
    },
    checkBody: () => undefined,
    spendNonce: async () => undefined,
  }
}

/** Digests have one length, whatever was given. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function refused(code: 'signature_missing' | 'signature_malformed' | 'signature_invalid', why: string) {
  return new AppError(code, `Cannot accept the call: ${why}`)
}
