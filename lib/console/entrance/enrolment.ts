/** A new passkey takes three steps: the link is spent, the browser makes the key, and kura stores the key. */
import { randomBytes } from 'node:crypto'
import { messageOf } from '../../core/errors.ts'
import { afterAnswer } from '../../core/http/after-answer.ts'
import { html } from '../../core/http/html.ts'
import { parseJson } from '../../core/json/json.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { sayIn, textOf } from '../../core/language/text.ts'
import { challengeOf } from '../../core/passkey/challenge.ts'
import { type Passkey, readRegistration, verifyRegistration } from '../../core/passkey/door.ts'
import { openIssued, readIssued, spendIssued } from '../../core/passkey/issued.ts'
import { confirmationNumber } from '../../core/passkey/vouching.ts'
import { PASSKEY_FAULTS } from '../../core/passkey/words.ts'
import type { Phrase } from '../../core/phrase.ts'
import { isOwnToken } from '../../core/signatures/own-tokens.ts'
import { digestOf } from '../cookies.ts'
import type { EntranceCore } from '../core.ts'
import { box, passkeyHelp } from '../frame/parts.ts'
import { LINK_SCRIPT, PASSKEY_SCRIPT } from '../frame/script.ts'
import {
  changeInvitation,
  type Refusal,
  returnInvitation,
  spendInvitation,
  takeInvitation,
} from '../invitations.ts'
import type { PageAnswer, PageCall, ShownPage, View } from '../page.ts'
import { addPasskey, changePerson, hasLeftSince, momentOf, personKey, readPerson } from '../people/people.ts'
import { publisherOf } from '../people/publisher.ts'
import type { Invitation } from '../people/stored-records.ts'
import { browserOf, relyingParty } from './browser.ts'
import { type Asked, createForm } from './create-form.ts'
import { ENROL } from './enrolment-words.ts'
import { companyName, numberPage } from './number-page.ts'

export async function showEnrol({ request, view }: PageCall<'showEnrol'>): Promise<PageAnswer> {
  const say = sayIn(view.locale)
  return {
    title: say(ENROL.title),
    script: PASSKEY_SCRIPT,
    cookies: browserOf(request).cookies,
    body: html`<p>${say(ENROL.text)}</p>
${passkeyHelp(view)}
<form method="post" action="/console/enrol">
<input type="hidden" name="token" data-fragment>
<button class="first">${say(ENROL.begin)}</button>
</form>`,
  }
}

export async function enrol(call: PageCall<'enrol'>): Promise<PageAnswer> {
  return call.body['answer'] === undefined ? begin(call) : finish(call)
}

async function begin(call: PageCall<'enrol'>): Promise<PageAnswer> {
  const { request, body, view, core } = call
  const token = body['token'] ?? ''
  const store = core.store()
  // a token that this server has not made is refused without a call to the store
  if (!isOwnToken('invitation', token, store)) return refusedPage('unknown', view)
  const digest = digestOf(token)
  const { binding, cookies } = browserOf(request)
  const { restored, now } = await momentOf(store)
  const spend = spendInvitation(binding, { restored })
  const invitation = await changeInvitation(digest, spend, store)
  if (typeof invitation === 'string') return refusedPage(invitation, view)
  const key = personKey(invitation.name)
  const person = await readPerson(key, store)
  if (hasLeftSince(person, invitation.since)) return refusedPage('over', view)
  const say = sayIn(view.locale)
  const { name, by } = invitation
  const company = await companyName(core)
  return {
    title: say(ENROL.ready, { name }),
    script: LINK_SCRIPT + PASSKEY_SCRIPT,
    cookies,
    body: html`<p>${say(ENROL.invited, { by, company })}</p>
<p>${say(ENROL.readyText)}</p>
${createForm({ name, person, digest, binding, now }, call)}`,
  }
}

function refusedPage(refusal: Refusal, view: View): ShownPage {
  const say = sayIn(view.locale)
  return {
    title: say(ENROL.title),
    status: 400,
    script: LINK_SCRIPT,
    body: box('bad', say(ENROL[refusal]), say(ENROL.again)),
  }
}

