/**
 * A new passkey can do nothing. The passkey counts when the publisher's keys vouch for it, or when enough people do
 * whose passkeys count already. Passkeys that were ended stay in the record, because an approval may have to be proved
 * years later.
 */
import { createHash } from 'node:crypto'
import { foldCaseName } from '../../core/claims/case-name.ts'
import type { Scope } from '../../core/signatures/keys.ts'
import { listAll } from '../../core/store/list.ts'
import { RESTORED, restoredFormat } from '../../core/store/stopped.ts'
import type { Store, StoredRecord } from '../../core/store/store.ts'
import { type Decision, type Transition, uncheckedFormat, update } from '../../core/store/update.ts'
import { grant, type Holder, isLasting, WAITING_TIME, waiting, whenEnough, withPasskey } from './enough.ts'
import type { Invitation, Passkey, Person, Vouch } from './stored-records.ts'

/** The prefix of the keys under which the store has people's records. */
export const PEOPLE = 'console/person/'

const personFormat = uncheckedFormat<Person>()

/** A person with the key of their record. The key is also the user handle of the person's passkeys. */
export interface KnownPerson extends Person {
  readonly key: string
  /** True if an older epoch of KURA_SEAL_KEYS made the MAC of the record. */
  readonly older?: true
}

/** The key of a person's record. All spellings of a name have the same key. */
export function personKey(name: string): string {
  return createHash('sha256').update(foldCaseName(name)).digest('hex').slice(0, 32)
}

/** Changes the record of a person durably, because a vouch or the end of a passkey must still hold after a failover. */
export function changePerson<R>(key: string, transition: Transition<Person, R>, store: Store): Promise<R> {
  return update(store, { key: PEOPLE + key, format: personFormat, transition }, { durable: true })
}

/** @throws AppError `store_unavailable` */
export async function readPerson(key: string, store: Store): Promise<KnownPerson | undefined> {
  const { record } = await store.read(PEOPLE + key)
  return record && knownFrom(key, record)
}

/** The person in a stored record; undefined if kura did not write it. */
export function knownFrom(key: string, { value, older }: StoredRecord): KnownPerson | undefined {
  const person = personFormat.parse(value)
  return person && { key, ...person, ...(older && { older }) }
}

/** All people, including those who have left. With `waiting`, only people with a passkey that waits or has waited. */
export async function listPeople(
  store: Store,
  { waiting = false }: { waiting?: boolean } = {},
): Promise<KnownPerson[]> {
  const { records } = await listAll(store, PEOPLE, { open: waiting || undefined })
  return records.flatMap(({ key, ...record }) => knownFrom(key.slice(PEOPLE.length), record) ?? [])
}

/** The time in milliseconds at which a restored store was last confirmed; 0 if never. Anything older does not count. */
export function restoredMoment(text: string | undefined): number {
  const restored = text === undefined ? undefined : restoredFormat.parse(text)
  return restored ? Date.parse(restored.at) : 0
}

/** The store's time, and the result of `restoredMoment`, in milliseconds. */
export interface Moment {
  readonly now: number
  readonly restored: number
}

/** @throws AppError `store_unavailable` */
export async function momentOf(store: Store): Promise<Moment> {
  const { record, now } = await store.read(RESTORED)
  return { now, restored: restoredMoment(record?.value) }
}

/** Whether a passkey counts by its record, which `standing.ts` proves. Without `now`, no waiting time is over. */
export function counts(
  person: Person,
  passkey: Passkey,
  restored: number,
  now = Number.NEGATIVE_INFINITY,
): boolean {
  if (person.ended !== undefined || passkey.ended !== undefined) return false
  return isVouched(passkey, restored) && !isLater(passkey, now)
}

export function hasCounting(person: Person, { restored, now }: Moment): boolean {
  return person.passkeys.some(passkey => counts(person, passkey, restored, now))
}

function isVouched({ vouched }: Passkey, restored: number): boolean {
  return vouched !== undefined && Date.parse(vouched) > restored
}

/** Whether the waiting time of a passkey is not over yet. */
export function isLater({ from }: Pick<Passkey, 'from'>, now: number): boolean {
  return from !== undefined && Date.parse(from) > now
}

function write<R>(person: Person, result: R): Decision<Person, R> {
  const isOpen = ({ vouched, from, ended }: Passkey) =>
    ended === undefined && (vouched === undefined || from !== undefined)
  return { write: person, open: person.ended === undefined && person.passkeys.some(isOpen), result }
}

export type NewPasskey = Omit<Passkey, 'added' | 'vouches' | 'vouched' | 'from' | 'ended'>

/** Whether the person has left since `invited` (ISO 8601), so that an invitation of that time is no longer valid. */
export function hasLeftSince(person: Person | undefined, invited: string): boolean {
  return person?.ended !== undefined && Date.parse(person.ended) > Date.parse(invited)
}

/**
 * Adds a passkey, which waits for its vouches, and returns its number. The first passkey creates the person. A person
 * who has left comes back without scopes if the invitation is newer. Adding the same credential again changes nothing.
 * Returns undefined if the credential exists with another key or was ended. Returns undefined also if another passkey
 * of the person has the number, or if the person has left after the invitation was made.
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

/** The passkey that a vouch is for. Every member must be equal to the member in the record. */
export interface Vouched extends Pick<Passkey, 'credential' | 'spki' | 'salt' | 'number' | 'scopes'> {
  readonly name: string
}

