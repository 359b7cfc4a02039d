/**
 * The work of the callers in a chaos run: they register deals, send messages, sync devices, and call with keys that are
 * revoked.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { formatKeyid } from '../../lib/core/signatures/keys.ts'
import type { Answer, Send } from './caller.ts'

export interface Plan {
  /** Milliseconds during which new work is begun. */
  readonly length: number
  readonly devices: number
  readonly deals: number
  readonly messages: number
  /** The number of keys that are revoked at the beginning of the run. */
  readonly revocations: number
}

/** The facts that the callers know at the end of the run. */
export interface Known {
  /** The cases of deals that a caller knows as registered. */
  readonly deals: Set<string>
  /** The texts of messages that a caller knows as sent. */
  readonly messages: Set<string>
  /** For each key, when its revocation was acknowledged, in milliseconds since the epoch. */
  readonly revoked: Map<string, number>
  /** The request ids of the writes that were acknowledged. */
  readonly acknowledged: Set<string>
  /** The calls of revoked keys that were accepted, and how many milliseconds after the acknowledgement. */
  readonly accepted: { readonly keyid: string; readonly what: string; readonly after: number }[]
  /** The number of calls that revoked keys made later than a minute after the acknowledgement. */
  lateCalls: number
  /** The devices that have the current release, as the host has told them. */
  readonly synced: Set<string>
  /** The number of answers of each kind. */
  readonly answers: Map<string, number>
  /** For each deal, message and key, what happened and when; for people. */
  readonly stories: Map<string, string[]>
}

export interface WorkDeps {
  readonly send: Send
  readonly random: () => number
  readonly company: number
  readonly channel: string
  readonly release: string
}

/** Milliseconds after an acknowledged revocation from which no call of the key may be accepted. */
export const REVOKED_WITHIN = 60_000
/** Milliseconds after which a device syncs again. */
const SYNC_INTERVAL = 60_000
/** Milliseconds between two calls of a revoked key. */
const THIEF_PAUSE = 1_500
/** The longest wait in milliseconds before a call without an answer is repeated. */
const LONGEST_PAUSE = 2_000
/** Milliseconds for which a caller continues after the end of the run. */
const GRACE = 45_000

const OPERATOR = formatKeyid({
  name: 'hana',
  scopes: ['accounting.read', 'accounting.write', 'chat.send', 'admin'],
  epoch: '1',
})

/** The first amount; the amount of a deal identifies its receipt. */
const FIRST_AMOUNT = 1_000
export const caseOf = (amount: number) => `receipt ${amount - FIRST_AMOUNT}`

export function emptyKnown(): Known {
  return {
    deals: new Set(),
    messages: new Set(),
    revoked: new Map(),
    acknowledged: new Set(),
    accepted: [],
    lateCalls: 0,
    synced: new Set(),
    answers: new Map(),
    stories: new Map(),
  }
}

/** Does all work of the plan; resolves when every caller has ended. */
export async function work(plan: Plan, known: Known, deps: WorkDeps): Promise<void> {
  const over = Date.now() + plan.length
  const spread = (count: number, from: number, to: number, each: (index: number) => Promise<void>) =>
    Array.from({ length: count }, async (_, index) => {
      await delay(from + ((index + deps.random()) * (to - from)) / count)
      await each(index)
    })
  const ask = asking(known, deps)
  await Promise.all([
    ...spread(plan.deals, 0, plan.length, index => registerDeal(index, { over, known, ask }, deps)),
    ...spread(plan.messages, 0, plan.length, index => sendMessage(index, { over, known, ask }, deps)),
    ...spread(plan.devices, 0, Math.min(plan.length, SYNC_INTERVAL), index =>
      syncDevice(index, { over, known, ask }, deps),
    ),
    ...spread(plan.revocations, 0, plan.length / 3, index => steal(index, { over, known, ask }, deps)),
  ])
}

/** Adds a line to the story of a deal, a message or a key. */
function tell({ stories }: Known, name: string, line: string): void {
  stories.set(name, [...(stories.get(name) ?? []), `${new Date().toISOString().slice(11, 23)} ${line}`])
}

type Ask = (what: string, ...words: Parameters<Send>) => Promise<Answer | undefined>

/**
 * Returns a function that makes calls and counts their answers. It remembers an acknowledged write by its request id.
 */
function asking({ answers, acknowledged }: Known, { send }: WorkDeps): Ask {
  return async (what, ...words) => {
    const answer = await send(...words)
    const { code, state } = answer?.body ?? {}
    const kind = `${what}: ${answer ? [answer.status, code ?? state].filter(Boolean).join(' ') : 'no answer'}`
    answers.set(kind, (answers.get(kind) ?? 0) + 1)
    const isWrite = words[2]?.method === 'POST'
    if (isWrite && answer?.requestId && answer.status < 300) acknowledged.add(answer.requestId)
    return answer
  }
}

interface Errand {
  readonly over: number
  readonly known: Known
  readonly ask: Ask
}

/** Repeats `attempt` until it is done, or until the time is over. */
async function insist(
  { over }: Errand,
  { random }: WorkDeps,
  attempt: () => Promise<boolean>,
): Promise<void> {
  while (Date.now() < over + GRACE) {
    if (await attempt()) return
    await delay(200 + random() * LONGEST_PAUSE)
  }
}

