/**
 * Who calls. Devices and operators sign each request with a key derived from an epoch's secret; the host derives the
 * same key from the keyid and compares. What always holds: the received text is what is verified, nothing is acted on
 * before the MAC holds, an unknown key and a wrong MAC look alike, and a device is answered while the store is down.
 * A write needs the store, for its nonce. Facts of a request hang on the request: many share one instance.
 */
import type { SigningSettings } from '../config.ts'
import { AppError, messageOf } from '../errors.ts'
import type { Authenticator } from '../http/handler.ts'
import type { Noted } from '../http/trace.ts'
import type { Store } from '../store/store.ts'
import { contentDigest } from './content-digest.ts'
import { createKeyRing } from './key-ring.ts'
import { spendNonce } from './nonces.ts'
import { createRevocationList } from './revocations.ts'
import { type VerifiedRequest, verifyRequest } from './verify.ts'

export interface AuthenticatorDeps {
  readonly settings: SigningSettings
  /** Asked for when it is first needed; a deployment without one accepts no write. */
  readonly store?: (() => Store) | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep?: ((milliseconds: number) => Promise<unknown>) | undefined
  /** Told what belongs in the log beside the requests: `revocations_stale`, at most once a minute. */
  readonly note?: ((event: string, facts: Readonly<Record<string, Noted>>) => void) | undefined
}

/** The authenticator of one instance. */
export function createAuthenticator({ settings, store, now, sleep, note }: AuthenticatorDeps): Authenticator {
  const { authorities } = settings
  const keys = createKeyRing(settings.secrets)
  const verified = new WeakMap<Request, VerifiedRequest>()
  const revocations = createRevocationList({
    floor: settings.revoked,
    store,
    now,
    sleep,
    onOutage: cause => note?.('revocations_stale', staleFacts(cause)),
  })

  function factsOf(request: Request): VerifiedRequest {
    const facts = verified.get(request)
    if (!facts) throw new Error('Cannot use a request that was not authenticated')
    return facts
  }

  return {
    async authenticate(request) {
      const facts = verifyRequest(request, { authorities, keys, now: now() })
      const { keyid, name, scopes } = facts.key
      if (await revocations.has(keyid)) throw revoked(keyid)
      verified.set(request, facts)
      return { keyid, name, scopes }
    },
    checkBody(request, body) {
      checkDigest(factsOf(request).digest, body)
    },
    async spendNonce(request) {
      const { key, nonce } = factsOf(request)
      if (!store) throw storeMissing()
      await spendNonce(store(), { keyid: key.keyid, nonce })
    },
  }
}

/** A method that carries no body has no digest: its body is empty. */
function checkDigest(digest: string | undefined, body: Uint8Array): void {
  if (digest === undefined ? body.byteLength === 0 : contentDigest(body) === digest) return
  throw new AppError('signature_invalid', 'Cannot accept the body: it is not the one that was signed', {
    hint: 'send exactly the bytes that were signed, and none with a method that carries no body',
  })
}

function revoked(keyid: string): AppError {
  return new AppError('key_revoked', `Cannot accept the signature: the key "${keyid}" is revoked`, {
    hint: 'ask an operator for a key of another name: kura key issue, or kura enrol for a device',
  })
}

function storeMissing(): AppError {
  return new AppError('store_unavailable', 'Cannot accept a write: this deployment has no store', {
    hint: 'give the deployment a store, which remembers the nonces of its writes',
  })
}

function staleFacts(cause: unknown): Record<string, Noted> {
  return {
    text: 'Cannot read the revoked keys: KURA_REVOKED and the last list known hold',
    cause: messageOf(cause),
  }
}
