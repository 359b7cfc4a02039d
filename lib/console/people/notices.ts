import { createHash } from 'node:crypto'
import type { NoticeOf } from '../../core/language/open-item.ts'
import type { passkeyItems } from './notice-words.ts'
import { counts, isLater, type KnownPerson, type Moment, momentOf } from './people.ts'
import { listRecords } from './refused.ts'
import type { PeopleCore } from './standing.ts'
import type { Passkey } from './stored-records.ts'

type PasskeyNotice = NoticeOf<typeof passkeyItems>

/**
 * The notices about passkeys, and about records that kura did not write. No notice contains the number of a passkey,
 * because the passkey's person has to read the number aloud.
 * @throws AppError `store_unavailable`, and as `publisherOf`
 */
export async function passkeyNotices(core: PeopleCore): Promise<PasskeyNotice[]> {
  const { people, refused } = await listRecords(core.store())
  const strange = refused.map(({ key, name = key }) => ({
    key: `console/record/${key}`,
    step: 'refused',
    kind: 'person_refused' as const,
    facts: { name },
  }))
  if (people.length === 0) return strange
  const moment = await momentOf(core.store())
  const open = people.flatMap(person =>
    person.passkeys.flatMap(passkey => waitingNotice(person, passkey, moment) ?? []),
  )
  return [...strange, ...open, ...(await brokenNotices(people, moment, core))]
}

function waitingNotice({ name }: KnownPerson, passkey: Passkey, { now }: Moment): PasskeyNotice | undefined {
  const { credential, added, invitedBy, vouches, vouched, from, ended } = passkey
  const key = keyOf(credential)
  if (ended !== undefined) return undefined
  if (vouched === undefined)
    return { key, step: 'waits', kind: 'passkey_waits', facts: { name, by: invitedBy, at: added } }
  if (from === undefined || !isLater(passkey, now)) return undefined
  const by = vouches.map(vouch => vouch.by)
  return { key, step: 'recovers', kind: 'passkey_recovers', facts: { name, by, at: from } }
}

/** The notices about passkeys that count by their record, although their vouches prove nothing. */
async function brokenNotices(
  people: readonly KnownPerson[],
  moment: Moment,
  core: PeopleCore,
): Promise<PasskeyNotice[]> {
  const counting = people.flatMap(person =>
    person.passkeys
      .filter(passkey => counts(person, passkey, moment.restored, moment.now))
      .map(({ credential }) => ({ person, credential })),
  )
  if (counting.length === 0) return []
  const { proveCounting } = await import('./standing.ts')
  const proofs = await Promise.all(
    counting.map(async ({ person, credential }) => ({
      name: person.name,
      credential,
      proof: await proveCounting(person, credential, moment, core),
    })),
  )
  return proofs.flatMap(({ name, credential, proof }) =>
    proof && 'fault' in proof
      ? [
          {
            key: keyOf(credential),
            step: 'broken',
            kind: 'passkey_broken' as const,
            facts: { name, reason: proof.fault },
          },
        ]
      : [],
  )
}

function keyOf(credential: string): string {
  const digest = createHash('sha256').update(credential).digest('hex')
  return `console/passkey/${digest.slice(0, 16)}`
}
