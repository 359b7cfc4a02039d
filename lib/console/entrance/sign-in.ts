/**
 * The passkey identifies the person, so the page asks for no name. Every refusal reads the same, so that a stranger
 * cannot find out who exists. The record that an answer is spent stays until the answer has expired.
 */

import { AppError } from '../../core/errors.ts'
import { html } from '../../core/http/html.ts'
import { english, sayIn } from '../../core/language/text.ts'
import { challengeOf } from '../../core/passkey/challenge.ts'
import { openIssued, readIssued, spendIssued } from '../../core/passkey/issued.ts'
import { isOwnToken } from '../../core/signatures/own-tokens.ts'
import { RESTORED } from '../../core/store/stopped.ts'
import type { Store } from '../../core/store/store.ts'
import { digestOf, setCookie } from '../cookies.ts'
import type { EntranceCore } from '../core.ts'
import { keptFields, unpacked } from '../frame/exact.ts'
import { changeInvitation, spendInvitation } from '../invitations.ts'
import { isPath } from '../language.ts'
import type { Fields, PageAnswer, PageCall, ShownPage } from '../page.ts'
import {
  changePerson,
  type KnownPerson,
  knownFrom,
  type Moment,
  momentOf,
  PEOPLE,
  personKey,
  renewed,
  restoredMoment,
  welcome,
} from '../people/people.ts'
import { proveCounting } from '../people/standing.ts'
import type { Passkey } from '../people/stored-records.ts'
import { beginSession, endSession, THIS_MACHINE } from '../sessions.ts'
import { browserOf, relyingParty } from './browser.ts'
import { isKnownBrowser } from './seen.ts'
import { type Fault, type Shown, signInPage } from './sign-in-page.ts'
import { SIGN_IN } from './words.ts'

const attempts = new WeakMap<EntranceCore, Attempts>()

function attemptsOf(core: EntranceCore): Attempts {
  const known = attempts.get(core) ?? createAttempts(core.now)
  attempts.set(core, known)
  return known
}

export async function signIn(call: PageCall<'signIn'>): Promise<PageAnswer> {
  const { body, core, request } = call
  const to = isPath(body['to'] ?? '') ? (body['to'] as `/console${string}`) : '/console'
  const carried = carriedIn(body['carried'])
  const back = { to, carried: carried && body['carried'] }
  const limits = attemptsOf(core)
  // the limit is checked before anything is read; it does not apply to a browser with a cookie of this deployment
  if (!(await isKnownBrowser(request, core))) limits.check(addressOf(request))
  const known = body['token'] === undefined ? await identify(call) : await identifyHere(body['token'], call)
  if ('fault' in known) {
    limits.failed(addressOf(request))
    return signInPage(call, back, known)
  }
  const id = await beginSession({ person: known.person, credential: known.credential }, core.store())
  call.trace.note('outcome', 'signed_in')
  call.trace.note('person', known.name)
  const cookies = [setCookie('session', id)]
  return carried ? goOnPage(carried, to, { ...call, cookies }) : { to, cookies }
}

type Identified =
  | { readonly person: string; readonly name: string; readonly credential: string }
  | (Shown & { readonly fault: Fault })

/** Verifies the answer of a passkey, and spends it. Nothing is written before everything is verified. */
async function identify({ body, core, request, trace }: PageCall<'signIn'>): Promise<Identified> {
  const issued = body['issued'] ?? ''
  const { readAuthentication, verifyAuthentication } = await import('../../core/passkey/door.ts')
  const answer = readAuthentication(body['answer'] ?? '')
  if (!answer) return { fault: 'refused', status: 400 }
  const asked = { purpose: 'sign-in', binding: browserOf(request).binding } as const
  const sealKeys = core.config.sealKeys()
  // a challenge that this server has not issued is refused without a call to the store
  if ('fault' in readIssued(issued, asked, { sealKeys })) return { fault: 'expired' }
  const key = Buffer.from(answer.response.userHandle ?? '', 'base64url').toString()
  if (!/^[0-9a-f]{32}$/.test(key)) return { fault: 'refused' }
  const store = core.store()
  const { person, restored, now } = await readEntrance(key, store)
  const opened = openIssued(issued, asked, { sealKeys, now })
  if ('fault' in opened) return { fault: 'expired', now }
  const passkey = person?.passkeys.find(({ credential }) => credential === answer.id)
  if (!person || !passkey) return { fault: 'refused', now }
  const { origin } = relyingParty(core.config.url())
  const challenge = challengeOf('sign-in', opened.text)
  const verified = await verifyAuthentication(answer, { challenge, origin, passkey })
  if ('fault' in verified) return { fault: 'refused', now }
  if (!(await mayUse(passkey, person, { now, restored }, { core, trace }))) return { fault: 'refused', now }
  if (!(await spendIssued(issued, store))) return { fault: 'expired', now }
  // renews the record's MAC, so that an old epoch of KURA_SEAL_KEYS can be removed
  if (person.older) await changePerson(key, renewed, store)
  return { person: key, name: person.name, credential: passkey.credential }
}

