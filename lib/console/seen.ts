/**
 * What a browser has seen of the store. A person who has signed in carries the newest end of the activity log in a
 * cookie, with a MAC of the deployment, as the command line does in a file. Each form brings it back, and the sign-in,
 * too, although the session is over: if the store is older, all acts stop before the form does anything.
 */
import type { Core } from '../app/core.ts'
import { readCookie, setCookie } from './cookies.ts'
import type { View } from './page.ts'

/** What is known of a form: its request, and its person. */
interface Sent {
  readonly request: Request
  readonly person: string | undefined
  readonly core: Core
}

/**
 * Compares the store with the cookie. Returns whether the store is not older.
 */
export async function compareSeen({ request, person = 'console', core }: Sent): Promise<boolean> {
  const cookie = readCookie(request, 'seen')
  if (cookie === undefined) return true
  const { isOlderThanSeen } = await import('../app/witness.ts')
  return !(await isOlderThanSeen(Buffer.from(cookie, 'base64url').toString(), person, depsOf(core)))
}

/** Whether a person has signed in with this browser before: it has a cookie of this deployment. Costs no call of the store. */
export async function isKnownBrowser(request: Request, { config }: Core): Promise<boolean> {
  const cookie = readCookie(request, 'seen')
  if (cookie === undefined) return false
  const { readWitnesses } = await import('../services/activity/witness.ts')
  return readWitnesses(Buffer.from(cookie, 'base64url').toString(), config.secrets()).length > 0
}

/** Adds the cookie with the newest end of the log to the answer to a form of a person who has signed in. */
export async function withSeen(
  response: Response,
  { session }: Pick<View, 'session'>,
  core: Core,
): Promise<Response> {
  // a person who leaves for the accounting service comes back, and the next form brings the cookie
  const isLeaving = response.headers
    .getSetCookie()
    .some(cookie => cookie.startsWith('__Host-kura-authorize='))
  if (isLeaving || !(session || beginsSession(response))) return response
  const { newestSeen } = await import('../app/witness.ts')
  const newest = await newestSeen(depsOf(core))
  if (newest !== undefined)
    response.headers.append('set-cookie', setCookie('seen', Buffer.from(newest).toString('base64url')))
  return response
}

function beginsSession({ headers }: Response): boolean {
  return headers.getSetCookie().some(cookie => /^__Host-kura-session=[^;]/.test(cookie))
}

function depsOf({ config, store, log }: Core) {
  return { config, store, note: (event: string, facts: object) => log(JSON.stringify({ event, ...facts })) }
}
