/** The form that asks a person for an approval: the statement that the passkey will sign, and a button. */

import type { ContractRequest } from '../../core/http/client.ts'
import { dataBlock, type Html, html } from '../../core/http/html.ts'
import { sayIn } from '../../core/language/text.ts'
import { rpIdOf } from '../../core/passkey/assertion.ts'
import { issue } from '../../core/passkey/issue.ts'
import { createStatement, type StatementItem, statementText } from '../../core/passkey/statement.ts'
import type { ConsoleCore } from '../core.ts'
import { box, passkeyHelp } from '../frame/parts.ts'
import { endpointOf, innerRequest } from '../in-process.ts'
import type { SignedInCall } from '../page.ts'
import { counts, type Moment, scopesWith } from '../people/people.ts'
import { publisherOf } from '../people/publisher.ts'
import { momentOf } from './execute.ts'
import { enclose, endpointOfItems, missingScope } from './verify.ts'
import { APPROVALS } from './words.ts'

/**
 * The item of a statement that stands for a request. `sends`, the digest of what will be sent to the remote, is taken
 * from the request's body; the endpoint's `enclosed` member is left out, because no record may contain it. @public
 */
export function itemOf(request: ContractRequest, core: Pick<ConsoleCore, 'functions'>): StatementItem {
  const { method } = request
  const { address, body = '' } = innerRequest(request)
  const { sends = null, ...members } = (request.json ?? {}) as Readonly<Record<string, unknown>>
  const { enclosed = '' } = endpointOf({ method, address }, core).route.row
  const { [enclosed]: left, ...rest } = members
  const named = left === undefined ? String(body) : JSON.stringify({ ...rest, sends })
  return { method, address, body: named, sends: sends as string | null }
}

/** The button of the form, and the page to which the outcome leads back. */
export interface ApprovalButton {
  readonly label: string
  /** The titles by which the person knows the items, in the items' order; the page of the outcome shows them. */
  readonly titles?: readonly string[]
  readonly back: `/console${string}`
  /**
   * The member of the request that no stored record may contain, such as contact data; the form carries it beside the
   * statement.
   */
  readonly enclosed?: object
  /** The fields with which the page at `back` is filled in again if an item failed. */
  readonly again?: Readonly<Record<string, string>>
}

type Called = Pick<SignedInCall, 'core' | 'view'>

/**
 * The form with which the person approves the items, or the reason why the person cannot approve them. The page shows
 * what is sent above the form, and loads the passkey's script.
 * @throws AppError as `endpointOfItems` and `publisherOf`; `store_unavailable`
 */
export async function approvalForm(
  items: readonly StatementItem[],
  button: ApprovalButton,
  { core, view }: Called,
): Promise<Html> {
  const say = sayIn(view.locale)
  const { person, digest: binding } = view.session
  const row = endpointOfItems(items, person.name, core)
  const moment = await momentOf(core)
  const counting = person.passkeys.filter(passkey => counts(person, passkey, moment.restored, moment.now))
  if (counting.length === 0) return box('warn', say(APPROVALS.noPasskey), say(APPROVALS.noPasskeyText))
  const allow = counting.filter(
    passkey => missingScope(items, { row, scopes: scopesWith(person, passkey) }) === undefined,
  )
  if (allow.length === 0) return box('warn', say(APPROVALS.mayNot), say(APPROVALS.mayNotText))
  const text = await statementFor(items, { name: person.name, moment }, core)
  const issued = issue(
    text,
    { purpose: 'act', binding },
    { sealKeys: core.config.sealKeys(), now: moment.now },
  )
  const question = {
    purpose: 'act',
    text,
    publicKey: {
      rpId: rpIdOf(new URL(core.config.url()).origin),
      userVerification: 'required',
      allowCredentials: allow.map(({ credential }) => ({ type: 'public-key', id: credential })),
    },
  }
  return html`<form method="post" action="/console/approve" data-passkey="get">
${fields({ issued, answer: '', back: button.back, ...carriedFields(button) })}
<p><small>${say(APPROVALS.signs)}</small></p>
<details><summary>${say(APPROVALS.exact)}</summary>${items.map(exactly)}</details>
<div class="acts"><button class="first">${button.label}</button></div>
</form>
${dataBlock('passkey', question)}
${passkeyHelp(view)}`
}

function carriedFields({ enclosed, again, titles }: ApprovalButton): Readonly<Record<string, string>> {
  return {
    ...(enclosed && { enclosed: enclose(enclosed) }),
    ...(again && { again: JSON.stringify(again) }),
    // in base64url, because markup may change some characters of a title
    ...(titles && { titles: Buffer.from(JSON.stringify(titles)).toString('base64url') }),
  }
}

/** Shows every character of a request as the passkey signs it. */
function exactly({ method, address, body }: StatementItem): Html {
  return html`<pre>${method} ${address}<br>${body}</pre>`
}

async function statementFor(
  items: readonly StatementItem[],
  { name: person, moment: { now } }: { name: string; moment: Moment },
  core: Called['core'],
): Promise<string> {
  const { deployment } = await publisherOf(core)
  const { origin } = new URL(core.config.url())
  return statementText(createStatement({ person, deployment, origin, items: [...items] }, { now }))
}

export function fields(values: Readonly<Record<string, string>>): Html {
  const inputs = Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`${inputs}`
}
