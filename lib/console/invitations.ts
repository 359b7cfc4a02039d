/**
 * The token of a link is in its fragment, which browsers do not send, so no server and no log gets the token with the
 * address. The link is spent before the passkey is made. Otherwise, a refused enrolment would leave a useless passkey
 * on the person's device.
 */

import { authenticFormat } from '../core/signatures/authentic-store.ts'
import { SCOPES, type Scope } from '../core/signatures/keys.ts'
import { newToken } from '../core/signatures/own-tokens.ts'
import type { Store } from '../core/store/store.ts'
import { type Transition, update } from '../core/store/update.ts'
import { digestOf } from './cookies.ts'
import type { Invitation, Role } from './people/stored-records.ts'

const PREFIX = 'console/invitation/'

/** Milliseconds for which a link can be opened. */
export const LIFE = 15 * 60_000

/** Milliseconds for which the record of a link stays, so that a page can say that the link was used. */
const MEMORY = 86_400_000

const invitationFormat = authenticFormat({
  parse: async stored => (await import('./people/stored-records.ts')).invitationSchema.parse(stored),
})

/** The scopes of devices and of agents. */
const NOT_OF_PEOPLE: readonly string[] = ['device', 'enrol', 'propose'] satisfies readonly Scope[]

/** The scopes of each role: 経理, 管理, 閲覧. */
export const ROLES: Readonly<Record<Role, readonly Scope[]>> = {
  accounting: ['accounting.read', 'accounting.write', 'today.read', 'approve'],
  admin: SCOPES.filter(scope => !NOT_OF_PEOPLE.includes(scope)),
  viewer: ['accounting.read', 'registrar.read', 'chat.read', 'today.read'],
}

/** The given scopes that no person may have. */
export function notOfPeople(scopes: readonly string[]): string[] {
  return scopes.filter(scope => NOT_OF_PEOPLE.includes(scope))
}

type Terms = Pick<Invitation, 'name' | 'scopes' | 'role' | 'by' | 'here'>

/**
 * Stores an invitation, and returns the token of its link and the time at which the link expires.
 * @throws AppError `store_unavailable`
 */
export async function makeInvitation(
  terms: Terms,
  store: Store,
): Promise<{ readonly token: string; readonly until: string }> {
  const token = newToken('invitation', store)
  const transition: Transition<Invitation, string> = (_none, now) => {
    const until = new Date(now + LIFE).toISOString()
    return { write: { ...terms, since: new Date(now).toISOString(), until }, ttl: MEMORY, result: until }
  }
  return { token, until: await changeInvitation(digestOf(token), transition, store) }
}

/** Runs `transition` on the invitation whose token has this digest. */
export function changeInvitation<R>(
  digest: string,
  transition: Transition<Invitation, R>,
  store: Store,
): Promise<R> {
  return update(store, { key: PREFIX + digest, format: invitationFormat, transition }, { durable: true })
}

export type Refusal = 'unknown' | 'over' | 'spent'

interface Holds {
  readonly restored: number
  /** Whether the link signs in on this machine, as that of `npm start` does. */
  readonly here?: boolean
}

/**
 * Spends an invitation for the first browser that opens the link. The same browser may begin again until it has made a
 * passkey. A link of `npm start` can be opened only once.
 */
export function spendInvitation(browser: string, holds: Holds): Transition<Invitation, Invitation | Refusal> {
  return (current, now) => {
    const refusal = refusalOf(current, holds, now)
    if (!current || refusal) return { keep: true, result: refusal ?? 'unknown' }
    if (current.spent) {
      const isAgain = !holds.here && current.spent.browser === browser && current.credential === undefined
      return { keep: true, result: isAgain ? current : 'spent' }
    }
    const write = { ...current, spent: { at: new Date(now).toISOString(), browser } }
    return { write, ttl: MEMORY, result: write }
  }
}

function refusalOf(
  current: Invitation | undefined,
  { restored, here = false }: Holds,
  now: number,
): Refusal | undefined {
  if (!current || (current.here ?? false) !== here) return 'unknown'
  return now >= Date.parse(current.until) || Date.parse(current.since) <= restored ? 'over' : undefined
}

/** Makes an invitation usable again that this browser has spent without making a passkey. Returns whether it did. */
export function returnInvitation(browser: string): Transition<Invitation, boolean> {
  return current => {
    const isOwn = current?.spent?.browser === browser && current.credential === undefined
    if (!isOwn) return { keep: true, result: false }
    const { spent: _spent, ...write } = current
    return { write, ttl: MEMORY, result: true }
  }
}

/** Binds an invitation to its one passkey. The same passkey is accepted again; for any other, the result is `spent`. */
export function takeInvitation(
  credential: string,
  { browser, restored }: { browser: string; restored: number },
): Transition<Invitation, Invitation | Refusal> {
  return current => {
    const keep = (result: Invitation | Refusal) => ({ keep: true, result }) as const
    if (!current?.spent || current.spent.browser !== browser) return keep('unknown')
    if (Date.parse(current.since) <= restored) return keep('over')
    if (current.credential !== undefined) return keep(current.credential === credential ? current : 'spent')
    const write = { ...current, credential }
    return { write, ttl: MEMORY, result: write }
  }
}
