/** A form's browser may have seen a newer state of the store than the present one. If so, all acts stop first. */
import { messageOf } from '../../core/errors.ts'
import { readCookie, setCookie } from '../cookies.ts'
import type { EntranceCore } from '../core.ts'
import type { View } from '../page.ts'

interface Sent {
  readonly request: Request
  readonly person: string | undefined
  readonly core: EntranceCore
}

/** Whether the store is at least as new as the cookie says; true without a cookie that this deployment has made. */
export async function compareSeen({ request, person = 'console', core }: Sent): Promise<boolean> {
  const cookie = readCookie(request, 'seen')
  if (cookie === undefined) return true
  const text = Buffer.from(cookie, 'base64url').toString()
  if (!(await isOwn(text, core))) return true
  const caller = { keyid: person, name: person, scopes: [] }
  return (await core.handlerDeps.onWitness?.(text, caller)) !== undefined
}

/** Whether the browser's cookie shows that a person has signed in with it before. Costs no call of the store. */
export async function isKnownBrowser(request: Request, core: EntranceCore): Promise<boolean> {
  const cookie = readCookie(request, 'seen')
  return cookie !== undefined && isOwn(Buffer.from(cookie, 'base64url').toString(), core)
}

async function isOwn(text: string, { config }: EntranceCore): Promise<boolean> {
  const { readWitnesses } = await import('../../services/activity/witness.ts')
  return readWitnesses(text, config.secrets()).length > 0
}

/** Adds the cookie to the answer to a form if the person has signed in, or signs in with this form. */
export async function withSeen(
  response: Response,
  { session }: Pick<View, 'session'>,
  core: EntranceCore,
): Promise<Response> {
  // a person who leaves for the accounting service gets the cookie with the answer to the next form, after coming back
  const isLeaving = response.headers
    .getSetCookie()
    .some(cookie => cookie.startsWith('__Host-kura-authorize='))
  if (isLeaving || !(session || beginsSession(response))) return response
  const newest = await newestSeen(core)
  if (newest !== undefined)
    response.headers.append('set-cookie', setCookie('seen', Buffer.from(newest).toString('base64url')))
  return response
}

function beginsSession({ headers }: Response): boolean {
  return headers.getSetCookie().some(cookie => /^__Host-kura-session=[^;]/.test(cookie))
}

async function newestSeen({ config, store, log }: EntranceCore): Promise<string | undefined> {
  try {
    const { newestWitness, witnessText } = await import('../../services/activity/witness.ts')
    const newest = await newestWitness(store())
    return newest && witnessText(newest, config.secrets())
  } catch (error) {
    log(JSON.stringify({ event: 'witness_unread', by: 'console', cause: messageOf(error) }))
    return undefined
  }
}
