/** A browser before its person has signed in: a secret in a cookie, to whose digest every form is bound. */
import { randomBytes } from 'node:crypto'
import { digestOf, readCookie, setCookie } from '../cookies.ts'

export interface Browser {
  /** The digest of the secret. */
  readonly binding: string
  /** The cookie to set; none if the browser has one. */
  readonly cookies: readonly string[]
}

/** Returns the browser of a request; a new one gets its cookie with the answer. */
export function browserOf(request: Pick<Request, 'headers'>): Browser {
  const known = readCookie(request, 'browser')
  const secret = known ?? randomBytes(32).toString('base64url')
  return { binding: digestOf(secret), cookies: known === undefined ? [setCookie('browser', secret)] : [] }
}

/** What passkeys are asked for: the address of the pages, and its host. */
export function relyingParty(url: string): { readonly origin: string; readonly rpId: string } {
  const { origin, hostname } = new URL(url)
  return { origin, rpId: hostname }
}
