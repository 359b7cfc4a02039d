/** The prefix `__Host-` limits a cookie to this host and to https; browsers treat `http://localhost` as secure. */
import { createHash } from 'node:crypto'

/** The lifetimes are in seconds. After a link on another site, the browser leaves out a Strict cookie. */
const COOKIES = {
  session: { seconds: 12 * 3_600, sameSite: 'Strict' },
  /** The secret of a browser that has not signed in yet. Statements are bound to this secret. */
  browser: { seconds: 3_600, sameSite: 'Strict' },
  /** The newest end of the activity log that the browser has seen. A store with an older end has lost entries. */
  seen: { seconds: 400 * 86_400, sameSite: 'Strict' },
  /** The state of an authorization. It is Lax, so that the redirect from the accounting service carries the cookie. */
  authorize: { seconds: 600, sameSite: 'Lax' },
} as const

type CookieName = keyof typeof COOKIES

/** The header that sets a cookie. With an empty `value`, the cookie ends. */
export function setCookie(name: CookieName, value: string): string {
  const { seconds, sameSite } = COOKIES[name]
  const age = value === '' ? 0 : seconds
  return `__Host-kura-${name}=${value}; Path=/; Max-Age=${age}; Secure; HttpOnly; SameSite=${sameSite}`
}

/** The value of a cookie; undefined if the request lacks the cookie, or if the value is not one of kura's form. */
export function readCookie({ headers }: Pick<Request, 'headers'>, name: CookieName): string | undefined {
  const own = `__Host-kura-${name}=`
  const pair = (headers.get('cookie') ?? '').split(/;\s*/).find(text => text.startsWith(own))
  return pair && /^[\w.-]{20,200}$/.test(pair.slice(own.length)) ? pair.slice(own.length) : undefined
}

/** Whether a page of this console sent the request. `Sec-Fetch-Site` says so or, if it is missing, the Origin. */
export function isFromConsole({ headers }: Pick<Request, 'headers'>, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  return site === null ? headers.get('origin') === origin : site === 'same-origin'
}

/** Thrown for a form that another site's page has sent. */
export class FromElsewhere extends Error {}

/** Whether a link on another site led here, without the Strict cookie. A `Refresh` to the same path brings it along. */
export function isFromElsewhere({ headers, method }: Pick<Request, 'headers' | 'method'>): boolean {
  const site = headers.get('sec-fetch-site')
  return method === 'GET' && (site === 'cross-site' || site === 'same-site')
}

/** The SHA-256 in hex. Of the secret of a cookie or link, the store has only this digest. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
