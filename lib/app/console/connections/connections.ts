/** 接続 / Connections: what kura is connected to, live, and the button that authorizes the books. */
import { requestFor } from '../../../core/http/client.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html } from '../../../core/http/html.ts'
import { reasonIn, type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { authorizationContract } from '../../../services/accounting/tokens/contract.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { approvalForm, itemOf } from '../approvals/form.ts'
import { clientOf } from '../client.ts'
import { box, type Fact, facts } from '../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../frame/script.ts'
import type { PageAnswer, SignedInCall, View } from '../page.ts'
import { CONNECTIONS } from './words.ts'
import '../../words.ts'

type Health = ReplyOf<typeof adminContract, 'health'>

export async function showConnections(call: SignedInCall<'showConnections'>): Promise<PageAnswer> {
  const health = await clientOf(adminContract, call).health()
  const say = sayIn(call.view.locale)
  return {
    title: say(CONNECTIONS.title),
    body: html`${facts(factsOf(health, call.view))}
${health.token ? authorizeForm(health.token, say) : ''}
<p><a class="button" href="/console/people">${say(CONNECTIONS.people)}</a></p>
<p><small>${say(CONNECTIONS.seen, { at: Date.parse(health.time) })}</small></p>`,
  }
}

/** Shows what is about to be approved: the link to the accounting service is made after the passkey. */
export async function changeConnections(call: SignedInCall<'changeConnections'>): Promise<PageAnswer> {
  const say = sayIn(call.view.locale)
  const item = itemOf(requestFor(authorizationContract, 'requestLink', { body: {} }))
  const button = { label: say(CONNECTIONS.authorize), back: '/console/connections' } as const
  return {
    title: say(CONNECTIONS.authorize),
    script: PASSKEY_SCRIPT,
    body: html`<p>${say(CONNECTIONS.authorizeText)}</p>${await approvalForm([item], button, call)}`,
  }
}

function factsOf({ token, store, settings, version }: Health, view: View): Fact[] {
  const say = sayIn(view.locale)
  const { problem, milliseconds } = store
  return [
    [say(CONNECTIONS.books), token ? tokenText(token, view) : say(CONNECTIONS.unset)],
    [say(CONNECTIONS.store), problem ?? say(CONNECTIONS.storeAnswers, { milliseconds: milliseconds ?? 0 })],
    ...settingFacts(settings, say),
    [say(CONNECTIONS.version), version],
  ]
}

/** Returns a row for each section of the settings that lacks something, and one row if none does. */
function settingFacts(settings: Health['settings'], say: Say): Fact[] {
  const faulty = settings.flatMap(({ section, missing, invalid }): Fact[] => {
    const lacking = missing.length > 0 ? say(CONNECTIONS.lacking, { names: missing.join(', ') }) : ''
    const wrong = invalid.length > 0 ? say(CONNECTIONS.wrong, { names: invalid.join(', ') }) : ''
    const text = [lacking, wrong].filter(Boolean).join(' ')
    return text === '' ? [] : [[`${say(CONNECTIONS.settings)} (${section})`, text]]
  })
  return faulty.length > 0 ? faulty : [[say(CONNECTIONS.settings), say(CONNECTIONS.complete)]]
}

function tokenText(token: NonNullable<Health['token']>, view: View): Html {
  const say = sayIn(view.locale)
  const reason = reasonIn(token) ?? token.state
  if (token.state !== 'current')
    return html`<span class="bad">${say(CONNECTIONS.notCurrent, { reason: textOf(reason, view.locale) })}</span>`
  const days = token.daysLeft === undefined ? '' : say(CONNECTIONS.daysLeft, { days: token.daysLeft })
  return html`<span class="good">${say(CONNECTIONS.current)}</span> ${days}`
}

function authorizeForm({ state }: NonNullable<Health['token']>, say: Say): Html {
  const warning =
    state === 'current' ? '' : box('warn', say(CONNECTIONS.authorize), say(CONNECTIONS.authorizeText))
  return html`${warning}<form method="post" action="/console/connections"><button>${say(CONNECTIONS.authorize)}</button></form>`
}
