/**
 * Tokens that only kura can make: the id in the cookie of a session, and the token in the link of an invitation. By the
 * MAC of a token, kura refuses an invented one before it asks the store. The MAC only saves calls of the store, so
 * eight bytes are enough. The record in the store says whether a token is still valid.
 *
 * The newest epoch of KURA_SEAL_KEYS makes the MAC, but the MACs of all listed epochs are accepted. A token is
 * base64url of 16 random bytes and the first 8 bytes of their MAC: 32 characters.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { EpochSecret } from '../config/config.ts'
import type { Store, TokenKind, TokenMaker } from '../store/store.ts'

const FORM = /^[A-Za-z0-9_-]{32}$/
const RANDOM = 16
const MAC = 8
const SALT = 'kura-token-v1'

/** @param ring KURA_SEAL_KEYS, the newest first, which is called anew for each token */
export function ownTokens(ring: () => readonly EpochSecret[]): TokenMaker {
  return {
    make(kind) {
      const [newest] = ring()
      if (!newest) throw new TypeError(`Cannot make a token of the kind "${kind}": there is no seal key`)
      const random = randomBytes(RANDOM)
      return Buffer.concat([random, macOf(random, kind, newest)]).toString('base64url')
    },
    isOwn(kind, token) {
      if (!FORM.test(token)) return false
      const bytes = Buffer.from(token, 'base64url')
      const [random, mac] = [bytes.subarray(0, RANDOM), bytes.subarray(RANDOM)]
      return ring().some(secret => timingSafeEqual(mac, macOf(random, kind, secret)))
    },
  }
}

/** Returns a new token. It has no MAC if the store lacks the keys of a deployment. */
export function newToken(kind: TokenKind, { tokens }: Pick<Store, 'tokens'>): string {
  return tokens?.make(kind) ?? randomBytes(RANDOM + MAC).toString('base64url')
}

/** Whether kura made the token. Asks no store. True for every token if the store lacks the keys of a deployment. */
export function isOwnToken(kind: TokenKind, token: string, { tokens }: Pick<Store, 'tokens'>): boolean {
  return tokens?.isOwn(kind, token) ?? true
}

function macOf(random: Uint8Array, kind: TokenKind, { epoch, secret }: EpochSecret): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, SALT, `${kind}:${epoch}`, 32))
  return createHmac('sha256', key).update(random).digest().subarray(0, MAC)
}
