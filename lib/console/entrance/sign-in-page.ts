/** This is the first page that a browser gets, so it loads little code and does not read the store. */
import { randomBytes } from 'node:crypto'
import { dataBlock, type Html, html } from '../../core/http/html.ts'
import { type Say, sayIn } from '../../core/language/text.ts'
import { issue } from '../../core/passkey/issue.ts'
import { packed } from '../frame/exact.ts'
import { box, passkeyHelp } from '../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../frame/script.ts'
import { isPath } from '../language.ts'
import type { PageAnswer, PageCall, ShownPage } from '../page.ts'
import { browserOf, relyingParty } from './browser.ts'
import { SIGN_IN } from './words.ts'

interface Return {
  readonly to: string
  /** The path and the fields of the form that was sent without a session, as base64url of JSON. */
  readonly carried?: string | undefined
}

export type Fault = 'refused' | 'expired'

/**
 * Milliseconds by which the host's clock may be ahead of the store's clock, which the page does not read. If the host's
 * clock is further ahead, the answer counts as expired, and the next challenge has the store's time.
 */
const CLOCK_DIFFERENCE = 60_000

export async function showSignIn(call: PageCall<'showSignIn'>): Promise<PageAnswer> {
  const to = call.query.to ?? ''
  return signInPage(call, { to: isPath(to) ? to : '/console' }, { status: 200 })
}

/** Shows the sign-in page in place of a page that needs a session. The sign-in page carries the fields of a form. */
export function askToSignIn(call: PageCall): ShownPage {
  const { request, view, url } = call
  if (request.method !== 'POST') return signInPage(call, { to: view.address })
  const fields: unknown = call.body
  const isForm = typeof fields === 'object' && fields !== null && !(fields instanceof Uint8Array)
  // an approval is not carried, because its statement is bound to the session that has ended
  const isCarried = isForm && url.pathname !== '/console/approve'
  const carried = isCarried ? packed({ path: url.pathname, fields }) : undefined
  return signInPage(call, { to: view.address, carried })
}

export interface Shown {
  readonly status?: number
  readonly fault?: Fault
  /** The store's time, if it is known. */
  readonly now?: number
}

export function signInPage(
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
${core.config.deployment === 'local' ? hereForm(to, say) : ''}
<form method="post" action="/console/sign-in" data-passkey="get">
<input type="hidden" name="answer">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="first">${say(SIGN_IN.button)}</button>
</form>
${dataBlock('passkey', { purpose: 'sign-in', text, publicKey: { rpId, userVerification: 'required' } })}`,
  }
}

function faultBox(fault: Fault, say: Say): Html {
  return fault === 'refused'
    ? box('bad', say(SIGN_IN.refused), say(SIGN_IN.refusedText))
    : box('warn', say(SIGN_IN.expired), say(SIGN_IN.expiredText))
}

/** The form for the link of `npm start`, whose fragment is the token. Without a fragment, the form stays hidden. */
function hereForm(to: string, say: Say): Html {
  return html`<form method="post" action="/console/sign-in" hidden>
<input type="hidden" name="token" data-fragment><input type="hidden" name="to" value="${to}">
<p>${say(SIGN_IN.here)}</p><button class="first">${say(SIGN_IN.hereButton)}</button></form>`
}
