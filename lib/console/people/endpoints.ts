/** The endpoints of `contracts/people.ts`: who may use the console. */

import type { PeopleContract } from '../../app/contracts/people.ts'
import type { Core } from '../../app/core.ts'
import {
  changePerson,
  counts,
  endPerson,
  type KnownPerson,
  lacking,
  listPeople,
  personKey,
  readPerson,
  restoredMoment,
  type Vouched,
  type VouchResult,
  vouchFor,
} from '../../app/people/people.ts'
import type { Passkey } from '../../app/people/stored-records.ts'
import { AppError } from '../../core/errors.ts'
import type { BodyOf, ReplyOf } from '../../core/http/contract.ts'
import type { Caller } from '../../core/http/router.ts'
import type { Handlers } from '../../core/http/serve.ts'
import { english } from '../../core/language/text.ts'
import { recordVouch } from '../../core/passkey/approval.ts'
import { numberFault, readPublisherVouch, type Vouching } from '../../core/passkey/vouching.ts'
import { isScope, type Scope } from '../../core/signatures/keys.ts'
import { RESTORED } from '../../core/store/stopped.ts'
import { makeInvitation, notOfPeople, ROLES } from '../invitations.ts'
import { endSession, type ListedSession, listSessions } from '../sessions.ts'
import { publisherOf } from './publisher.ts'

export function peopleHandlers(core: Core): Handlers<PeopleContract> {
  return {
    people: () => peopleReply(core),
    invite: ({ body, caller }) => invite(body, caller, core),
    async vouch({ body, caller, trace }) {
      const reply = 'envelope' in body ? byPublisher(body, caller, core) : byPerson(body, caller, core)
      trace.note('person', (await reply).name)
      trace.note('approval', (await reply).approval)
      return reply
    },
    async revoke({ body }) {
      const [store, cannot] = [core.store(), 'Cannot revoke']
      if ('session' in body) {
        if (await endSession(body.session, store)) return { ended: 'session' }
        throw new AppError('not_found', `${cannot} the session: there is none with this digest`)
      }
      const { name, credential } = body
      if (await changePerson(personKey(name), endPerson(credential), store))
        return { ended: credential === undefined ? 'person' : 'passkey' }
      throw new AppError('not_found', `${cannot} "${name}": no such person or passkey`, {
        hint: 'kura console list shows the people',
      })
    },
  }
}

async function restoredAt({ store }: Pick<Core, 'store'>): Promise<number> {
  return restoredMoment((await store().read(RESTORED)).record?.value)
}

async function peopleReply(core: Core): Promise<ReplyOf<PeopleContract, 'people'>> {
  const [people, restored] = [await listPeople(core.store()), await restoredAt(core)]
  const facts = { restored, local: core.config.deployment === 'local' }
  const sessions = await listSessions(people, facts, core.store())
  const deployment = await publisherOf(core).then(
    publisher => publisher.deployment,
    () => undefined,
  )
  return {
    ...(deployment !== undefined && { deployment }),
    people: people.map(person => ({
      name: person.name,
      scopes: person.scopes,
      ...(person.role && { role: person.role }),
      since: person.since,
      ...(person.ended !== undefined && { ended: person.ended }),
      passkeys: person.passkeys.map(passkey => passkeyView(person, passkey, restored)),
      sessions: sessions.filter(session => session.person === person.key).map(sessionView),
    })),
  }
}

function passkeyView(person: KnownPerson, passkey: Passkey, restored: number) {
  const { credential, spki, salt, number, scopes, role, host, added, invitedBy, vouches, ended } = passkey
  const hasEnded = ended !== undefined || person.ended !== undefined
  const state = counts(person, passkey, restored) ? ('counts' as const) : ('waits' as const)
  return {
    credential,
    publicKey: spki,
    salt,
    number,
    scopes,
    ...(role && { role }),
    state: hasEnded ? ('ended' as const) : state,
    host,
    added,
    invitedBy,
    vouchedBy: vouches.map(({ by, publisher }) => (publisher ? 'publisher' : by)),
    ...(ended !== undefined && { ended }),
  }
}

function sessionView({ digest, credential, since, until }: ListedSession) {
  return { session: digest, credential, since, until }
}

/**
 * Invites a person. The inviting person cannot grant a scope that they lack; the people who vouch grant the scope
 * `approve`.
 */
