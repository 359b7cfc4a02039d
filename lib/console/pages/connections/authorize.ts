/**
 * The accounting service sends the browser back with a code. A Lax cookie carries the state through that redirect. The
 * cookie also names the session that began the authorization, so that no other session can exchange the code. An
 * approval that names the company then stores the pair of tokens.
 */
import { hasCode } from '../../../core/errors.ts'
import { requestFor } from '../../../core/http/client.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { noteError } from '../../../core/http/trace.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { type Company, companyText, type UserCompany } from '../../../services/accounting/tokens/company.ts'
import { authorizationContract, CALLBACK_PATH } from '../../../services/accounting/tokens/contract.ts'
import { approvalForm, fields, itemOf } from '../../approvals/form.ts'
import { clientOf } from '../../client.ts'
import { readCookie, setCookie } from '../../cookies.ts'
import { submitOnce } from '../../forms.ts'
import { box, type Fact, facts } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import type { PageAnswer, ShownPage, SignedInCall, View } from '../../page.ts'
import { AUTHORIZATION, ROLES_THERE } from './words.ts'

type Progress = ReplyOf<typeof authorizationContract, 'authorization'>
type Question = Extract<Progress, { state: 'received' }>
type Shown = SignedInCall<'showAuthorization'>

export async function beginAuthorization(call: SignedInCall<'beginAuthorization'>): Promise<PageAnswer> {
  const { body, core, view } = call
  const say = sayIn(view.locale)
  const { digest: session } = view.session
  const begin = () =>
    clientOf(authorizationContract, call).beginAuthorization({ body: { returns: 'console' } })
  const { url } = await submitOnce({ number: body['form'] ?? '', session }, begin, core)
  const state = new URL(url).searchParams.get('state') ?? ''
  return {
    title: say(AUTHORIZATION.title),
    cookies: [setCookie('authorize', `${state}.${session}`)],
    next: url,
    body: html`<p>${say(AUTHORIZATION.leaving)}</p>`,
  }
}

/** Handles the redirect back from the accounting service. On any other visit, shows the state of the authorization. */
export async function showAuthorization(call: Shown): Promise<PageAnswer> {
  const { query, view } = call
  const { code, error, state } = query
  if (code === undefined && error === undefined) return progressPage(call)
  const isOwn = state !== undefined && readCookie(call.request, 'authorize') === cookieFor(state, view)
  if (!isOwn) return { ...endedPage('notOwn', view), status: 400 }
  if (code === undefined) return { ...endedPage('denied', view), cookies: DONE }
  try {
    const received = await clientOf(authorizationContract, call).receiveCode({ body: { code, state } })
    return { to: CALLBACK_PATH, ...(received.state === 'received' && { cookies: DONE }) }
  } catch (thrown) {
    if (!hasCode(thrown, 'authorization_failed')) throw thrown
    noteError(thrown, call.trace)
    const reason = thrown.phrase === undefined ? '' : textOf(thrown.phrase, view.locale)
    return { ...endedPage('failed', view, reason), status: 400, cookies: DONE }
  }
}

const DONE = [setCookie('authorize', '')]

function cookieFor(state: string, { session }: Shown['view']): string {
  return `${state}.${session.digest}`
}

export function beginForm(view: View): Html {
  return html`<form method="post" action="/console/authorize">${fields({ form: view.nonce })}
<button class="first">${sayIn(view.locale)(AUTHORIZATION.begin)}</button></form>`
}

type Ended = 'notOwn' | 'denied' | 'failed' | 'none' | 'interrupted' | 'begun'

/** The page that says that the authorization has to be started again. Pure. */
export function endedPage(why: Ended, view: View, reason = ''): ShownPage {
  const say = sayIn(view.locale)
  return {
    title: say(AUTHORIZATION.title),
    body: html`${box('warn', say(AUTHORIZATION[why]), reason || say(AUTHORIZATION[`${why}Text`]))}${beginForm(view)}`,
  }
}

async function progressPage(call: Shown): Promise<ShownPage> {
  const { query, view } = call
  const progress = await clientOf(authorizationContract, call).authorization()
  if (progress.state === 'exchanging') return waitingPage(view)
  if (progress.state !== 'received') return endedPage(progress.state, view)
  const [only, ...others] = progress.companies
  const company = progress.companies.find(({ id }) => String(id) === query.company)
  const chosen = company ?? (others.length === 0 ? only : undefined)
  if (!chosen) return choicePage(progress, view)
  const { authorization, replaces } = progress
  const body = { authorization, company: chosen.id, replaces }
  const button = { label: sayIn(view.locale)(AUTHORIZATION.keep), back: '/console/connections' } as const
  const item = itemOf(requestFor(authorizationContract, 'keepAuthorization', { body }), call.core)
  return questionPage(progress, chosen, { view, form: await approvalForm([item], button, call) })
}

function waitingPage(view: View): ShownPage {
  const say = sayIn(view.locale)
  return {
    title: say(AUTHORIZATION.title),
    body: html`${box('warn', say(AUTHORIZATION.waiting), say(AUTHORIZATION.waitingText))}
<p><a class="button first" href="${CALLBACK_PATH}">${say(AUTHORIZATION.look)}</a></p>`,
  }
}

export function choicePage({ companies }: Question, view: View): ShownPage {
  const say = sayIn(view.locale)
  const links = companies.map(
    company =>
      html`<li><a href="${`${CALLBACK_PATH}?company=${company.id}`}">${companyText(company)}</a></li>`,
  )
  return {
    title: say(AUTHORIZATION.which),
    body: html`<p>${say(AUTHORIZATION.whichText)}</p><ul>${links}</ul>`,
  }
}

/** Asks whether kura may use the company's books. `form` asks for the passkey. */
export function questionPage(
  { current, until }: Question,
  company: UserCompany,
  { view, form }: { readonly view: View; readonly form: Piece },
): ShownPage {
  const say = sayIn(view.locale)
  return {
    title: say(AUTHORIZATION.ask),
    script: PASSKEY_SCRIPT,
    body: html`${changeBox(current, company, say)}${facts(factsOf(company, current, say))}
${company.role === undefined || company.role === 'admin' ? '' : box('warn', say(AUTHORIZATION.notAdmin))}
<p>${say(AUTHORIZATION.until, { at: Date.parse(until) })}</p>
${form}
<p><a href="/console/connections">${say(AUTHORIZATION.drop)}</a></p>`,
  }
}

function changeBox(current: Question['current'], company: Company, say: Say): Piece {
  if (current === undefined) return ''
  if (current === 'unknown') return box('warn', say(AUTHORIZATION.unknown))
  if (current.id === company.id) return html`<p>${say(AUTHORIZATION.same)}</p>`
  return box('bad', say(AUTHORIZATION.change), say(AUTHORIZATION.changeText, { from: companyText(current) }))
}

function factsOf({ id, number, name, role }: UserCompany, current: Question['current'], say: Say): Fact[] {
  const used = typeof current === 'object' ? companyText(current) : say(AUTHORIZATION.nothing)
  return [
    [say(AUTHORIZATION.company), name || String(id)],
    [say(AUTHORIZATION.number), number],
    [say(AUTHORIZATION.id), String(id)],
    [say(AUTHORIZATION.role), role === undefined ? '' : roleText(role, say)],
    [say(AUTHORIZATION.inUse), used],
  ]
}

/** A role that kura does not know is shown as the service names it. */
function roleText(role: string, say: Say): string {
  return Object.hasOwn(ROLES_THERE, role) ? say(ROLES_THERE[role as keyof typeof ROLES_THERE]) : role
}
