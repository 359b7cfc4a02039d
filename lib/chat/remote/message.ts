/** What the platform allows of a message. */
import { createHash } from 'node:crypto'

/** The most that a message may hold, counted as JavaScript does: never less than the platform counts. */
export const MESSAGE_CAP = 2000

const NONCE_LENGTH = 25

/** The nonce of a message's name: always the same one. */
export function nonceOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, NONCE_LENGTH)
}
