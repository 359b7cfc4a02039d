/** A record alone makes no person an approver, because the vouches for a passkey must lead to the publisher's keys. */

import { readVouches } from '../../core/passkey/approval.ts'
import { proveVouched } from '../../core/passkey/proof.ts'
import type { Phrase } from '../../core/phrase.ts'
import { isScope, type Scope, withIncluded } from '../../core/signatures/keys.ts'
import type { ConsoleCore } from '../core.ts'
import { counts, type Moment, scopesWith } from './people.ts'
import { type Publisher, publisherOf } from './publisher.ts'
import type { Passkey, Person } from './stored-records.ts'

export type PeopleCore = Pick<ConsoleCore, 'config' | 'store'>

export type Standing = { readonly scopes: readonly Scope[] } | { readonly fault: Phrase }

export interface Proved {
  readonly passkey: Passkey
  readonly scopes: readonly Scope[]
}

/**
 * Returns the passkey with this credential if it counts by its record and the vouches prove that. Returns a fault if
 * the vouches prove nothing, and undefined if the passkey does not count by its record.
 * @throws AppError `store_unavailable`, and as `publisherOf`
 */
export async function proveCounting(
  person: Person,
  credential: string,
  moment: Moment,
  core: PeopleCore,
): Promise<Proved | { readonly fault: Phrase } | undefined> {
  const passkey = person.passkeys.find(known => known.credential === credential)
  if (!passkey || !counts(person, passkey, moment.restored, moment.now)) return undefined
  const standing = await standingOf(person, passkey, moment, core)
  if ('fault' in standing) return standing
  const scopes = scopesWith(person, passkey).filter(scope => standing.scopes.includes(scope))
  return { passkey, scopes }
}

/** The scopes that each core has proved. Another release may have other roots, so it needs new proofs. */
const proved = new WeakMap<PeopleCore, Map<string, readonly Scope[]>>()

async function standingOf(
  { name }: Pick<Person, 'name'>,
  { credential, spki, vouches }: Pick<Passkey, 'credential' | 'spki' | 'vouches'>,
  { now }: Pick<Moment, 'now'>,
  core: PeopleCore,
): Promise<Standing> {
  const publisher = await publisherOf(core)
  const digests = vouches.map(({ approval }) => approval)
  const known = proved.get(core) ?? new Map()
  proved.set(core, known)
  const about = JSON.stringify([publisher.deployment, publisher.since, name, credential, spki, digests])
  const before = known.get(about)
  if (before) return { scopes: before }
  const used = {
    person: name,
    credential,
    publicKey: spki,
    vouches: digests,
    at: new Date(now).toISOString(),
  }
  const proof = proveVouched(used, {
    ...trustedBy(publisher),
    approvals: await readVouches(digests, core.store()),
  })
  if ('fault' in proof) return proof
  const scopes = proof.scopes.filter(isScope)
  known.set(about, scopes)
  return { scopes }
}

/** The roots for proofs. The newest root is known to have been in use since the release was made. */
function trustedBy({ deployment, roots, root, since }: Publisher) {
  const rootAt = (moment: string) => (Date.parse(moment) >= Date.parse(since) ? root.version : 0)
  return { deployment, roots, rootAt, late: new Set<string>(), withIncluded }
}
