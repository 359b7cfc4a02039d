/** 接続 / Connections: the state of each connection at this moment, and the button that authorizes the books. */
import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { reasonIn, sayIn, textOf } from '../../../core/language/text.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { clientOf } from '../../client.ts'
import { type Fact, facts } from '../../frame/parts.ts'
import type { PageAnswer, SignedInCall, View } from '../../page.ts'
import { beginForm } from './authorize.ts'
import { liveFacts } from './live.ts'
import { CONNECTIONS } from './words.ts'
import '../../../services/words.ts'

type Health = ReplyOf<typeof adminContract, 'health'>

export async function showConnections(call: SignedInCall<'showConnections'>): Promise<PageAnswer> {
  const health = await clientOf(adminContract, call).health()
  const say = sayIn(call.view.locale)
  return {
    title: say(CONNECTIONS.title),
    body: html`${facts([...factsOf(health, call.view), ...(await liveFacts(health, call))])}
${health.token ? beginForm(call.view) : ''}
<p><a class="button" href="/console/people">${say(CONNECTIONS.people)}</a></p>
<p><small>${say(CONNECTIONS.seen, { at: Date.parse(health.time) })}</small></p>`,
  }
}

function factsOf({ token, store, settings, version }: Health, view: View): Fact[] {
  const say = sayIn(view.locale)
  return [
    [say(CONNECTIONS.books), token ? tokenText(token, view) : say(CONNECTIONS.unset)],
    [say(CONNECTIONS.store), storeText(store, view)],
    ...settingFacts(settings, view),
    [say(CONNECTIONS.version), version],
  ]
}

function storeText(
  { problem, milliseconds = 0, eviction = 'noeviction' }: Health['store'],
  view: View,
): Piece {
  const say = sayIn(view.locale)
  if (problem !== undefined)
    return html`<span class="bad">${say(CONNECTIONS.fails, { reason: textOf(reasonIn(problem), view.locale) })}</span>`
  if (eviction !== 'noeviction') return html`<span class="bad">${say(CONNECTIONS.evicts)}</span>`
  return say(CONNECTIONS.storeAnswers, { milliseconds })
}

/** A row for each section of the settings with a fault; one row if there is none. */
function settingFacts(settings: Health['settings'], view: View): Fact[] {
  const say = sayIn(view.locale)
  const faulty = settings.flatMap(({ missing, invalid }): Fact[] => {
    const lacking = missing.length > 0 ? say(CONNECTIONS.lacking, { names: missing }) : ''
    const wrong = invalid.map(fault => html`<p>${textOf(reasonIn(fault), view.locale)}</p>`)
    return lacking === '' && wrong.length === 0 ? [] : [[say(CONNECTIONS.settings), html`${lacking}${wrong}`]]
  })
  return faulty.length > 0 ? faulty : [[say(CONNECTIONS.settings), say(CONNECTIONS.complete)]]
}

/** Says in which state the authorization of the books is. Pure. */
export function tokenText(token: NonNullable<Health['token']>, view: View): Html {
  const say = sayIn(view.locale)
  const reason = token.reason && reasonIn(token.reason)
  const bad = (text: string) => html`<span class="bad">${text}</span>`
  if (token.state === 'unauthorized') return bad(say(CONNECTIONS.unauthorized))
  if (token.obstacle !== undefined || token.state === 'unreadable') return bad(say(CONNECTIONS.unusable))
  if (reason !== undefined)
    return bad(say(CONNECTIONS.notCurrent, { reason: textOf(quotedReason(reason), view.locale) }))
  const days = token.daysLeft === undefined ? '' : say(CONNECTIONS.daysLeft, { days: token.daysLeft })
  return html`<span class="good">${say(CONNECTIONS.current)}</span> ${days}`
}
