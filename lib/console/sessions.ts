/** Every request reads the session and the person again, so a revocation takes effect at once. */

import { authenticFormat } from '../core/signatures/authentic-store.ts'
import type { Scope } from '../core/signatures/keys.ts'
import { isOwnToken, newToken } from '../core/signatures/own-tokens.ts'
import { listAll } from '../core/store/list.ts'
import { RESTORED } from '../core/store/stopped.ts'
import type { Store } from '../core/store/store.ts'
import { update } from '../core/store/update.ts'
import { digestOf, readCookie } from './cookies.ts'
import { counts, type KnownPerson, readPerson, restoredMoment, scopesWith } from './people/people.ts'
import type { StoredSession } from './people/stored-records.ts'

const PREFIX = 'console/session/'

/** Milliseconds for which a session lasts. */
const LIFE = 12 * 3_600_000

/** The credential of a session from the link of `npm start`; only a person's own machine accepts it. */
export const THIS_MACHINE = 'this-machine'

const sessionFormat = authenticFormat({
  parse: async stored => (await import('./people/stored-records.ts')).sessionSchema.parse(stored),
})

export interface Session {
  /** The digest of the session's id. Pages show this digest, and statements are bound to it. */
  readonly digest: string
  readonly person: KnownPerson
  readonly credential: string
  /** The scopes that the person has and the passkey was vouched for, without `approve`. */
  readonly scopes: readonly Scope[]
  /** The beginning of the session by the store's time, in ISO 8601. */
  readonly since: string
  readonly until: string
}

export interface SessionDeps {
  readonly store: Store
  /** Whether the deployment runs on a person's own machine. */
  readonly local: boolean
}

/**
 * Begins a session, and returns its id for the cookie.
 * @throws AppError `store_unavailable`
 */
export async function beginSession(
  { person, credential }: Pick<StoredSession, 'person' | 'credential'>,
  store: Store,
): Promise<string> {
  const id = newToken('session', store)
  return update<StoredSession, string>(store, {
    key: PREFIX + digestOf(id),
    format: sessionFormat,
    transition(_none, now) {
      const since = new Date(now).toISOString()
      const until = new Date(now + LIFE).toISOString()
      return { write: { person, credential, since, until }, ttl: LIFE, result: id }
    },
  })
}

/**
 * Returns the valid session of a request, if any. A cookie that kura has not made costs no call of the store.
 * @throws AppError `store_unavailable`
 */
export async function sessionOf(
  request: Pick<Request, 'headers'>,
  deps: SessionDeps,
): Promise<Session | undefined> {
  const id = readCookie(request, 'session')
  if (id === undefined || !isOwnToken('session', id, deps.store)) return undefined
  return readSession(digestOf(id), deps)
}

async function readSession(digest: string, deps: SessionDeps): Promise<Session | undefined> {
  const { records, now } = await deps.store.readMany([PREFIX + digest, RESTORED])
  const [record, restored] = records
  const stored = record && (await sessionFormat.parse(record.value))
  const person = stored && (await readPerson(stored.person, deps.store))
  if (!stored || !person) return undefined
  const facts = { restored: restoredMoment(restored?.value), now, local: deps.local }
  return holds(stored, person, facts)
    ? { digest, ...stored, person, scopes: scopesOf(person, stored) }
    : undefined
}

interface Facts {
  /** The result of `restoredMoment`, and the store's time. */
  readonly restored: number
  readonly now: number
  readonly local: boolean
}

/** Whether a session is valid. This depends on its age, its person, and the passkey that signed in. */
export function holds(
  { since, until, credential }: StoredSession,
  person: KnownPerson,
  { restored, now, local }: Facts,
): boolean {
  if (now >= Date.parse(until) || Date.parse(since) <= restored || person.ended !== undefined) return false
  if (credential === THIS_MACHINE) return local
  const passkey = person.passkeys.find(known => known.credential === credential)
  return passkey !== undefined && counts(person, passkey, restored, now)
}

/** The scopes of a session, never `approve`. A session from the link of `npm start` has the person's other scopes. */
function scopesOf(person: KnownPerson, { credential }: StoredSession): Scope[] {
  const passkey = person.passkeys.find(known => known.credential === credential)
  const scopes = passkey ? scopesWith(person, passkey) : person.scopes
  return scopes.filter(scope => scope !== 'approve')
}

/** Ends a session; false if there was none. @throws AppError `store_unavailable` */
export function endSession(digest: string, store: Store): Promise<boolean> {
  return update<StoredSession, boolean>(store, {
    key: PREFIX + digest,
    format: sessionFormat,
    transition: current => (current ? { remove: true, result: true } : { keep: true, result: false }),
  })
}

export interface ListedSession extends StoredSession {
  readonly digest: string
}

export async function listSessions(
  people: readonly KnownPerson[],
  { restored, local }: Omit<Facts, 'now'>,
  store: Store,
): Promise<ListedSession[]> {
  const { records, now } = await listAll(store, PREFIX)
  const known = new Map(people.map(person => [person.key, person]))
  const sessions = await Promise.all(
    records.map(async ({ key, value }) => {
      const session = await sessionFormat.parse(value)
      return session && { digest: key.slice(PREFIX.length), ...session }
    }),
  )
  return sessions
    .filter(session => session !== undefined)
    .filter(session => {
      const person = known.get(session.person)
      return person !== undefined && holds(session, person, { restored, now, local })
    })
}
