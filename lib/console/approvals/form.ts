import type { ContractRequest } from '../../core/http/client.ts'
import { dataBlock, type Html, html } from '../../core/http/html.ts'
import { sayIn } from '../../core/language/text.ts'
import { rpIdOf } from '../../core/passkey/assertion.ts'
import { issue } from '../../core/passkey/issue.ts'
import { createStatement, type StatementItem, statementText } from '../../core/passkey/statement.ts'
import type { ConsoleCore } from '../core.ts'
import { packed } from '../frame/exact.ts'
import { box, passkeyHelp } from '../frame/parts.ts'
import { endpointOf, innerRequest } from '../in-process.ts'
import type { Fields, PersonCall } from '../page.ts'
import { counts, type Moment, momentOf, scopesWith } from '../people/people.ts'
import { publisherOf } from '../people/publisher.ts'
import { endpointOfItems, missingScope } from './verify.ts'
import { APPROVALS } from './words.ts'

/** Takes `sends` from the request's body, and leaves out the member `enclosed`, which no record may have. @public */
export function itemOf(request: ContractRequest, core: Pick<ConsoleCore, 'functions'>): StatementItem {
  const { method } = request
  const { address, body = '' } = innerRequest(request)
  const { sends = null, ...members } = (request.json ?? {}) as Readonly<Record<string, unknown>>
  const { enclosed = '' } = endpointOf({ method, address }, core).route.row
  const { [enclosed]: left, ...rest } = members
  const named = left === undefined ? String(body) : JSON.stringify({ ...rest, sends })
  return { method, address, body: named, sends: sends as string | null }
}

export interface ApprovalButton {
  readonly label: string
  /** The titles by which the person knows the items, in the items' order. */
  readonly titles?: readonly string[]
  readonly back: `/console${string}`
  /** The member of the request that no stored record may contain. The form carries this member beside the statement. */
  readonly enclosed?: object
  /** The fields with which the page at `back` is filled in again if an item failed. */
  readonly again?: Fields
}

/**
 * The form with which the person approves the items, or why the person cannot. The page needs the passkey's script.
 * @throws AppError as `endpointOfItems` and `publisherOf`; `store_unavailable`
 */
export async function approvalForm(
  items: readonly StatementItem[],
  button: ApprovalButton,
  { core, view }: PersonCall,
): Promise<Html> {
  const say = sayIn(view.locale)
  const { person, digest: binding } = view.session
  const row = endpointOfItems(items, person.name, core)
  const moment = await momentOf(core.store())
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

function carriedFields({ enclosed, again, titles }: ApprovalButton): Fields {
  return {
    ...(enclosed && { enclosed: packed(enclosed) }),
    ...(again && { again: JSON.stringify(again) }),
    ...(titles && { titles: packed(titles) }),
  }
}

function exactly({ method, address, body }: StatementItem): Html {
  return html`<pre>${method} ${address}<br>${body}</pre>`
}

async function statementFor(
  items: readonly StatementItem[],
  { name: person, moment: { now } }: { name: string; moment: Moment },
  core: ConsoleCore,
): Promise<string> {
  const { deployment } = await publisherOf(core)
  const { origin } = new URL(core.config.url())
  return statementText(createStatement({ person, deployment, origin, items: [...items] }, { now }))
}

/** The hidden inputs for these fields. */
export function fields(values: Fields): Html {
  const inputs = Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`${inputs}`
}