/**
 * Registers the deal of one receipt like a program that repeats the call until the deal is registered. If the outcome
 * is unknown, the caller queries it.
 */
async function registerDeal(index: number, errand: Errand, deps: WorkDeps): Promise<void> {
  const { known, ask } = errand
  const amount = FIRST_AMOUNT + index
  const name = caseOf(amount)
  const json = {
    case: name,
    company_id: deps.company,
    issue_date: '2026-04-28',
    details: [{ account_item: '消耗品費', rate: 10, qualified: false, amount }],
  }
  await insist(errand, deps, async () => {
    const path = '/api/accounting/deals?mode=write'
    const answer = await ask('deal', OPERATOR, path, { method: 'POST', json })
    tell(known, name, `registering: ${textOfAnswer(answer)}`)
    if (isDone(answer)) known.deals.add(name)
    if (answer?.body['state'] === 'unknown') {
      const query = `/api/accounting/cases/${encodeURIComponent(name)}/resolve`
      const found = await ask('query of a deal', OPERATOR, query, { method: 'POST', json: {} })
      tell(known, name, `querying: ${textOfAnswer(found)}`)
      if (isDone(found)) known.deals.add(name)
    }
    return known.deals.has(name)
  })
}

/**
 * Whether a deal is done: the answer names the deal, as the result of the registration or in the refusal to register it
 * again.
 */
const isDone = (answer: Answer | undefined) =>
  answer?.body['state'] === 'done' || (answer?.status === 409 && answer.body['deal'] !== undefined)

function textOfAnswer(answer: Answer | undefined): string {
  if (!answer) return 'no answer'
  const { state, code, decision, deal, error } = answer.body
  const words = [state, code, decision, deal && `deal ${deal}`, error].filter(word => word !== undefined)
  return `${answer.status} ${words.join(', ')} (${answer.requestId})`
}

async function sendMessage(index: number, errand: Errand, deps: WorkDeps): Promise<void> {
  const { known, ask } = errand
  const json = { name: `message ${index}`, text: textOf(index), channel: deps.channel }
  await insist(errand, deps, async () => {
    const answer = await ask('message', OPERATOR, '/api/chat/deliveries?mode=write', { method: 'POST', json })
    tell(known, textOf(index), `sending: ${textOfAnswer(answer)}`)
    const reached = answer?.body['reached']
    if (Array.isArray(reached) && reached.length > 0) known.messages.add(textOf(index))
    return known.messages.has(textOf(index))
  })
}

const textOf = (index: number) => `The text of message ${index}.`

/** Syncs a device once a minute. */
async function syncDevice(index: number, errand: Errand, { release, random }: WorkDeps): Promise<void> {
  const keyid = formatKeyid({ name: `device-${index}`, scopes: ['device'], epoch: '1' })
  while (Date.now() < errand.over) {
    const answer = await errand.ask('device', keyid, `/api/distribution?v=1&have=${release}&root=1`)
    if (answer?.status === 304) errand.known.synced.add(keyid)
    await delay(answer ? SYNC_INTERVAL : 2_000 * random())
  }
}

/** Revokes a key, while a thief continues to call with the key until well after the minute. */
async function steal(index: number, errand: Errand, deps: WorkDeps): Promise<void> {
  const { known, ask } = errand
  const scopes = ['accounting.read', 'accounting.write', 'chat.send'] as const
  const keyid = formatKeyid({ name: `thief-${index}`, scopes, epoch: '1' })
  const stealing = callStolen(keyid, errand, deps)
  await insist(errand, deps, async () => {
    const json = { keyid, state: 'revoked' }
    const answer = await ask('revocation', OPERATOR, '/api/admin/revocations', { method: 'POST', json })
    if (answer?.status === 200) known.revoked.set(keyid, answer.ended)
    return known.revoked.has(keyid)
  })
  await stealing
}

/**
 * The calls of a thief. They change nothing if they are accepted: one reads, and the other is a write that the function
 * refuses.
 */
const STOLEN_CALLS = [
  { what: 'a read of deals', path: '/api/accounting/cases', asked: {} },
  { what: 'a write of a deal', path: '/api/accounting/deals?mode=write', asked: { method: 'POST' } },
  { what: 'a write of a message', path: '/api/chat/deliveries?mode=write', asked: { method: 'POST' } },
] as const

async function callStolen(keyid: string, { over, known, ask }: Errand, { random }: WorkDeps): Promise<void> {
  const isOver = () => {
    const acknowledged = known.revoked.get(keyid)
    const until = acknowledged === undefined ? over + GRACE : acknowledged + REVOKED_WITHIN + 15_000
    return Date.now() > Math.max(over, until)
  }
  while (!isOver()) {
    const { what, path, asked } = STOLEN_CALLS[Math.floor(random() * STOLEN_CALLS.length)] ?? STOLEN_CALLS[0]
    const answer = await ask(`stolen key, ${what}`, keyid, path, asked)
    const acknowledged = known.revoked.get(keyid)
    if (answer && acknowledged !== undefined && answer.began > acknowledged) {
      const after = answer.began - acknowledged
      if (after > REVOKED_WITHIN) known.lateCalls += 1
      // if the refusal has another reason than the key, the key was accepted
      const isAccepted = answer.status !== 401 && answer.status < 500
      if (isAccepted) known.accepted.push({ keyid, what, after })
    }
    await delay(THIEF_PAUSE * (0.5 + random()))
  }
}
