/**
 * Signing in with a passkey. The passkey says who it is: the page asks for no name and does not tell whether one
 * exists, and every refusal reads the same. The answer of a passkey is spent once; its record outlives its expiry.
 */
import { randomBytes } from 'node:crypto'
import { dataBlock, type Html, html, type Piece } from '../../../core/http/html.ts'
import { parseJson } from '../../../core/json.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { challengeOf } from '../../../core/passkey/challenge.ts'
import { issue, openIssued, readIssued, spendIssued } from '../../../core/passkey/issue.ts'
import { RESTORED } from '../../../core/store/stopped.ts'
import type { Core } from '../../core.ts'
import { digestOf, setCookie } from '../cookies.ts'
import { box, passkeyHelp } from '../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../frame/script.ts'
import { changeInvitation, spendInvitation } from '../invitations.ts'
import { isPath } from '../language.ts'
import type { PageAnswer, PageCall, ShownPage } from '../page.ts'
import {
  changePerson,
  counts,
  type KnownPerson,
  personKey,
  readPerson,
  restoredMoment,
  welcome,
} from '../people.ts'
import { beginSession, endSession, THIS_MACHINE } from '../sessions.ts'
import type { Passkey } from '../stored-records.ts'
import { browserOf, relyingParty } from './browser.ts'
import { type Attempts, addressOf, createAttempts } from './limits.ts'
import { SIGN_IN } from './words.ts'

/** What the page returns to after the sign-in. */
interface Return {
  readonly to: string
  /** The fields of the form that was sent without a session: base64url of JSON. */
  readonly carried?: string | undefined
}

/** Why the last attempt did not succeed. */
type Fault = 'refused' | 'expired'

/**
 * Milliseconds by which the host's clock may be ahead of the store's. The first page asks the store nothing, so that it
 * is answered soon, and its challenge counts from this long before the host's time on. If the clocks differ by more, the
 * answer is refused as expired, and the next challenge is issued with the store's time.
 */
const CLOCK_DIFFERENCE = 60_000

export async function showSignIn(call: PageCall<'showSignIn'>): Promise<PageAnswer> {
  const to = call.query.to ?? ''
  return signInPage(call, { to: isPath(to) ? to : '/console' }, { status: 200 })
}

/** Answers a request that needs a session and has none: the sign-in, which carries the fields of a form. */
export function askToSignIn(call: PageCall): ShownPage {
  const { request, view, url } = call
  if (request.method !== 'POST') return signInPage(call, { to: view.address })
  const fields: unknown = call.body
  const isForm = typeof fields === 'object' && fields !== null && !(fields instanceof Uint8Array)
  // a statement is bound to the session that has ended, so it is approved anew
  const isCarried = isForm && url.pathname !== '/console/approve'
  const carried = isCarried ? packed({ path: url.pathname, fields: fields as Fields }) : undefined
  return signInPage(call, { to: view.address, carried })
}

type Fields = Readonly<Record<string, string>>
interface Carried {
  readonly path: string
  readonly fields: Fields
}

function packed(carried: Carried): string {
  return Buffer.from(JSON.stringify(carried)).toString('base64url')
}

/** Reads what a form carried; undefined if it is none of the console's. */
function unpacked(text: string | undefined): Carried | undefined {
  const given = text && (parseJson(Buffer.from(text, 'base64url').toString()) as Partial<Carried> | undefined)
  if (!given || typeof given.path !== 'string' || !isPath(given.path)) return undefined
  const { path, fields } = given
  const isFields = typeof fields === 'object' && fields !== null
  return isFields && Object.values(fields).every(value => typeof value === 'string')
    ? { path, fields }
    : undefined
}

interface Shown {
  readonly status?: number
  readonly fault?: Fault
  /** The store's time, if it is known. */
  readonly now?: number
}

function signInPage(
  { request, view, core }: Pick<PageCall, 'request' | 'view' | 'core'>,
  { to, carried }: Return,
  { status = 401, fault, now = core.now() - CLOCK_DIFFERENCE }: Shown = {},
): ShownPage {
  const say = sayIn(view.locale)
  const { binding, cookies } = browserOf(request)
  const { origin, rpId } = relyingParty(core.config.url())
  const text = JSON.stringify({ v: 1, origin, nonce: randomBytes(16).toString('base64url') })
  const issued = issue(text, { purpose: 'sign-in', binding }, { sealKeys: core.config.sealKeys(), now })
  const hidden = [
    ['issued', issued],
    ['to', to],
    ...(carried === undefined ? [] : [['carried', carried] as const]),
  ] as const
  return {
    title: say(SIGN_IN.title),
    status,
    script: PASSKEY_SCRIPT,
    cookies,
    body: html`${fault ? faultBox(fault, say) : ''}${carried === undefined ? '' : box('warn', say(SIGN_IN.carried))}
<p>${say(SIGN_IN.text)}</p>
${passkeyHelp(view)}
<form method="post" action="/console/sign-in" data-passkey="get">
<input type="hidden" name="answer">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="first">${say(SIGN_IN.button)}</button>
</form>
${core.config.deployment === 'local' ? hereForm(to, say) : ''}
${dataBlock('passkey', { purpose: 'sign-in', text, rpId })}`,
  }
}

function faultBox(fault: Fault, say: Say): Html {
  return fault === 'refused'
    ? box('bad', say(SIGN_IN.refused), say(SIGN_IN.refusedText))
    : box('warn', say(SIGN_IN.expired), say(SIGN_IN.expiredText))
}