async function invite(
  body: BodyOf<PeopleContract, 'invite'>,
  caller: Caller,
  core: Core,
): Promise<ReplyOf<PeopleContract, 'invite'>> {
  const { name } = body
  const scopes = 'role' in body ? [...ROLES[body.role]] : body.scopes
  const [foreign] = notOfPeople(scopes)
  if (foreign !== undefined)
    throw new AppError('bad_request', `Cannot invite "${name}": no person has the scope ${foreign}`)
  const granted = scopes.filter(scope => scope !== 'approve')
  refuseLacking(name, granted, caller)
  const terms = { name, scopes, by: caller.name, ...('role' in body && { role: body.role }) }
  const { token, until } = await makeInvitation(terms, core.store())
  return { name, scopes, url: `${new URL('/console/enrol', core.config.url())}#${token}`, until }
}

function refuseLacking(name: string, scopes: readonly string[], caller: Caller): void {
  const [scope] = lacking(scopes, caller.scopes)
  if (scope === undefined) return
  throw new AppError('scope_missing', `Cannot give "${name}" the scope ${scope}: "${caller.name}" lacks it`, {
    hint: 'a person grants no scope that they lack: let a person who has it do this, or the publisher',
  })
}

type VouchReply = ReplyOf<PeopleContract, 'vouch'>

/** Handles the vouch of the publisher's keys, whichever key signed the request that carries the envelope. */
async function byPublisher(
  { envelope }: Extract<BodyOf<PeopleContract, 'vouch'>, { envelope: unknown }>,
  caller: Caller,
  core: Core,
): Promise<VouchReply> {
  const { now } = await core.store().read(RESTORED)
  const read = readPublisherVouch(envelope, { ...(await publisherOf(core)), now })
  if ('fault' in read) throw cannotVouch(english(read.fault))
  const about = vouchedOf(read.vouching)
  await refuseUnknown(about, core)
  const { digest } = await recordVouch(envelope, core.store())
  return vouch(about, { by: caller.name, approval: digest, publisher: true }, core)
}

/** Handles the vouch of a person, whose approval has this very body. An operator's key has no approval. */
async function byPerson(vouching: Vouching, caller: Caller, core: Core): Promise<VouchReply> {
  const { approval } = caller
  if (approval === undefined)
    throw new AppError(
      'approval_needed',
      `Cannot vouch for "${vouching.vouch.person}" with an operator's key`,
      {
        hint: "vouch on the console with a passkey, or with the publisher's key: kura console vouch NAME",
      },
    )
  const { deployment } = await publisherOf(core)
  if (vouching.deployment !== deployment) throw cannotVouch('the vouch is for another deployment')
  const fault = numberFault(vouching)
  if (fault) throw cannotVouch(english(fault))
  const about = vouchedOf(vouching)
  refuseLacking(about.name, about.scopes, caller)
  await refuseUnknown(about, core)
  return vouch(about, { by: caller.name, approval }, core)
}

function vouchedOf({ vouch: { person, credential, publicKey, salt, number, scopes } }: Vouching): Vouched {
  return {
    name: person,
    credential,
    spki: publicKey,
    salt,
    number,
    scopes: scopes.filter(isScope) as Scope[],
  }
}

/** Refuses to vouch for a passkey that the store does not have, before anything is written. */
async function refuseUnknown(about: Vouched, core: Core): Promise<void> {
  const [person, restored] = [await readPerson(personKey(about.name), core.store()), await restoredAt(core)]
  const { result } = vouchFor(about, { by: '', approval: '' }, restored)(person, core.now())
  if (result !== 'counts' && result !== 'waits') throw cannotVouch(FAULTS[result])
}

/** Returns the keys of the people who could no longer vouch for the passkey: they have left, or lack a scope now. */
async function goneSince({ scopes }: Vouched, restored: number, core: Core): Promise<ReadonlySet<string>> {
  const people = await listPeople(core.store())
  const may = (person: KnownPerson) =>
    person.passkeys.some(passkey => counts(person, passkey, restored)) &&
    lacking(scopes, person.scopes).length === 0
  return new Set(people.filter(person => !may(person)).map(({ key }) => key))
}

async function vouch(
  about: Vouched,
  evidence: { by: string; approval: string; publisher?: true },
  core: Core,
): Promise<VouchReply> {
  const restored = await restoredAt(core)
  const transition = vouchFor(about, evidence, restored, await goneSince(about, restored, core))
  const state = await changePerson(personKey(about.name), transition, core.store())
  if (state !== 'counts' && state !== 'waits') throw cannotVouch(FAULTS[state])
  return { name: about.name, credential: about.credential, state, approval: evidence.approval }
}

const FAULTS: Readonly<Record<Exclude<VouchResult, 'counts' | 'waits'>, string>> = {
  unknown: 'there is no such person or passkey',
  ended: 'the passkey or the access of the person has ended',
  differs: 'the passkey has another key, another number or other scopes',
}

function cannotVouch(why: string): AppError {
  return new AppError('conflict', `Cannot vouch for the passkey: ${why}`, {
    hint: 'kura console list shows the passkeys that wait, and their numbers',
  })
}
