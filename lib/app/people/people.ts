/**
 * The people of the console and their passkeys: one record for each person, and the pure rules for when a passkey
 * counts. A new passkey can do nothing. It counts when the publisher's keys vouch for it, or people whose passkeys
 * count already. Passkeys that were ended stay in the record, because an approval may have to be proved years later.
 */
import { createHash } from 'node:crypto'
import { foldCaseName } from '../../core/claims/case-name.ts'
import type { Scope } from '../../core/signatures/keys.ts'
import { listAll } from '../../core/store/list.ts'
import { restoredFormat } from '../../core/store/stopped.ts'
import type { Store } from '../../core/store/store.ts'
import { type Decision, type Transition, uncheckedFormat, update } from '../../core/store/update.ts'
import type { Invitation, Passkey, Person, Vouch } from './stored-records.ts'

const PREFIX = 'console/person/'

const personFormat = uncheckedFormat<Person>()

/** A person as pages and endpoints know them: the record and its key, which is also the user handle of the passkeys. */
export interface KnownPerson extends Person {
  readonly key: string
}

/** Returns the key of a person: the same for all spellings of a name. */
export function personKey(name: string): string {
  return createHash('sha256').update(foldCaseName(name)).digest('hex').slice(0, 32)
}

/** Changes the record of a person, durably: a vouch or the end of a passkey must still hold after a failover. */
export function changePerson<R>(key: string, transition: Transition<Person, R>, store: Store): Promise<R> {
  return update(store, { key: PREFIX + key, format: personFormat, transition }, { durable: true })
}

/** Returns the person with this key. @throws AppError `store_unavailable` */
export async function readPerson(key: string, store: Store): Promise<KnownPerson | undefined> {
  const { record } = await store.read(PREFIX + key)
  const person = record && personFormat.parse(record.value)
  return person && { key, ...person }
}

/**
 * Returns all people, including those who have left; with `waiting`, only those with a passkey that waits for a vouch.
 */
export async function listPeople(
  store: Store,
  { waiting = false }: { waiting?: boolean } = {},
): Promise<KnownPerson[]> {
  const { records } = await listAll(store, PREFIX, { open: waiting || undefined })
  return records.flatMap(({ key, value }) => {
    const person = personFormat.parse(value)
    return person ? [{ key: key.slice(PREFIX.length), ...person }] : []
  })
}

/**
 * Returns when the store was last confirmed after a restore, in milliseconds since the epoch, from the text of the
 * record; 0 if it never was. Earlier sessions, invitations and vouches do not count.
 */
export function restoredMoment(text: string | undefined): number {
  const restored = text === undefined ? undefined : restoredFormat.parse(text)
  return restored ? Date.parse(restored.at) : 0
}

/** Whether a passkey counts. `restored` is the result of `restoredMoment`. */
export function counts(person: Person, passkey: Passkey, restored: number): boolean {
  if (person.ended !== undefined || passkey.ended !== undefined) return false
  return passkey.vouched !== undefined && Date.parse(passkey.vouched) > restored
}

function write<R>(person: Person, result: R): Decision<Person, R> {
  const isOpen = ({ vouched, ended }: Passkey) => vouched === undefined && ended === undefined
  return { write: person, open: person.ended === undefined && person.passkeys.some(isOpen), result }
}

/** The members that an enrolment sets; `since` and `added` are the store's time. */
export type NewPasskey = Omit<Passkey, 'added' | 'vouches' | 'vouched' | 'ended'>

/** Whether a person has left after `invited` (ISO 8601); an invitation of that time is then no longer valid. */
export function hasLeftSince(person: Person | undefined, invited: string): boolean {
  return person?.ended !== undefined && Date.parse(person.ended) > Date.parse(invited)
}

/**
 * Adds a passkey, which waits for its vouches, and returns its number. The first passkey creates the person. A person
 * who has left comes back without scopes, if the invitation is newer. If the same credential is added again, nothing
 * changes. Returns undefined if the credential exists with another key or was ended, if another passkey of the person
 * (counting or not) has the number, or if the person has left after the invitation was made.
 */
export function addPasskey(
  { name, since }: Pick<Invitation, 'name' | 'since'>,
  passkey: NewPasskey,
): Transition<Person, string | undefined> {
  return (current, now) => {
    if (hasLeftSince(current, since)) return { keep: true, result: undefined }
    const at = new Date(now).toISOString()
    const known = current?.passkeys.find(({ credential }) => credential === passkey.credential)
    const isSameKey = known?.spki === passkey.spki && known.ended === undefined
    if (known) return { keep: true, result: isSameKey ? known.number : undefined }
    const isTaken = current?.passkeys.some(({ number }) => number === passkey.number)
    if (isTaken) return { keep: true, result: undefined }
    const { ended: _, ...person } = current ?? { name, scopes: [], since: at, passkeys: [] }
    const came = current?.ended === undefined ? person : { ...person, scopes: [], since: at }
    return write(
      { ...came, passkeys: [...came.passkeys, { ...passkey, added: at, vouches: [] }] },
      passkey.number,
    )
  }
}

/** The passkey that a vouch is for; every member must equal the record's. */
export interface Vouched extends Pick<Passkey, 'credential' | 'spki' | 'salt' | 'number' | 'scopes'> {
  readonly name: string
}

/**
 * `counts`: the passkey counts now. `waits`: one more person has to vouch. For all other results, nothing has changed.
 */
export type VouchResult = 'counts' | 'waits' | 'unknown' | 'ended' | 'differs'

