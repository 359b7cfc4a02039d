/** This page does not show the number of a new passkey: its person reads it aloud, and a colleague types it here. */

import { requestFor } from '../../../core/http/client.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { listIn, type Say, sayIn } from '../../../core/language/text.ts'
import type { StatementItem } from '../../../core/passkey/statement.ts'
import { VOUCH_ADDRESS, vouchText } from '../../../core/passkey/vouching.ts'
import { approvalForm, fields, itemOf } from '../../approvals/form.ts'
import { clientOf } from '../../client.ts'
import { digestOf } from '../../cookies.ts'
import { filterForm, pageOf } from '../../frame/lists.ts'
import { box, type FieldFaults, facts, field, pageLinks } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import { ROLES } from '../../invitations.ts'
import type { Fields, PageAnswer, PersonCall, ShownPage, SignedInCall, View } from '../../page.ts'
import { type PeopleContract, peopleContract } from '../../people/contract.ts'
import { neededFor, whoCanVouch } from '../../people/enough.ts'
import { PERSON_NAME } from '../../people/name.ts'
import { publisherOf } from '../../people/publisher.ts'
import type { Role } from '../../people/stored-records.ts'
import { vouchedText } from '../../people/vouched-text.ts'
import { scopeTexts } from '../overview/words.ts'
import { PEOPLE } from './words.ts'

type Reply = ReplyOf<PeopleContract, 'people'>
type Person = Reply['people'][number]
type Passkey = Person['passkeys'][number]

interface Entered {
  readonly faults: FieldFaults
  readonly fields: Fields
  /** The name after which this page of the list begins. */
  readonly after?: string | undefined
  readonly show?: string | undefined
}

const NOTHING: Entered = { faults: {}, fields: {} }

export async function showPeople(call: SignedInCall<'showPeople'>): Promise<PageAnswer> {
  return peoplePage(await clientOf(peopleContract, call).people(), { ...NOTHING, ...call.query }, call.view)
}

const ON_PAGE = 20

/** The people on the page. After a wrong number, this is only the person for whom the number was entered. */
function listed(people: readonly Person[], { after, show, faults, fields: values }: Entered) {
  const about = Object.keys(faults).length > 0 ? values['name'] : undefined
  const fits = ({ ended, passkeys, name }: Person) =>
    ended === undefined &&
    (about === undefined || values['act'] === 'invite' || name === about) &&
    (show !== WAITS || passkeys.some(({ state }) => state === WAITS))
  const present = people.filter(fits).toSorted((one, other) => one.name.localeCompare(other.name))
  return pageOf(present, { after, most: ON_PAGE })
}

/** The filter for people with a passkey that waits to be confirmed. */
const WAITS = 'waits'

function peoplePage({ people, refused }: Reply, entered: Entered, view: View): ShownPage {
  const say = sayIn(view.locale)
  const { some, next } = listed(people, entered)
  const { after, show = '' } = entered
  const choices = [
    ['', say(PEOPLE.everyone)],
    [WAITS, say(PEOPLE.waits)],
  ] as const
  const path = '/console/people'
  return {
    title: say(PEOPLE.title),
    ...(Object.keys(entered.faults).length > 0 && { status: 400 }),
    body: html`${refused.map(({ record, name = record }) => box('bad', say(PEOPLE.refused, { name }), say(PEOPLE.refusedText)))}${people.length > ON_PAGE ? filterForm({ action: path, show, choices }, view) : ''}
${some.map(person => personCard(person, people, entered, view))}
${pageLinks({ after, next, path: show === '' ? path : `${path}?show=${show}` }, view)}
${inviteForm(entered, view)}`,
  }
}

function personCard(person: Person, people: readonly Person[], entered: Entered, view: View): Html {
  const say = sayIn(view.locale)
  const { name, role, scopes, sessions } = person
  const may = role
    ? say(PEOPLE[role])
    : listIn(scopeTexts(scopes, say), view.locale) || say(PEOPLE.nothingYet)
  return html`<section class="card"><h2>${name}</h2>
${facts([[say(PEOPLE.may), may]])}<p>${say(PEOPLE.sessions, { count: sessions.length })}</p>
${sessions.map(session => sessionPart(session, view))}
${person.passkeys.filter(({ state }) => state !== 'ended').map(passkey => html`${passkeyPart(person, passkey, entered, view)}${missingPart(person, passkey, people, say)}`)}
${actForm({ act: 'revoke', name }, say(PEOPLE.remove, { name }))}</section>`
}