/** The form of the link that `npm start` announces; its token stands in the fragment. */
function hereForm(to: string, say: Say): Html {
  return html`<form method="post" action="/console/sign-in">
<input type="hidden" name="token" data-fragment><input type="hidden" name="to" value="${to}">
<p>${say(SIGN_IN.here)}</p><button>${say(SIGN_IN.hereButton)}</button></form>`
}

const attempts = new WeakMap<Core, Attempts>()

function attemptsOf(core: Core): Attempts {
  const known = attempts.get(core) ?? createAttempts(core.now)
  attempts.set(core, known)
  return known
}

export async function signIn(call: PageCall<'signIn'>): Promise<PageAnswer> {
  const { body, core, request } = call
  const to = isPath(body['to'] ?? '') ? (body['to'] as `/console${string}`) : '/console'
  const back = { to, carried: unpacked(body['carried']) && body['carried'] }
  const limits = attemptsOf(core)
  const known = body['token'] === undefined ? await identify(call) : await identifyHere(body['token'], call)
  if ('fault' in known) {
    // a right answer signs in, whoever else has failed before
    limits.check(addressOf(request))
    limits.failed(addressOf(request))
    return signInPage(call, back, known)
  }
  const id = await beginSession({ person: known.person, credential: known.credential }, core.store())
  call.trace.note('outcome', 'signed_in')
  call.trace.note('person', known.name)
  const cookies = [setCookie('session', id)]
  const carried = unpacked(body['carried'])
  return carried ? goOnPage(carried, to, { ...call, cookies }) : { to, cookies }
}

/** Who signs in, and with which passkey; or why not. */
type Identified =
  | { readonly person: string; readonly name: string; readonly credential: string }
  | (Shown & { readonly fault: Fault })

/** Verifies the answer of a passkey, and spends it. Nothing is written before all of it is verified. */
async function identify({ body, core, request }: PageCall<'signIn'>): Promise<Identified> {
  const issued = body['issued'] ?? ''
  const { readAuthentication, verifyAuthentication } = await import('../../../core/passkey/door.ts')
  const answer = readAuthentication(body['answer'] ?? '')
  if (!answer) return { fault: 'refused', status: 400 }
  const asked = { purpose: 'sign-in', binding: browserOf(request).binding } as const
  const sealKeys = core.config.sealKeys()
  // a text that this server has not issued costs no call to the store
  if ('fault' in readIssued(issued, asked, { sealKeys })) return { fault: 'expired' }
  const store = core.store()
  const { record, now } = await store.read(RESTORED)
  const opened = openIssued(issued, asked, { sealKeys, now })
  if ('fault' in opened) return { fault: 'expired', now }
  const key = Buffer.from(answer.response.userHandle ?? '', 'base64url').toString()
  const person = /^[0-9a-f]{32}$/.test(key) ? await readPerson(key, store) : undefined
  const passkey = person && countingOf(person, answer.id, restoredMoment(record?.value))
  if (!person || !passkey) return { fault: 'refused', now }
  const { origin } = relyingParty(core.config.url())
  const challenge = challengeOf('sign-in', opened.text)
  const verified = await verifyAuthentication(answer, { challenge, origin, passkey })
  if ('fault' in verified) return { fault: 'refused', now }
  if (!(await spendIssued(issued, store))) return { fault: 'expired', now }
  return { person: key, name: person.name, credential: passkey.credential }
}

function countingOf(
  person: KnownPerson,
  credential: string,
  restored: number,
): (Passkey & { readonly algorithm: -7 | -257 }) | undefined {
  const passkey = person.passkeys.find(known => known.credential === credential)
  return passkey && counts(person, passkey, restored)
    ? (passkey as Passkey & { readonly algorithm: -7 | -257 })
    : undefined
}

/** Signs in by the link that `npm start` announces: on this machine alone, and once. */
async function identifyHere(token: string, { core, request }: PageCall<'signIn'>): Promise<Identified> {
  if (core.config.deployment !== 'local') return { fault: 'refused' }
  const store = core.store()
  const restored = restoredMoment((await store.read(RESTORED)).record?.value)
  const spend = spendInvitation(browserOf(request).binding, { restored, here: true })
  const invitation = await changeInvitation(digestOf(token), spend, store)
  if (typeof invitation === 'string') return { fault: 'refused' }
  const { name, scopes } = invitation
  await changePerson(personKey(name), welcome(name, scopes), store)
  return { person: personKey(name), name, credential: THIS_MACHINE }
}

/** The page after a sign-in that carried a form: the fields are sent when the person presses the button. */
function goOnPage(
  { path, fields }: Carried,
  to: string,
  { view, cookies }: Pick<PageCall, 'view'> & { cookies: readonly string[] },
): ShownPage {
  const say = sayIn(view.locale)
  const inputs: Piece = Object.entries(fields).map(
    ([name, value]) => html`<textarea hidden name="${name}">${value}</textarea>`,
  )
  return {
    title: say(SIGN_IN.done),
    cookies,
    body: html`<form method="post" action="${path}">${inputs}<button class="first">${say(SIGN_IN.goOn)}</button></form>
<p><a href="${to}">${say(SIGN_IN.back)}</a></p>`,
  }
}

export async function signOut({ view, core, trace }: PageCall<'signOut'>): Promise<PageAnswer> {
  if (view.session) {
    await endSession(view.session.digest, core.store())
    trace.note('outcome', 'signed_out')
  }
  return { to: '/console/sign-in', cookies: [setCookie('session', '')] }
}