/**
 * Vouches for a passkey. One of these is enough: the publisher's keys; the same person, with another passkey that
 * counts and no new scope; one other person. Two other people are needed for a passkey that may approve, and for a
 * person who has lost all earlier passkeys. An earlier vouch holds for seven days, but not if its person is in `gone`.
 * The caller has checked that the vouching person has all of the scopes.
 */
export function vouchFor(
  vouched: Vouched,
  { by, ...evidence }: Omit<Vouch, 'at'>,
  restored: number,
  gone: ReadonlySet<string> = new Set(),
): Transition<Person, VouchResult> {
  const { name, credential } = vouched
  return (person, now) => {
    const keep = (result: VouchResult) => ({ keep: true, result }) as const
    const passkey = person?.passkeys.find(known => known.credential === credential)
    if (!person || !passkey || personKey(person.name) !== personKey(name)) return keep('unknown')
    if (person.ended !== undefined || passkey.ended !== undefined) return keep('ended')
    if (!isAbout(passkey, vouched)) return keep('differs')
    if (counts(person, passkey, restored)) return keep('counts')
    const at = new Date(now).toISOString()
    const holds = (vouch: Vouch) =>
      personKey(vouch.by) !== personKey(by) && isLasting(vouch, { now, restored, gone })
    const vouches = [...passkey.vouches.filter(holds), { at, by, ...evidence }]
    const isEnough = areEnough(person, { ...passkey, vouches }, restored)
    const next = { ...passkey, vouches, ...(isEnough && { vouched: at }) }
    const passkeys = person.passkeys.map(known => (known === passkey ? next : known))
    if (!isEnough) return write({ ...person, passkeys }, 'waits')
    const { role: _, ...others } = person
    const granted = { scopes: passkey.scopes, ...(passkey.role && { role: passkey.role }) }
    return write({ ...others, ...granted, passkeys }, 'counts')
  }
}

/** Milliseconds for which one person's vouch waits for a second one. */
const WAITS = 7 * 86_400_000

function isLasting(
  { at, by, publisher }: Vouch,
  { now, restored, gone }: { now: number; restored: number; gone: ReadonlySet<string> },
): boolean {
  if (Date.parse(at) <= restored) return false
  return publisher === true || (now - Date.parse(at) < WAITS && !gone.has(personKey(by)))
}

/** Whether the passkey that a vouch is for is the stored one. */
function isAbout(passkey: Passkey, { spki, salt, number, scopes }: Vouched): boolean {
  const isSameKey = passkey.spki === spki && passkey.salt === salt && passkey.number === number
  return isSameKey && isSame(passkey.scopes, scopes)
}

function areEnough(person: Person, { vouches, scopes }: Passkey, restored: number): boolean {
  if (vouches.some(({ publisher }) => publisher)) return true
  const own = personKey(person.name)
  const people = new Set(vouches.map(({ by }) => personKey(by)))
  const hasCounting = person.passkeys.some(known => counts(person, known, restored))
  if (people.has(own)) return hasCounting && lacking(scopes, person.scopes).length === 0
  const isRecovery = !hasCounting && person.passkeys.some(({ vouched }) => vouched !== undefined)
  return people.size >= (scopes.includes('approve') || isRecovery ? 2 : 1)
}

/** Returns the scopes of `wanted` that are not in `held`: a person cannot grant a scope that they lack. */
export function lacking<S extends string>(wanted: readonly S[], held: readonly string[]): S[] {
  return wanted.filter(scope => !held.includes(scope))
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && lacking(one, other).length === 0
}

/** Ends one passkey, or the person with all passkeys. The result is false if there is no such person or passkey. */
export function endPerson(credential?: string): Transition<Person, boolean> {
  return (person, now) => {
    const isMeant = (known: Passkey) => credential === undefined || known.credential === credential
    const isThere = credential === undefined || person?.passkeys.some(isMeant)
    if (!person || !isThere) return { keep: true, result: false }
    const ended = new Date(now).toISOString()
    const passkeys = person.passkeys.map(known =>
      isMeant(known) ? { ...known, ended: known.ended ?? ended } : known,
    )
    return write({ ...person, passkeys, ...(credential === undefined && { ended }) }, true)
  }
}

/** Sets the language in which a person reads the console. */
export function speak(language: NonNullable<Person['language']>): Transition<Person, boolean> {
  return person => (person ? write({ ...person, language }, true) : { keep: true, result: false })
}

/**
 * Creates the person who signs in with the link of `npm start`, without a passkey. The result is false if the link is
 * older than the last `dismiss`.
 */
export function welcome({
  name,
  scopes,
  since,
}: Pick<Invitation, 'name' | 'scopes' | 'since'>): Transition<Person, boolean> {
  return (current, now) => {
    if (hasLeftSince(current, since)) return { keep: true, result: false }
    const { ended: _, ...person } = current ?? { name, since: new Date(now).toISOString(), passkeys: [] }
    return write({ ...person, scopes }, true)
  }
}

/** Ends the sessions and the open links of `npm start`, whether the person has signed in before or not. */
export function dismiss(name: string): Transition<Person, boolean> {
  return (current, now) => {
    const ended = new Date(now).toISOString()
    return write({ ...(current ?? { name, scopes: [], since: ended, passkeys: [] }), ended }, true)
  }
}

/**
 * Returns the scopes that a person may use with one of their passkeys: those that the person has and that this passkey
 * was vouched for with. Otherwise a passkey that only one colleague vouched for would gain every scope that the person
 * gets later.
 */
export function scopesWith({ scopes }: Person, passkey: Pick<Passkey, 'scopes'>): Scope[] {
  return scopes.filter(scope => passkey.scopes.includes(scope))
}
