/** Each question to a passkey, and each spent link, is bound to the digest of a browser's secret cookie. */
import { randomBytes } from 'node:crypto'
import { digestOf, readCookie, setCookie } from '../cookies.ts'

export interface Browser {
  readonly binding: string
  /** The cookie to set; empty if the browser has the cookie already. */
  readonly cookies: readonly string[]
}

/** The browser of a request. The answer to a new browser sets the cookie. */
export function browserOf(request: Pick<Request, 'headers'>): Browser {
  const known = readCookie(request, 'browser')
  const secret = known ?? randomBytes(32).toString('base64url')
  return { binding: digestOf(secret), cookies: known === undefined ? [setCookie('browser', secret)] : [] }
}

/** WebAuthn's relying party: the origin of the pages, and their host name. */
export function relyingParty(url: string): { readonly origin: string; readonly rpId: string } {
  const { origin, hostname } = new URL(url)
  return { origin, rpId: hostname }
}