/** `waits` means that more people have to vouch, or that the waiting time runs. The last three change nothing. */
export type VouchResult = 'counts' | 'waits' | 'unknown' | 'ended' | 'differs'

/**
 * Vouches for a passkey. `whenEnough` says whose vouches are enough. An earlier vouch holds for seven days, unless the
 * person who gave it is in `gone`. The caller has checked that the vouching person has all scopes of the passkey.
 */
export function vouchFor(
  vouched: Vouched,
  { by, ...evidence }: Omit<Vouch, 'at'>,
  restored: number,
  gone: ReadonlySet<string> = new Set(),
): Transition<Person, VouchResult> {
  return (person, now) => {
    const keep = (result: VouchResult) => ({ keep: true, result }) as const
    const passkey = person?.passkeys.find(({ credential }) => credential === vouched.credential)
    if (!person || !passkey || personKey(person.name) !== personKey(vouched.name)) return keep('unknown')
    if (person.ended !== undefined || passkey.ended !== undefined) return keep('ended')
    if (!isAbout(passkey, vouched)) return keep('differs')
    if (counts(person, passkey, restored, now)) return keep('counts')
    if (isVouched(passkey, restored) && !evidence.publisher) return keep('waits')
    const at = new Date(now).toISOString()
    const holds = (vouch: Vouch) =>
      personKey(vouch.by) !== personKey(by) &&
      isLasting(vouch, { now, restored, isGone: gone.has(personKey(vouch.by)) })
    // the publisher's vouch replaces all others, because one of the others may prove nothing
    const earlier = evidence.publisher ? [] : passkey.vouches.filter(holds)
    const vouches = [...earlier, { at, by, ...evidence }]
    return withVouches(person, { ...waiting(passkey), vouches }, { restored, now })
  }
}

function withVouches(
  person: Person,
  passkey: Passkey,
  { restored, now }: Moment,
): Decision<Person, VouchResult> {
  const enough = whenEnough(passkey, holderOf(person, passkey, { restored, now }))
  if (enough === 'never') return write(withPasskey(person, passkey), 'waits')
  const from = enough === 'later' && { from: new Date(now + WAITING_TIME).toISOString() }
  const vouched = { ...passkey, vouched: new Date(now).toISOString(), ...from }
  const granted = grant(withPasskey(person, vouched), passkey)
  return from ? write(granted, 'waits') : write(withoutOthers(granted, passkey, now), 'counts')
}

function holderOf(person: Person, passkey: Passkey, { restored, now }: Moment): Holder {
  const others = person.passkeys.filter(({ credential }) => credential !== passkey.credential)
  return {
    ...person,
    hasAnother: others.some(known => counts(person, known, restored, now)),
    hadAnother: others.some(({ vouched }) => vouched !== undefined),
  }
}

/** Removes the passkey's vouches, which prove nothing, and runs `transition` on the result. */
export function afresh<R>(credential: string, transition: Transition<Person, R>): Transition<Person, R> {
  return (person, now) => {
    const passkey = person?.passkeys.find(known => known.credential === credential)
    if (!person || !passkey) return transition(person, now)
    return transition(withPasskey(person, { ...waiting(passkey), vouches: [] }), now)
  }
}

/** Ends other passkeys that are in their waiting time, because the person now has a passkey that counts. */
function withoutOthers(person: Person, { credential }: Passkey, now: number): Person {
  const ended = new Date(now).toISOString()
  const passkeys = person.passkeys.map(known =>
    known.credential !== credential && isLater(known, now)
      ? { ...known, ended: known.ended ?? ended }
      : known,
  )
  return { ...person, passkeys }
}

function isAbout(passkey: Passkey, { spki, salt, number, scopes }: Vouched): boolean {
  const isSameKey = passkey.spki === spki && passkey.salt === salt && passkey.number === number
  return isSameKey && isSame(passkey.scopes, scopes)
}

/** The scopes of `wanted` that are not in `held`. A person cannot grant these scopes. */
export function lacking<S extends string>(wanted: readonly S[], held: readonly string[]): S[] {
  return wanted.filter(scope => !held.includes(scope))
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && lacking(one, other).length === 0
}

/** Ends one passkey, or the person with all passkeys. The result is false without such a person or passkey. */
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

/** Writes a person's record again, unchanged but for its MAC, which the newest epoch of KURA_SEAL_KEYS makes. */
export const renewed: Transition<Person, boolean> = person =>
  person ? write(person, true) : { keep: true, result: false }

export function speak(language: NonNullable<Person['language']>): Transition<Person, boolean> {
  return person => (person ? write({ ...person, language }, true) : { keep: true, result: false })
}

/** Signs the person in with the link of `npm start`; false if the link is older than the last `dismiss`. */
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

/** The person's scopes that the passkey has too. A passkey must not gain scopes that its person gets later. */
export function scopesWith({ scopes }: Person, passkey: Pick<Passkey, 'scopes'>): Scope[] {
  return scopes.filter(scope => passkey.scopes.includes(scope))
}