/** Reads both records in one call, so that a stranger's attempt costs the store no more than that. */
async function readEntrance(key: string, store: Store) {
  const { records, now } = await store.readMany([RESTORED, PEOPLE + key])
  const [restored, person] = records
  return { person: person && knownFrom(key, person), restored: restoredMoment(restored?.value), now }
}

/** Whether the passkey counts and its vouches lead to the publisher's keys. If the vouches do not, the log says why. */
async function mayUse(
  { credential }: Passkey,
  person: KnownPerson,
  moment: Moment,
  { core, trace }: Pick<PageCall, 'core' | 'trace'>,
): Promise<boolean> {
  const proved = await proveCounting(person, credential, moment, core)
  if (proved && 'fault' in proved) trace.note('why', english(proved.fault))
  return proved !== undefined && !('fault' in proved)
}

/** Signs in with the link that `npm start` prints: on this machine only, and once. */
async function identifyHere(token: string, { core, request }: PageCall<'signIn'>): Promise<Identified> {
  if (core.config.deployment !== 'local') return { fault: 'refused' }
  const store = core.store()
  if (!isOwnToken('invitation', token, store)) return { fault: 'refused' }
  const { restored } = await momentOf(store)
  const spend = spendInvitation(browserOf(request).binding, { restored, here: true })
  const invitation = await changeInvitation(digestOf(token), spend, store)
  if (typeof invitation === 'string') return { fault: 'refused' }
  const { name } = invitation
  if (!(await changePerson(personKey(name), welcome(invitation), store))) return { fault: 'refused' }
  return { person: personKey(name), name, credential: THIS_MACHINE }
}

function goOnPage(
  { path, fields }: Carried,
  to: string,
  { view, cookies }: Pick<PageCall, 'view'> & { cookies: readonly string[] },
): ShownPage {
  const say = sayIn(view.locale)
  return {
    title: say(SIGN_IN.done),
    cookies,
    body: html`<form method="post" action="${path}">${keptFields(fields)}<button class="first">${say(SIGN_IN.goOn)}</button></form>
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

const WINDOW = 10 * 60_000
/** The maximum numbers of failed attempts within `WINDOW`: from one address, and from all addresses together. */
const MOST = 20
const MOST_TOGETHER = 500

interface Attempts {
  /** Refuses a further attempt if too many have failed. @throws AppError `limited` */
  check(address: string): void
  failed(address: string): void
}

/**
 * The counts are in memory, so a refused attempt costs no call of the store. A browser in which a person has signed in
 * before is not limited, so no stranger can lock out that browser.
 */
export function createAttempts(now: () => number): Attempts {
  let began = Number.NEGATIVE_INFINITY
  let counts = new Map<string, number>()
  const current = () => {
    if (now() - began >= WINDOW) [began, counts] = [now(), new Map()]
    return counts
  }
  const total = () => [...current().values()].reduce((sum, count) => sum + count, 0)
  return {
    check(address) {
      if ((current().get(address) ?? 0) < MOST && total() < MOST_TOGETHER) return
      throw new AppError('limited', 'Cannot sign in: too many attempts have failed', {
        hint: 'wait ten minutes, then try again',
      })
    },
    failed: address => void current().set(address, (current().get(address) ?? 0) + 1),
  }
}

/** The caller's network address, as the host gives it. */
export function addressOf({ headers }: Pick<Request, 'headers'>): string {
  return headers.get('x-real-ip') ?? headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
}

/** A form that was sent after its session had ended. The sign-in page carries the form. */
interface Carried {
  readonly path: string
  readonly fields: Fields
}

/** The carried form in a text; undefined if the text is no form of the console. */
function carriedIn(text: string | undefined): Carried | undefined {
  const given = unpacked(text) as Partial<Carried> | null | undefined
  if (!given || typeof given.path !== 'string' || !isPath(given.path)) return undefined
  const { path, fields } = given
  const isFields = typeof fields === 'object' && fields !== null
  return isFields && Object.values(fields).every(value => typeof value === 'string')
    ? { path, fields }
    : undefined
}
