import { setTimeout as delay } from 'node:timers/promises'
import { AppError, hasCode } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { reasonIn, type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { chatContract } from '../../../services/chat/contract.ts'
import { registrarContract } from '../../../services/registrar/contract.ts'
import { clientOf, responseOf } from '../../client.ts'
import { faultReason } from '../../frame/faults.ts'
import { type Fact, facts } from '../../frame/parts.ts'
import type { PageAnswer, PersonCall, SignedInCall, View } from '../../page.ts'
import { beginForm } from './authorize.ts'
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

/** A row for each section of the settings that has a fault. Without faults, there is one row that says so. */
function settingFacts(settings: Health['settings'], view: View): Fact[] {
  const say = sayIn(view.locale)
  const faulty = settings.flatMap(({ missing, invalid }): Fact[] => {
    const lacking = missing.length > 0 ? say(CONNECTIONS.lacking, { names: missing }) : ''
    const wrong = invalid.map(fault => html`<p>${textOf(reasonIn(fault), view.locale)}</p>`)
    return lacking === '' && wrong.length === 0 ? [] : [[say(CONNECTIONS.settings), html`${lacking}${wrong}`]]
  })
  return faulty.length > 0 ? faulty : [[say(CONNECTIONS.settings), say(CONNECTIONS.complete)]]
}

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

const PATIENCE = 3_000

/** This domain always exists, so a query about it shows whether the registrar answers. */
const KNOWN_DOMAIN = 'example.com'

type Found = readonly ['good' | 'bad', string]

/** A row for each service that the person may query. All services are queried at the same time. */
function liveFacts(health: Health, call: PersonCall): Promise<Fact[]> {
  const say = sayIn(call.view.locale)
  const rows: readonly (readonly [string, () => Promise<Found | undefined>])[] = [
    [say(CONNECTIONS.booksNow), () => books(say, call)],
    [say(CONNECTIONS.registrar), () => registrar(say, call)],
    [say(CONNECTIONS.chat), () => chat(health, say, call)],
    [say(CONNECTIONS.jobs), () => jobs(say, call)],
  ]
  return Promise.all(rows.map(async ([name, ask]) => [name, await answerOf(ask, call.view)] as const))
}

async function answerOf(ask: () => Promise<Found | undefined>, { locale }: View): Promise<Piece> {
  const say = sayIn(locale)
  const silent: Found = ['bad', say(CONNECTIONS.silent, { seconds: PATIENCE / 1_000 })]
  try {
    const found = await Promise.race([ask(), delay(PATIENCE, silent, { ref: false })])
    return found === undefined ? say(CONNECTIONS.unset) : marked(found)
  } catch (error) {
    if (hasCode(error, 'settings_missing')) return say(CONNECTIONS.unset)
    if (hasCode(error, 'scope_missing')) return ''
    if (!(error instanceof AppError)) throw error
    return marked(['bad', say(CONNECTIONS.fails, { reason: textOf(faultReason(error), locale) })])
  }
}

function marked([kind, text]: Found): Html {
  return html`<span class="${kind}">${text}</span>`
}

async function books(say: Say, call: PersonCall): Promise<Found> {
  const { companies } = await clientOf(accountingContract, call).companies()
  return ['good', say(CONNECTIONS.companies, { count: companies.length })]
}

async function registrar(say: Say, call: PersonCall): Promise<Found> {
  await clientOf(registrarContract, call).availability({ params: { domain: KNOWN_DOMAIN } })
  return ['good', say(CONNECTIONS.answers)]
}

async function chat(
  { noticesChannel: channel, settings }: Health,
  say: Say,
  call: PersonCall,
): Promise<Found | undefined> {
  if (!settings.some(({ section }) => section === 'chat')) return undefined
  if (channel === undefined) return ['bad', say(CONNECTIONS.noChannel)]
  const { decision } = await clientOf(chatContract, call).checkChannel({ params: { channel } })
  return decision.use === 'channel'
    ? ['good', say(CONNECTIONS.writes)]
    : ['bad', say(CONNECTIONS.notWritable)]
}

async function jobs(say: Say, call: PersonCall): Promise<Found> {
  const reply = await responseOf({ method: 'GET', path: '/api/cron/health' }, call)
  const { jobs: all } = (await reply.json()) as Pick<ReplyOf<typeof adminContract, 'today'>['ran'], 'jobs'>
  const failing = all.filter(({ state }) => ['failed', 'stopped', 'silent'].includes(state))
  if (failing.length === 0) return ['good', say(CONNECTIONS.jobsRan)]
  return ['bad', say(CONNECTIONS.jobsFailing, { names: failing.map(({ job }) => job) })]
}
