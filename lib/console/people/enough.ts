import { foldCaseName } from '../../core/claims/case-name.ts'
import type { Passkey, Person, Vouch } from './stored-records.ts'

/** The facts about a passkey's person, apart from the passkey itself. */
export interface Holder extends Pick<Person, 'name' | 'scopes'> {
  /** Whether another passkey of the person counts. */
  readonly hasAnother: boolean
  /** Whether the person had another passkey that counted or was in its waiting time. */
  readonly hadAnother: boolean
}

/** Milliseconds for which a vouched passkey waits until it counts, if its person had lost all passkeys. */
export const WAITING_TIME = 86_400_000

/**
 * When a passkey with these vouches counts: now, later (after the waiting time), or never (more vouches are needed).
 * - The publisher's keys are always enough.
 * - For a further passkey, the person's own vouch is needed. It is enough if the person has all scopes of the passkey.
 * - For the first passkey, one other person is enough, or two other people if the passkey may approve.
 * - A person who has lost all passkeys needs two other people, neither of whom made the invitation. The passkey then
 *   counts after the waiting time.
 */
export function whenEnough(
  { vouches, scopes, invitedBy }: Pick<Passkey, 'vouches' | 'scopes' | 'invitedBy'>,
  holder: Holder,
): 'now' | 'later' | 'never' {
  if (vouches.some(({ publisher }) => publisher)) return 'now'
  const others = vouches.filter(({ by }) => foldCaseName(by) !== foldCaseName(holder.name))
  if (holder.hasAnother) {
    const isOwn = others.length < vouches.length
    return isOwn && scopes.every(scope => holder.scopes.includes(scope)) ? 'now' : 'never'
  }
  if (holder.hadAnother)
    return others.filter(({ by }) => !isSameHand(by, invitedBy)).length >= 2 ? 'later' : 'never'
  return others.length >= neededFor(scopes) ? 'now' : 'never'
}

/** The number of people who have to vouch for the first passkey of a person with these scopes. */
export function neededFor(scopes: readonly string[]): number {
  return scopes.includes('approve') ? 2 : 1
}

/** Whether the inviter is the person who vouches, such as `mei`, or one of that person's keys, such as `mei-laptop`. */
function isSameHand(by: string, inviter: string): boolean {
  const [name = '', key = ''] = [by, inviter].map(text => foldCaseName(text).replaceAll(' ', '-'))
  return key === name || key.startsWith(`${name}-`)
}

/** Milliseconds for which a vouch of one person waits for a second person. */
const WAITS = 7 * 86_400_000

/** Whether an earlier vouch still holds. `isGone` says that the person who gave the vouch can no longer vouch. */
export function isLasting(
  { at, publisher }: Vouch,
  { now, restored, isGone }: { readonly now: number; readonly restored: number; readonly isGone: boolean },
): boolean {
  if (Date.parse(at) <= restored) return false
  return publisher === true || (now - Date.parse(at) < WAITS && !isGone)
}

/** The person with `passkey` in place of the passkey that has the same credential. */
export function withPasskey(person: Person, passkey: Passkey): Person {
  const { credential } = passkey
  const passkeys = person.passkeys.map(known => (known.credential === credential ? passkey : known))
  return { ...person, passkeys }
}

export function grant({ role: _, ...person }: Person, { scopes, role }: Passkey): Person {
  return { ...person, scopes, ...(role && { role }) }
}

/** The passkey as it was before it had enough vouches. */
export function waiting({ vouched: _, from: __, ...passkey }: Passkey): Passkey {
  return passkey
}

interface Voucher {
  readonly name: string
  readonly scopes: readonly string[]
  readonly hasPasskey: boolean
}

/** The people who can vouch for the first passkey of a person, and have not done so. */
export function whoCanVouch(
  { name, scopes, vouchedBy }: Omit<Voucher, 'hasPasskey'> & { readonly vouchedBy: readonly string[] },
  people: readonly Voucher[],
): string[] {
  const isIn = (names: readonly string[], other: string) =>
    names.some(known => foldCaseName(known) === foldCaseName(other))
  return people
    .filter(other => other.hasPasskey && !isIn([name, ...vouchedBy], other.name))
    .filter(other => ['admin', ...scopes].every(scope => other.scopes.some(known => known === scope)))
    .map(other => other.name)
}
