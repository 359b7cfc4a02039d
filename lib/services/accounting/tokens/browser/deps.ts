/** What an authorization by a link needs from outside, and the functions that read and change its records. */
import type { Trace } from '../../../../core/http/trace.ts'
import { type Transition, update } from '../../../../core/store/update.ts'
import type { TokenDeps } from '../deps.ts'
import { type Link, linkFormat, linkKey } from './link.ts'
import type { Refusal } from './transitions.ts'

export interface BrowserDeps extends TokenDeps {
  /** The redirect URI: the address of this deployment to which the service sends the person back. */
  readonly redirectUri: string
  /** Whether an operator's key is revoked; the links that were made for a revoked key are not valid. */
  readonly isRevoked: (keyid: string) => Promise<boolean>
}

/** A request of a browser that has opened a link. */
export interface Visit {
  /** The id of the link. */
  readonly id: string
  /** The secret of the browser, which is only in the browser's cookie. */
  readonly secret: string
  readonly trace: Pick<Trace, 'note' | 'remote'>
}

/** Runs `transition` on the record of a link. @throws AppError `store_unavailable`, `store_busy` */
export function changeLink<R>(
  id: string,
  transition: Transition<Link, R>,
  { store, clock, sleep, random }: Pick<BrowserDeps, 'store' | 'clock' | 'sleep' | 'random'>,
): Promise<R> {
  const change = { key: linkKey(id), format: linkFormat, transition }
  return update(store, change, { clock, sleep, random, durable: true })
}

/**
 * Reads the record of a link, and the store's time. @throws AppError `store_unavailable`
 */
export function readLink(id: string, deps: BrowserDeps): Promise<{ link: Link | undefined; now: number }> {
  return changeLink(id, (link, now) => ({ keep: true, result: { link, now } }), deps)
}

/**
 * Returns why the link is not valid for any browser: it does not exist, its key was revoked since, or the application
 * has changed since. The log names the key of a known link.
 */
export async function refusalOf(
  link: Link | undefined,
  { trace }: Pick<Visit, 'trace'>,
  deps: Pick<BrowserDeps, 'settings' | 'redirectUri' | 'isRevoked'>,
): Promise<Refusal | undefined> {
  if (!link) return 'not_valid'
  trace.note('key', link.keyid)
  const changed = link.client !== deps.settings.clientId || link.redirectUri !== deps.redirectUri
  return changed || (await deps.isRevoked(link.keyid)) ? 'not_valid' : undefined
}

/** Returns a new secret of 32 random bytes, as text for an address or a cookie. */
export function newSecret({ randomBytes }: Pick<BrowserDeps, 'randomBytes'>): string {
  return Buffer.from(randomBytes(32)).toString('base64url')
}
