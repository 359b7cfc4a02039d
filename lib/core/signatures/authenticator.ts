/**
 * Devices and operators sign each request with a key that the host derives from the keyid. Invariants: the signature is
 * checked over the received text, not over a parsed form; nothing has an effect before the MAC is verified; an unknown
 * key and a wrong MAC get the same answer; devices get answers while the store is down. An operator's request needs the
 * store for the list of revoked keys. A write also needs it for the nonce.
 */
import type { SigningSettings } from '../config/config.ts'
import { AppError, messageOf } from '../errors.ts'
import type { Authenticator } from '../http/handler.ts'
import type { Noted } from '../http/trace.ts'
import { actsStopped, NOT_STOPPED, readStopped } from '../store/stopped.ts'
import type { Store } from '../store/store.ts'
import { insert, type UpdateOptions } from '../store/update.ts'
import { contentDigest } from './content-digest.ts'
import { createKeyRing } from './key-ring.ts'
import { isDeviceKey, withIncluded } from './keys.ts'
import { MAX_LIFETIME, MAX_SKEW } from './profile.ts'
import { createRevocationList } from './revocations.ts'
import { verifyRequest } from './verify.ts'

export interface AuthenticatorDeps {
  readonly settings: SigningSettings
  /** Called when the store is first needed. A deployment without a store accepts no write. */
  readonly store?: (() => Store) | undefined
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep?: ((milliseconds: number) => Promise<unknown>) | undefined
  /** Logs `revocations_stale`, at most once a minute. */
  readonly note?: ((event: string, facts: Readonly<Record<string, Noted>>) => void) | undefined
  /** Called before a signed call approves something. @throws AppError `approval_needed` if no key may approve */
  readonly mayApprove?: () => void
}

export function createAuthenticator({
  settings,
  store,
  now,
  sleep,
  note,
  mayApprove,
}: AuthenticatorDeps): Authenticator {
  const { authorities } = settings
  const keys = createKeyRing(settings.secrets)
  const revocations = createRevocationList({
    floor: settings.revoked,
    store,
    now,
    sleep,
    onOutage: cause =>
      note?.('revocations_stale', {
        text: 'Cannot read the revoked keys: KURA_REVOKED and the last known list apply to devices',
        cause: messageOf(cause),
      }),
  })

  return {
    async authenticate({ method, headers }, url, onSigned) {
      const { key, digest, nonce } = verifyRequest(
        { method, url, headers },
        { authorities, keys, now: now() },
      )
      const { keyid, name, scopes } = key
      // usually the list of revocations has been read already, so the request does not wait
      const known = isDeviceKey(scopes) ? revocations.has(keyid) : revocations.hasNow(keyid)
      if (typeof known !== 'boolean') onSigned?.()
      if (known === true || (known !== false && (await known))) throw revoked(keyid)
      return {
        caller: { keyid, name, scopes: withIncluded(scopes) },
        checkBody: body => checkDigest(digest, body),
        async spendNonce({ scope, writeScope = scope, whilePaused }) {
          if (writeScope === 'approve') mayApprove?.()
          if (!store) throw storeMissing()
          if (await revocations.hasNow(keyid)) throw revoked(keyid)
          await spendNonce(store(), { keyid, nonce, whilePaused })
        },
      }
    },
  }
}

/** A request without a digest must have an empty body. */
function checkDigest(digest: string | undefined, body: Uint8Array): void {
  if (digest === undefined ? body.byteLength === 0 : contentDigest(body) === digest) return
  throw new AppError('signature_invalid', 'Cannot accept the body: it is not the body that was signed', {
    hint: 'send exactly the bytes that were signed, and no body with a method that has none',
  })
}

function revoked(keyid: string): AppError {
  return new AppError('key_revoked', `Cannot accept the signature: the key "${keyid}" is revoked`, {
    hint: 'ask an operator for a key of another name: kura key issue, or kura enrol for a device',
  })
}

function storeMissing(): AppError {
  return new AppError('store_unavailable', 'Cannot accept a write: this deployment has no store', {
    hint: 'configure a store for the deployment: it remembers the nonces of writes',
  })
}

/**
 * How long a nonce is remembered, in milliseconds: as long as the signature can be accepted, with the difference of the
 * clocks on both sides, and this difference once more because the clocks of instances differ.
 */
const MEMORY = (MAX_LIFETIME + 3 * MAX_SKEW) * 1000

/**
 * Marks a key's nonce as used, so that a recorded write cannot be replayed. While acts are stopped, only a route with
 * `whilePaused` may do this.
 * @throws AppError `nonce_used`, `paused`; `store_unavailable`, after which it is unknown whether the nonce is marked
 */
export async function spendNonce(
  store: Store,
  { keyid, nonce, whilePaused }: { keyid: string; nonce: string; whilePaused?: true | undefined },
  options: UpdateOptions = {},
): Promise<void> {
  const requires = whilePaused ? undefined : NOT_STOPPED
  const spent = { key: `nonce/${keyid}/${nonce}`, value: 'spent', ttl: MEMORY, requires }
  const unused = await insert(store, spent, { ...options, durable: true })
  if (unused) return
  throw requires && (await readStopped(store)) ? actsStopped() : used()
}

function used(): AppError {
  return new AppError('nonce_used', 'Cannot accept the request: its nonce was used before', {
    hint: 'this request has already arrived: check its outcome, and sign again with a new nonce to repeat it',
  })
}
