import { AppError } from '../../core/errors.ts'
import type { BodyOf, ReplyOf } from '../../core/http/contract.ts'
import type { Caller } from '../../core/http/router.ts'
import type { Handlers } from '../../core/http/serve.ts'
import { english } from '../../core/language/text.ts'
import { recordVouch } from '../../core/passkey/approval.ts'
import { numberFault, readPublisherVouch, type Vouching } from '../../core/passkey/vouching.ts'
import { isScope, type Scope } from '../../core/signatures/keys.ts'
import type { EntranceCore } from '../core.ts'
import { makeInvitation, notOfPeople, ROLES } from '../invitations.ts'
import { endSession, type ListedSession, listSessions } from '../sessions.ts'
import type { PeopleContract } from './contract.ts'
import {
  afresh,
  changePerson,
  endPerson,
  hasCounting,
  type KnownPerson,
  lacking,
  listPeople,
  type Moment,
  momentOf,
  personKey,
  readPerson,
  type Vouched,
  type VouchResult,
  vouchFor,
} from './people.ts'
import { publisherOf } from './publisher.ts'
import { listRecords, removeRefused } from './refused.ts'
import { proveCounting } from './standing.ts'
import type { Passkey } from './stored-records.ts'

export function peopleHandlers(core: EntranceCore): Handlers<PeopleContract> {
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
      if (credential === undefined && (await removeRefused(personKey(name), store)))
        return { ended: 'person' }
      throw new AppError('not_found', `${cannot} "${name}": no such person or passkey`, {
        hint: 'kura console list shows the people',
      })
    },
  }
}

async function peopleReply(core: EntranceCore): Promise<ReplyOf<PeopleContract, 'people'>> {
  const [{ people, refused }, moment] = [await listRecords(core.store()), await momentOf(core.store())]
  const facts = { restored: moment.restored, local: core.config.deployment === 'local' }
  const sessions = await listSessions(people, facts, core.store())
  const deployment = await publisherOf(core).then(
    publisher => publisher.deployment,
    () => undefined,
  )
  const isProvable = deployment !== undefined
  return {
    ...(isProvable && { deployment }),
    people: await Promise.all(
      people.map(async person => ({
        name: person.name,
        scopes: person.scopes,
        ...(person.role && { role: person.role }),
        since: person.since,
        ...(person.ended !== undefined && { ended: person.ended }),
        ...(person.older && { older: true as const }),
        passkeys: await Promise.all(
          person.passkeys.map(async passkey =>
            passkeyView(
              person,
              passkey,
              isProvable && (await proveCounting(person, passkey.credential, moment, core)),
            ),
          ),
        ),
        sessions: sessions.filter(session => session.person === person.key).map(sessionView),
      })),
    ),
    refused: refused.map(({ key, name }) => ({ record: key, ...(name !== undefined && { name }) })),
  }
}

type Proof = Awaited<ReturnType<typeof proveCounting>> | false

function passkeyView(person: KnownPerson, passkey: Passkey, proof: Proof) {
  const { credential, spki, salt, number, scopes, role, host, added, invitedBy, vouches, from, ended } =
    passkey
  const hasEnded = ended !== undefined || person.ended !== undefined
  const fault = proof && 'fault' in proof ? english(proof.fault) : undefined
  const state = proof && fault === undefined ? ('counts' as const) : ('waits' as const)
  return {
    credential,
    publicKey: spki,
    salt,
    number,
    scopes,
    ...(role && { role }),
    state: hasEnded ? ('ended' as const) : state,
    ...(fault !== undefined && { fault }),
    host,
    added,
    invitedBy,
    vouchedBy: vouches.map(({ by, publisher }) => (publisher ? 'publisher' : by)),
    ...(from !== undefined && state === 'waits' && { from }),
    ...(ended !== undefined && { ended }),
  }
}

function sessionView({ digest, credential, since, until }: ListedSession) {
  return { session: digest, credential, since, until }
}

/** Invites a person. The inviter must have all scopes of the invitation except `approve`, which vouches grant. */
async function invite(
  body: BodyOf<PeopleContract, 'invite'>,
  caller: Caller,
  core: EntranceCore,
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

/** Vouches with an envelope that the publisher's keys have signed. Any key may sign the request that carries it. */
async function byPublisher(
  { envelope }: Extract<BodyOf<PeopleContract, 'vouch'>, { envelope: unknown }>,
  caller: Caller,
  core: EntranceCore,
): Promise<VouchReply> {
  const { now } = await momentOf(core.store())
  const read = readPublisherVouch(envelope, { ...(await publisherOf(core)), now })
  if ('fault' in read) throw cannotVouch(english(read.fault))
  const about = vouchedOf(read.vouching)
  await refuseUnknown(about, core)
  const { digest } = await recordVouch(envelope, core.store())
  return vouch(about, { by: caller.name, approval: digest, publisher: true }, core)
}

/** Vouches with the approval of a person, who has signed this very body. An operator's key has no approval. */
async function byPerson(vouching: Vouching, caller: Caller, core: EntranceCore): Promise<VouchReply> {
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

/** Refuses what `vouchFor` would refuse, but before the vouch is recorded. */
async function refuseUnknown(about: Vouched, core: EntranceCore): Promise<void> {
  const [person, { restored, now }] = [
    await readPerson(personKey(about.name), core.store()),
    await momentOf(core.store()),
  ]
  const { result } = vouchFor(about, { by: '', approval: '' }, restored)(person, now)
  if (result !== 'counts' && result !== 'waits') throw cannotVouch(FAULTS[result])
}

/** The keys of the records of people who cannot vouch for the passkey now. */
async function goneSince(
  { scopes }: Vouched,
  moment: Moment,
  core: EntranceCore,
): Promise<ReadonlySet<string>> {
  const people = await listPeople(core.store())
  const may = (person: KnownPerson) =>
    hasCounting(person, moment) && lacking(scopes, person.scopes).length === 0
  return new Set(people.filter(person => !may(person)).map(({ key }) => key))
}

async function vouch(
  about: Vouched,
  evidence: { by: string; approval: string; publisher?: true },
  core: EntranceCore,
): Promise<VouchReply> {
  const [moment, key] = [await momentOf(core.store()), personKey(about.name)]
  const person = await readPerson(key, core.store())
  const proof = person && (await proveCounting(person, about.credential, moment, core))
  const vouching = vouchFor(about, evidence, moment.restored, await goneSince(about, moment, core))
  const transition = proof && 'fault' in proof ? afresh(about.credential, vouching) : vouching
  const state = await changePerson(key, transition, core.store())
  if (state !== 'counts' && state !== 'waits') throw cannotVouch(FAULTS[state])
  const { from } =
    (await readPerson(key, core.store()))?.passkeys.find(
      ({ credential }) => credential === about.credential,
    ) ?? {}
  return {
    name: about.name,
    credential: about.credential,
    state,
    ...(state === 'waits' && from !== undefined && { from }),
    approval: evidence.approval,
  }
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