function sessionPart({ session, since, until }: Person['sessions'][number], view: View): Html {
  const say = sayIn(view.locale)
  const times = say(PEOPLE.session, { since: Date.parse(since), until: Date.parse(until) })
  const own =
    session === view.session?.digest ? html` <span class="tag">${say(PEOPLE.thisSession)}</span>` : ''
  return html`<p>${times}${own}</p>${actForm({ act: 'endSession', session }, say(PEOPLE.endSession))}`
}

function passkeyPart(
  { name, passkeys }: Person,
  { credential, state, fault, from, added, invitedBy: by, vouchedBy }: Passkey,
  entered: Entered,
  view: View,
): Html {
  const say = sayIn(view.locale)
  const hasAnother = passkeys.some(other => other.state === 'counts')
  const isOwnOnly = hasAnother && name !== view.session?.person.name
  const [kind, word] = state === 'counts' ? ['good', PEOPLE.counts] : ['warn', PEOPLE.waits]
  return html`<h3>${say(PEOPLE.passkey)} <span class="tag ${kind ?? ''}">${say(word as typeof PEOPLE.counts)}</span></h3>
<p>${say(PEOPLE.added, { at: Date.parse(added), by })}</p>
${vouchedBy.length > 0 ? html`<p>${say(PEOPLE.vouchedBy, { names: vouchedBy.map(by => (by === 'publisher' ? say(PEOPLE.publisher) : by)) })}</p>` : ''}
${fault === undefined ? '' : box('bad', say(PEOPLE.broken))}
${from === undefined ? '' : box('warn', say(PEOPLE.from, { at: Date.parse(from) }))}
${state === 'waits' && from === undefined ? (isOwnOnly ? box('warn', say(PEOPLE.ownOnly, { name })) : numberForm(name, credential, entered, view)) : ''}
${actForm({ act: 'revoke', name, credential }, say(PEOPLE.end))}`
}

/** Says how many people have to vouch, and which colleagues still can. Empty unless the person's only passkey waits. */
function missingPart(
  { name, passkeys }: Person,
  passkey: Passkey,
  people: readonly Person[],
  say: Say,
): Piece {
  const { state, fault, scopes, vouchedBy } = passkey
  if (state !== 'waits' || fault !== undefined || passkeys.length > 1) return ''
  const others = people.map(other => ({
    ...other,
    hasPasskey: other.passkeys.some(known => known.state === 'counts'),
  }))
  const missing = whoCanVouch({ name, scopes, vouchedBy }, others)
  return vouchedText({ count: vouchedBy.length, needed: neededFor(scopes), missing }, say)
}

function actForm(values: Fields, label: string): Html {
  return html`<form method="post" action="/console/people">${fields(values)}<button>${label}</button></form>`
}

function numberForm(name: string, credential: string, entered: Entered, view: View): Html {
  const say = sayIn(view.locale)
  // each passkey has a field of its own, so that a fault stands beside the right passkey
  const id = `number-${digestOf(credential).slice(0, 12)}`
  const given = {
    name: id,
    label: say(PEOPLE.number),
    hint: say(PEOPLE.numberHint, { name }),
    value: entered.fields[id] ?? '',
    required: true,
    input: { inputmode: 'numeric', autocomplete: 'off' },
  }
  return html`<form method="post" action="/console/people">${fields({ act: 'vouch', name, credential })}
${field(given, entered.faults, view)}<button class="first">${say(PEOPLE.vouch)}</button></form>`
}

function inviteForm({ faults, fields: entered }: Entered, view: View): Html {
  const say = sayIn(view.locale)
  const values = entered['act'] === 'invite' ? entered : {}
  const roles = Object.keys(ROLES) as Role[]
  const name = { name: 'name', label: say(PEOPLE.name), value: values['name'] ?? '', required: true }
  const choices = roles.map(role => [role, say(PEOPLE[role])] as const)
  const role = { name: 'role', label: say(PEOPLE.role), value: values['role'] ?? 'accounting', choices }
  return html`<h2>${say(PEOPLE.invite)}</h2><p>${say(PEOPLE.inviteText)}</p>
<form method="post" action="/console/people">${fields({ act: 'invite' })}
${field(name, faults, view)}${field(role, {}, view)}<button class="first">${say(PEOPLE.invite)}</button></form>`
}

