import { dataBlock, type Html, html } from '../../core/http/html.ts'
import { sayIn } from '../../core/language/text.ts'
import { issue } from '../../core/passkey/issue.ts'
import { digestOf } from '../cookies.ts'
import { passkeyHelp } from '../frame/parts.ts'
import { changeInvitation, LIFE, makeInvitation, spendInvitation } from '../invitations.ts'
import type { PageCall, SignedInCall } from '../page.ts'
import { type KnownPerson, personKey } from '../people/people.ts'
import { browserOf, relyingParty } from './browser.ts'
import { ENROL } from './enrolment-words.ts'

/** The data to which the registration of a passkey is bound. */
export interface Asked {
  readonly v: 1
  readonly origin: string
  readonly invitation: string
}

interface Enrolling {
  readonly name: string
  readonly person: KnownPerson | undefined
  /** The digest of the invitation. The browser with the digest `binding` has spent the invitation. */
  readonly digest: string
  readonly binding: string
  /** The store's time. */
  readonly now: number
}

/** The form that makes a passkey, with the question that its script asks the passkey. */
export function createForm(
  { name, person, digest, binding, now }: Enrolling,
  { core, view }: Pick<PageCall, 'core' | 'view'>,
): Html {
  const { origin, rpId } = relyingParty(core.config.url())
  const asked: Asked = { v: 1, origin, invitation: digest }
  const text = JSON.stringify(asked)
  const issued = issue(text, { purpose: 'enrol', binding }, { sealKeys: core.config.sealKeys(), now })
  const publicKey = optionsFor({ key: personKey(name), name, passkeys: person?.passkeys ?? [] }, rpId)
  return html`${passkeyHelp(view)}
<form method="post" action="/console/enrol" data-passkey="create">
<input type="hidden" name="answer"><input type="hidden" name="issued" value="${issued}">
<button class="first">${sayIn(view.locale)(ENROL.create)}</button>
</form>
${dataBlock('passkey', { purpose: 'enrol', text, publicKey })}`
}

/** Makes and spends the invitation at once, so that the first passkey of `npm start` takes only two taps. */
export async function ownForm(
  call: SignedInCall<'toDo'>,
): Promise<{ form: Html; cookies: readonly string[] }> {
  const { core, request, view } = call
  const { person } = view.session
  const { name, scopes } = person
  const store = core.store()
  const { token, until } = await makeInvitation(
    { name, scopes: [...scopes], role: 'admin', by: 'npm start' },
    store,
  )
  const { binding, cookies } = browserOf(request)
  const digest = digestOf(token)
  await changeInvitation(digest, spendInvitation(binding, { restored: 0 }), store)
  const now = Date.parse(until) - LIFE
  return { form: createForm({ name, person, digest, binding, now }, call), cookies }
}

/** WebAuthn's options for a new passkey of a person who may have other passkeys already. Ids are in base64url. */
function optionsFor({ key, name, passkeys }: Pick<KnownPerson, 'key' | 'name' | 'passkeys'>, rpId: string) {
  const held = passkeys.filter(({ ended }) => ended === undefined)
  return {
    rp: { id: rpId, name: 'kura' },
    user: { id: Buffer.from(key).toString('base64url'), name, displayName: name },
    pubKeyCredParams: [-7, -257].map(alg => ({ type: 'public-key', alg })),
    excludeCredentials: held.map(({ credential }) => ({ type: 'public-key', id: credential })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  }
}
