/** Delivers to targets. One that fails does not delay the others; after a rate limit, these wait for the next run. */
import { refuseOtherBody } from '../../../core/claims/claims.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import { AppError, type ErrorCode, failureOf } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import { channelOf } from '../acts/claims.ts'
import type { SendReport, UndoneState } from '../acts/once.ts'
import { post } from '../acts/post.ts'
import { isTaken, makeOnce } from '../acts/private-channel.ts'
import { DELIVERY_REASONS } from '../acts/words.ts'
import type { DeliverySummary } from '../contract.ts'
import type { RequestDeps } from '../deps.ts'
import { type Bot, botOf } from '../remote/bots.ts'
import { openDirectCall } from '../remote/calls.ts'
import { isAnswered, refusalOf, wordsOf } from '../remote/errors.ts'
import type { SentMessage, StoredDelivery, Target } from '../schema.ts'
import { caseOf } from './cases.ts'
import { finderOf } from './people.ts'
import { planDelivery, targetsOf } from './plan.ts'
import { pollReplies, type Reader } from './replies.ts'
import {
  type DeliveryRequest,
  existingDelivery,
  orderDigest,
  readBegun,
  sentBy,
  storeChannel,
  storeDelivery,
  storeRefusal,
} from './stored-delivery.ts'
import { summarise, type TargetReport } from './summary.ts'
import { stateAt, unsentState } from './unsent.ts'

/** @throws AppError before the first message is sent, or as the store does; later refusals are in the summary */
export async function deliver(
  order: DeliveryRequest,
  by: string,
  deps: RequestDeps,
): Promise<DeliverySummary> {
  // an invalid language or time zone makes the delivery fail here, before anything is sent
  const locale = deps.locale()
  // the bots are queried while the store is read
  deps.bots().catch(() => undefined)
  const { delivery: begun, isNew } = await begin(order, by, deps)
  const bot = botOf(await deps.bots(), begun.bot)
  const delivery = await withChannel(begun, { by, bot }, deps)
  const reports: TargetReport[] = []
  for (const { target, claim } of await (isNew ? withoutClaims : withClaims)(delivery, deps)) {
    const limited = reports.some(({ state }) => state === 'limited')
    const sending = { delivery, claim, by, bot, isOver: limited || deps.isLate() }
    reports.push(await sendTo(target, sending, deps))
  }
  return summarise(delivery, reports, locale)
}

/** The targets of a delivery with their claims, from a single read of the store. */
async function withClaims({ name, targets }: StoredDelivery, { messages }: RequestDeps) {
  const claims = await messages.readAll(targets.map(target => caseOf(name, target)))
  return targets.map((target, at) => ({ target, claim: claims[at] }))
}

/** The targets of a delivery that was stored just now, so that its messages have no claims. */
function withoutClaims({ name, targets }: StoredDelivery, { messages }: RequestDeps) {
  messages.assumeNew(targets.map(target => caseOf(name, target)))
  return targets.map(target => ({ target, claim: undefined }))
}

async function begin(order: DeliveryRequest, by: string, deps: RequestDeps) {
  const { store, settings, now, channels } = deps
  const known = (delivery: StoredDelivery) => ({ delivery: asShown(order, delivery), isNew: false })
  if (order.text === undefined) return known(await existingDelivery(order.name, store))
  const begun = await readBegun(order, { store, find: finderOf(deps) })
  if (begun) return known(begun)
  const plan = await planDelivery(order, { bots: await deps.bots(), guildId: settings.guildId })
  const { way, why, bot, people, channelName: name } = plan
  const making = name === undefined ? undefined : { guildId: settings.guildId, name }
  if (making && (await isTaken({ ...making, people }, { bot, channels })))
    throw notCreated(making.name, TAKEN)
  const delivery = {
    name: order.name,
    text: order.text,
    digest: orderDigest(order),
    named: [...(order.people ?? [])],
    bot: bot.id,
    way,
    ...(why && { why }),
    ...(making && { making }),
    targets: targetsOf(plan),
    by,
    at: new Date(now()).toISOString(),
  }
  const stored = await storeDelivery(asShown(order, delivery), store)
  return { delivery: stored, isNew: stored === delivery }
}

function asShown({ name, sends }: DeliveryRequest, delivery: StoredDelivery): StoredDelivery {
  refuseOtherBody(`Cannot deliver "${name}"`, sends, sentBy(delivery))
  return delivery
}

async function withChannel(
  delivery: StoredDelivery,
  { by, bot }: { by: string; bot: Bot },
  { channels, newId, clock, note, store }: RequestDeps,
): Promise<StoredDelivery> {
  const { making, targets } = delivery
  if (!making) return delivery
  const channel = { ...making, people: targets.flatMap(({ awaits }) => awaits) }
  const report = await makeOnce(channel, { by, bot, once: { claims: channels, newId, clock } })
  note('channel', { state: report.state, bot: bot.id })
  if (report.state !== 'done') throw notCreated(making.name, report)
  return storeChannel(delivery, report.result.channel, store)
}

