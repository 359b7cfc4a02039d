/**
 * What the services answer now, as `kura doctor` asks them: the books, the registrar, the chat, and the daily jobs. A
 * service that is silent keeps the page waiting for three seconds at most.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, hasCode } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import type { adminContract } from '../../../services/admin/contract.ts'
import { chatContract } from '../../../services/chat/contract.ts'
import { registrarContract } from '../../../services/registrar/contract.ts'
import { clientOf, responseOf } from '../../client.ts'
import { faultReason } from '../../frame/faults.ts'
import type { Fact } from '../../frame/parts.ts'
import type { SignedInCall, View } from '../../page.ts'
import { CONNECTIONS } from './words.ts'

type Health = Pick<ReplyOf<typeof adminContract, 'health'>, 'noticesChannel' | 'settings'>
type Call = Pick<SignedInCall, 'core' | 'view'>

const PATIENCE = 3_000

/** A domain that always exists. A query about it shows whether the registrar answers. */
const KNOWN_DOMAIN = 'example.com'

/** The text of what was found, and whether it is as it should be. */
type Found = readonly ['good' | 'bad', string]

/** Asks all services at the same time, and returns a row for each of them that the person may ask. */
export function liveFacts(health: Health, call: Call): Promise<Fact[]> {
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

async function books(say: Say, call: Call): Promise<Found> {
  const { companies } = await clientOf(accountingContract, call).companies()
  return ['good', say(CONNECTIONS.companies, { count: companies.length })]
}

async function registrar(say: Say, call: Call): Promise<Found> {
  await clientOf(registrarContract, call).availability({ params: { domain: KNOWN_DOMAIN } })
  return ['good', say(CONNECTIONS.answers)]
}

async function chat(
  { noticesChannel: channel, settings }: Health,
  say: Say,
  call: Call,
): Promise<Found | undefined> {
  if (!settings.some(({ section }) => section === 'chat')) return undefined
  if (channel === undefined) return ['bad', say(CONNECTIONS.noChannel)]
  const { decision } = await clientOf(chatContract, call).checkChannel({ params: { channel } })
  return decision.use === 'channel'
    ? ['good', say(CONNECTIONS.writes)]
    : ['bad', say(CONNECTIONS.notWritable)]
}

async function jobs(say: Say, call: Call): Promise<Found> {
  const reply = await responseOf({ method: 'GET', path: '/api/cron/health' }, call)
  const { jobs: all } = (await reply.json()) as Pick<ReplyOf<typeof adminContract, 'today'>['ran'], 'jobs'>
  const failing = all.filter(({ state }) => ['failed', 'stopped', 'silent'].includes(state))
  if (failing.length === 0) return ['good', say(CONNECTIONS.jobsRan)]
  return ['bad', say(CONNECTIONS.jobsFailing, { names: failing.map(({ job }) => job) })]
}