async function finish(call: PageCall<'enrol'>): Promise<PageAnswer> {
  const { request, body, core, trace } = call
  const issued = body['issued'] ?? ''
  const { binding } = browserOf(request)
  const asked = { purpose: 'enrol', binding } as const
  const sealKeys = core.config.sealKeys()
  // a text that this server has not issued is refused without a call to the store
  const read = readIssued(issued, asked, { sealKeys })
  if ('fault' in read) return faultPage(read.fault, call)
  const store = core.store()
  const { restored, now } = await momentOf(store)
  const opened = openIssued(issued, asked, { sealKeys, now })
  if ('fault' in opened) return faultPage(opened.fault, call)
  const { invitation: digest } = parseJson(opened.text) as Asked
  if (body['answer'] === HELD)
    return heldPage(await changeInvitation(digest, returnInvitation(binding), store), call)
  const answer = readRegistration(body['answer'] ?? '')
  if (!answer) return faultPage(phrase(PASSKEY_FAULTS.answerMalformed), call)
  const { origin } = relyingParty(core.config.url())
  const verified = await verifyRegistration(answer, { challenge: challengeOf('enrol', opened.text), origin })
  if ('fault' in verified) return faultPage(verified.fault, call)
  const { passkey } = verified
  // the same answer may be spent again, so that a repeated post shows the same number
  await spendIssued(issued, store)
  const take = takeInvitation(passkey.credential, { browser: binding, restored })
  const invitation = await changeInvitation(digest, take, store)
  if (typeof invitation === 'string') return refusedPage(invitation, call.view)
  const number = await keep(passkey, invitation, core)
  if (number === undefined) return refusedPage('spent', call.view)
  trace.note('outcome', 'passkey_added')
  trace.note('person', invitation.name)
  await afterAnswer(notify(core))
  return numberPage({ number, key: personKey(invitation.name), credential: passkey.credential }, call)
}

/** Stores the passkey, and returns its number; undefined if `addPasskey` refuses it. */
async function keep(
  passkey: Passkey,
  invitation: Invitation,
  core: EntranceCore,
): Promise<string | undefined> {
  const { deployment } = await publisherOf(core)
  const { scopes, role, by, since } = invitation
  const key = personKey(invitation.name)
  const name = (await readPerson(key, core.store()))?.name ?? invitation.name
  const { credential, spki } = passkey
  const salt = randomBytes(16).toString('base64url')
  const number = confirmationNumber(
    { person: name, scopes, credential, publicKey: spki, salt },
    { deployment },
  )
  const host = relyingParty(core.config.url()).rpId
  const added = { ...passkey, salt, number, scopes, ...(role && { role }), host, invitedBy: by }
  return changePerson(key, addPasskey({ name, since }, added), core.store())
}

async function notify(core: EntranceCore): Promise<void> {
  try {
    await core.notifyPeople()
  } catch (error) {
    core.log(JSON.stringify({ event: 'notices', owner: 'console', why: messageOf(error) }))
  }
}

/** The browser sends this answer if the device already has a passkey of the person (WebAuthn's `InvalidStateError`). */
const HELD = 'held'

/** Says that the device has a passkey already, or that the link is spent if the invitation could not be returned. */
function heldPage(wasReturned: boolean, { view }: PageCall<'enrol'>): ShownPage {
  if (!wasReturned) return refusedPage('spent', view)
  const say = sayIn(view.locale)
  return {
    title: say(ENROL.held),
    script: LINK_SCRIPT,
    body: html`${box('warn', say(ENROL.heldText), say(ENROL.heldElsewhere))}
<p><a class="button first" href="/console/sign-in">${say(ENROL.signIn)}</a></p>`,
  }
}

function faultPage(fault: Phrase, { view }: PageCall<'enrol'>): ShownPage {
  const say = sayIn(view.locale)
  const { locale } = view
  const body = box('bad', say(ENROL.refused), textOf(fault, locale))
  return { title: say(ENROL.title), status: 400, script: LINK_SCRIPT, body }
}