const TAKEN = { state: 'conflict', reason: phrase(DELIVERY_REASONS.nameUsed) } as const

const CHANNEL_CODES: Partial<Record<UndoneState, ErrorCode>> = {
  limited: 'limited',
  unknown: 'remote_silent',
  waiting: 'remote_unreachable',
}

function notCreated(name: string, report: Exclude<SendReport<unknown>, { state: 'done' }>): AppError {
  return new AppError(
    CHANNEL_CODES[report.state] ?? 'conflict',
    `Cannot create the private channel "${name}": ${english(report.reason)}`,
    { hint: hintOf(report) },
  )
}

function hintOf({ state, isOrphaned }: Exclude<SendReport<unknown>, { state: 'done' }>): string {
  // the reason says what the platform refuses and what to change
  if (state === 'refused') return 'change what the platform refuses; nothing was created'
  if (isOrphaned) return 'delete one of the channels on the platform, then run the delivery again'
  return state === 'conflict'
    ? 'other people have a channel with this name: give this delivery a name of its own'
    : 'run the delivery again; a channel that was created will be found'
}

interface Sending {
  readonly delivery: StoredDelivery
  /** The claim as it was before this run sent its first message. */
  readonly claim: Claim<SentMessage> | undefined
  readonly by: string
  readonly bot: Bot
  /** Whether this run starts no further target. */
  readonly isOver: boolean
}

/** Sends to a target. The claim of an earlier run names the channel, so that no channel is opened again. */
async function sendTo(
  target: Target,
  { delivery, claim, by, bot, isOver }: Sending,
  deps: RequestDeps,
): Promise<TargetReport> {
  if (claim?.result) return { target, state: 'sent', message: claim.result.message }
  if (isOver) return { target, state: 'waiting', reason: phrase(DELIVERY_REASONS.endedFirst) }
  const opened = claim ? channelOf(claim) : await openTarget(target, bot)
  if (typeof opened !== 'string') {
    const { state, reason = '' } = opened
    if (state === 'refused') await storeRefusal(delivery.name, { person: target.id, reason }, deps.store)
    return { target, state, reason }
  }
  const message = { caseName: caseOf(delivery.name, target), channel: opened, text: delivery.text, by }
  const report = await post(message, bot, deps)
  if (report.state === 'done') return { target, state: 'sent', message: report.result.message }
  return { target, state: stateAt(target.kind, report.state), reason: report.reason }
}

/** The channel of a target. For a person, kura opens a direct channel; the platform returns an existing one. */
async function openTarget(
  { kind, id }: Target,
  bot: Bot,
): Promise<string | Pick<TargetReport, 'state' | 'reason'>> {
  if (kind === 'channel') return id
  try {
    return (await bot.wire(openDirectCall(id))).id
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'limited') return { state: 'limited', reason: failureOf(error) }
    const refusal = refusalOf(error)
    return refusal && isAnswered(refusal)
      ? { state: 'refused', reason: wordsOf(refusal) }
      : { state: 'waiting', reason: failureOf(error) }
  }
}

/** Sums up a delivery after reading the answers; if that fails, uses the stored ones. @throws AppError `not_found` */
export async function summaryOf(name: string, deps: RequestDeps): Promise<DeliverySummary> {
  const delivery = await existingDelivery(name, deps.store)
  const reader = await readerOf(delivery, deps)
  const reports: TargetReport[] = []
  for (const { target, claim } of await withClaims(delivery, deps))
    reports.push(await reportTarget(target, { delivery, claim, reader }, deps))
  return summarise(delivery, reports, deps.locale())
}

async function readerOf({ bot }: StoredDelivery, { bots }: RequestDeps): Promise<Reader> {
  try {
    return botOf(await bots(), bot)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { unread: failureOf(error) }
  }
}

const LATE = { unread: phrase(DELIVERY_REASONS.noTime) }

interface Reporting extends Pick<Sending, 'delivery' | 'claim'> {
  readonly reader: Reader
}

async function reportTarget(
  target: Target,
  { delivery, claim, reader }: Reporting,
  deps: RequestDeps,
): Promise<TargetReport> {
  if (!claim?.result) return { target, ...unsentState(target, { delivery, claim }) }
  const awaits = target.awaits.map(({ id }) => id)
  const polled = await pollReplies(claim.result, { awaits, reader: deps.isLate() ? LATE : reader }, deps)
  return { target, state: 'sent', message: claim.result.message, ...polled }
}