export async function changePeople(call: SignedInCall<'changePeople'>): Promise<PageAnswer> {
  const { body, view } = call
  const say = sayIn(view.locale)
  const { act = '', name = '', credential } = body
  const reply = await clientOf(peopleContract, call).people()
  if (act === 'invite') return invitePage(reply, body, call)
  if (act === 'endSession') return endSessionPage(reply, body['session'], call)
  const person = reply.people.find(known => known.name === name)
  const passkey = person?.passkeys.find(known => known.credential === credential)
  if (act === 'vouch' && person && passkey) return vouchPage(reply, person, passkey, call)
  if (act !== 'revoke' || !person) return peoplePage(reply, NOTHING, view)
  const about = { name, ...(passkey && { credential: passkey.credential }) }
  const item = itemOf(requestFor(peopleContract, 'revoke', { body: about }), call.core)
  const title = passkey ? say(PEOPLE.end) : say(PEOPLE.remove, { name })
  return confirmPage(title, html`<p><strong>${name}</strong></p><p>${say(PEOPLE.removeText)}</p>`, item, call)
}

function endSessionPage(
  reply: Reply,
  digest: string | undefined,
  call: PersonCall,
): ShownPage | Promise<ShownPage> {
  const say = sayIn(call.view.locale)
  const person = reply.people.find(({ sessions }) => sessions.some(({ session }) => session === digest))
  const known = person?.sessions.find(({ session }) => session === digest)
  if (!person || !known) return peoplePage(reply, NOTHING, call.view)
  const item = itemOf(requestFor(peopleContract, 'revoke', { body: { session: known.session } }), call.core)
  const [since, until] = [Date.parse(known.since), Date.parse(known.until)]
  const shown = facts([[say(PEOPLE.name), person.name]])
  const text = html`${shown}<p>${say(PEOPLE.session, { since, until })}</p><p>${say(PEOPLE.endSessionText)}</p>`
  return confirmPage(say(PEOPLE.endSession), text, item, call)
}

function invitePage(reply: Reply, given: Fields, call: PersonCall): ShownPage | Promise<ShownPage> {
  const say = sayIn(call.view.locale)
  const name = (given['name'] ?? '').trim()
  const role = (Object.keys(ROLES) as Role[]).find(known => known === given['role']) ?? 'viewer'
  if (!PERSON_NAME.test(name))
    return peoplePage(reply, { faults: { name: say(PEOPLE.nameFault) }, fields: given }, call.view)
  const item = itemOf(requestFor(peopleContract, 'invite', { body: { name, role } }), call.core)
  const shown = facts([
    [say(PEOPLE.name), name],
    [say(PEOPLE.role), say(PEOPLE[role])],
  ])
  return confirmPage(say(PEOPLE.invite), html`${shown}<p>${say(PEOPLE.inviteText)}</p>`, item, call)
}

async function vouchPage(
  reply: Reply,
  person: Person,
  { credential, state, publicKey, salt, number, scopes, role }: Passkey,
  call: SignedInCall<'changePeople'>,
): Promise<ShownPage> {
  const say = sayIn(call.view.locale)
  const { name } = person
  // another person has confirmed the passkey meanwhile, so the page has no field for the number any more
  if (state !== 'waits') return peoplePage(reply, NOTHING, call.view)
  const id = `number-${digestOf(credential).slice(0, 12)}`
  const digits = (text: string) => text.normalize('NFKC').replace(/\D/g, '')
  if (digits(call.body[id] ?? '') !== digits(number))
    return peoplePage(reply, { faults: { [id]: say(PEOPLE.numberFault) }, fields: call.body }, call.view)
  const { deployment } = await publisherOf(call.core)
  const vouch = { person: name, scopes: [...scopes], credential, publicKey, salt, number }
  const at = new Date(call.core.now()).toISOString()
  const text = vouchText({ v: 1, at, vouch, deployment })
  const item: StatementItem = { method: 'POST', address: VOUCH_ADDRESS, body: text, sends: null }
  const shown = facts([
    [say(PEOPLE.name), name],
    [say(PEOPLE.role), role ? say(PEOPLE[role]) : listIn(scopeTexts(scopes, say), call.view.locale)],
    [say(PEOPLE.number), number],
  ])
  const title = say(PEOPLE.vouchTitle, { name })
  return confirmPage(title, html`${shown}<p>${say(PEOPLE.vouchText, { name })}</p>`, item, call)
}

async function confirmPage(
  title: string,
  shown: Piece,
  item: StatementItem,
  call: PersonCall,
): Promise<ShownPage> {
  const say: Say = sayIn(call.view.locale)
  const button = { label: say(PEOPLE.confirm), back: '/console/people' } as const
  return {
    title,
    script: PASSKEY_SCRIPT,
    body: html`${shown}${await approvalForm([item], button, call)}<p><a href="/console/people">${say(PEOPLE.back)}</a></p>`,
  }
}
