import { foldCaseName } from '../../core/claims/case-name.ts'
import type { Passkey, Person, Vouch } from './stored-records.ts'

/** The person of a passkey, without that passkey. */
export interface Holder extends Pick<Person, 'name' | 'scopes'> {
  /** Whether another passkey of the person counts. */
  readonly hasAnother: boolean
  /** Whether the person had another passkey that counted or was in its waiting time. */
  readonly hadAnother: boolean
}

/** Milliseconds after which the passkey of a person who had lost all passkeys counts. */
export const WAITING_TIME = 86_400_000

/**
 * When a passkey with these vouches counts: at once, after the waiting time, or not yet. The publisher's keys are
 * always enough. For a further passkey, the person's own vouch is needed and enough, if the passkey has no scope that
 * the person lacks. For the first passkey, one other person is enough, or two if the passkey may approve. A person who
 * has lost all passkeys needs two others, neither of whom made the invitation; the passkey then counts after the
 * waiting time.
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

/** How many people have to vouch for the first passkey of a person with these scopes. */
export function neededFor(scopes: readonly string[]): number {
  return scopes.includes('approve') ? 2 : 1
}

/** Whether the inviter is the person who vouches, or one of that person's keys: `mei` or `mei-laptop`. */
function isSameHand(by: string, inviter: string): boolean {
  const [name = '', key = ''] = [by, inviter].map(text => foldCaseName(text).replaceAll(' ', '-'))
  return key === name || key.startsWith(`${name}-`)
}

/** Milliseconds for which a vouch of one person waits for a second person. */
const WAITS = 7 * 86_400_000

/** Whether an earlier vouch still holds; `isGone` says that its person can no longer vouch. */
export function isLasting(
  { at, publisher }: Vouch,
  { now, restored, isGone }: { readonly now: number; readonly restored: number; readonly isGone: boolean },
): boolean {
  if (Date.parse(at) <= restored) return false
  return publisher === true || (now - Date.parse(at) < WAITS && !isGone)
}

/** The person with `passkey` in the place of the one with the same credential. */
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

/** The people who can vouch for the first passkey of a person, and have not. */
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
