/** Carrying a delivery out: it is decided and stored first, then each target gets it once; one that fails holds up no other. */
import type { Claims } from '../../claims/claims.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import type { ChatParts } from '../deps.ts'
import { type Bot, type Bots, botOf } from '../remote/bots.ts'
import { openDirectCall } from '../remote/calls.ts'
import { isAnswered, refusalOf, wordsOf } from '../remote/errors.ts'
import type { SentMessage, StoredDelivery, Target } from '../schema.ts'
import {
  type DeliveryOrder,
  keepRefusal,
  orderDigest,
  planDelivery,
  readDelivery,
  storeDelivery,
  targetsOf,
} from './plan.ts'
import { channelOf, checkText, type Post, postOnce } from './post.ts'
import { makeOnce } from './private-channel.ts'
import { pollReplies } from './replies.ts'
import { type SendReport, type UndoneState, undoneState } from './settle.ts'
import { type DeliverySummary, summarise, type TargetReport } from './summary.ts'

/** What the work on a request shares. */
export interface ChatWork {
  readonly parts: ChatParts
  readonly messages: Claims<SentMessage>
  readonly channels: Claims<{ channel: string }>
  /** Asked of the platform once. */
  bots(): Promise<Bots>
  /** No time is left for another target: what would begin now might outlive the function. */
  isLate(): boolean
}

/** Sends what is not sent yet. @throws AppError before anything is sent; afterwards the summary tells */
export async function deliver(order: DeliveryOrder, by: string, work: ChatWork): Promise<DeliverySummary> {
  checkText(order.text)
  const delivery = await begin(order, by, work)
  const bot = botOf(await work.bots(), delivery.bot)
  const reports: TargetReport[] = []
  for (const target of delivery.targets) {
    const limited = reports.some(({ state }) => state === 'limited')
    reports.push(await sendTo(target, { order, by, bot, work, isOver: limited || work.isLate() }))
  }
  return summarise(order.name, delivery, reports)
}

/** Decides what the delivery is, makes the channel that it wants, and stores it; or gives what was stored. */
async function begin(order: DeliveryOrder, by: string, work: ChatWork): Promise<StoredDelivery> {
  const { store, settings, now } = work.parts
  const digest = orderDigest(order)
  const known = await readDelivery(order.name, { store, digest })
  if (known) return known
  const plan = await planDelivery(order, { bots: await work.bots(), guildId: settings.guildId })
  const { way, why, bot, people, channelName } = plan
  const channel =
    channelName === undefined
      ? plan.channel
      : await makeChannel({ guildId: settings.guildId, name: channelName, people, by }, { bot, work })
  const targets = targetsOf({ ...plan, channel })
  const at = new Date(now()).toISOString()
  return storeDelivery(order.name, { digest, bot: bot.id, way, ...(why && { why }), targets, by, at }, store)
}

interface Sending {
  readonly order: DeliveryOrder
  readonly by: string
  readonly bot: Bot
  readonly work: ChatWork
}

const CHANNEL_CODES: Partial<Record<UndoneState, ErrorCode>> = {
  limited: 'limited',
  unknown: 'remote_silent',
  waiting: 'remote_unreachable',
}

async function makeChannel(
  channel: Parameters<typeof makeOnce>[0],
  { bot, work }: { bot: Bot; work: ChatWork },
): Promise<string> {
  const report = await makeOnce(channel, { bot, once: { ...work.parts, claims: work.channels } })
  work.parts.note('channel', { state: report.state, bot: bot.id })
  if (report.state === 'done') return report.result.channel
  throw new AppError(
    CHANNEL_CODES[report.state] ?? 'conflict',
    `Cannot make the private channel: ${report.reason}`,
    {
      hint:
        report.state === 'conflict'
          ? 'other people have a channel of this name: give this delivery a name of its own'
          : 'run the delivery again; a channel that was made is found again',
    },
  )
}

/** Where a message was claimed before, its channel is known; a person who got it is not written to again. */
async function sendTo(
  target: Target,
  { order, by, bot, work, isOver }: Sending & { readonly isOver: boolean },
): Promise<TargetReport> {
  const caseName = caseOf(order.name, target)
  const claim = await work.messages.read(caseName)
  if (claim?.result) return { target, state: 'sent', message: claim.result.message }
  if (isOver) return { target, state: 'waiting', reason: 'its turn did not come; run the delivery again' }
  const opened = claim ? channelOf(claim) : await openTarget(target, bot)
  if (typeof opened !== 'string') {
    const { state, reason = '' } = opened
    if (state === 'refused') await keepRefusal(order.name, { person: target.id, reason }, work.parts.store)
    return { target, state, reason }
  }
  const report = await post({ caseName, channel: opened, text: order.text, by }, { bot, work })
  if (report.state === 'done') return { target, state: 'sent', message: report.result.message }
  return { target, state: report.state, reason: report.reason }
}

/** One message, once, and a line of the log about it. */
export async function post(
  request: Post,
  { bot, work }: { bot: Bot; work: ChatWork },
): Promise<SendReport<SentMessage>> {
  const report = await postOnce(request, { bot, once: { ...work.parts, claims: work.messages } })
  work.parts.note('message', { case: request.caseName, state: report.state, bot: bot.id })
  return report
}

function caseOf(delivery: string, { id }: Target): string {
  return `delivery/${delivery}/${id}`
}

/** The channel to post into; a person's is opened, which the platform answers with the one that is there. */
async function openTarget(
  { kind, id }: Target,
  bot: Bot,
): Promise<string | Pick<TargetReport, 'state' | 'reason'>> {
  if (kind === 'channel') return id
  try {
    return (await bot.wire(openDirectCall(id))).id
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'limited') return { state: 'limited', reason: error.message }
    const refusal = refusalOf(error)
    return refusal && isAnswered(refusal)
      ? { state: 'refused', reason: wordsOf(refusal) }
      : { state: 'waiting', reason: error.message }
  }
}

/** How a delivery stands, after reading the answers. @throws AppError `not_found` */
export async function summaryOf(name: string, work: ChatWork): Promise<DeliverySummary> {
  const delivery = await readDelivery(name, { store: work.parts.store })
  if (!delivery)
    throw new AppError('not_found', `Cannot find the delivery "${name}"`, {
      hint: 'a delivery is known once it was sent for the first time',
    })
  const bot = botOf(await work.bots(), delivery.bot)
  const reports: TargetReport[] = []
  for (const target of delivery.targets)
    reports.push(await reportTarget(target, { name, delivery, bot, work }))
  return summarise(name, delivery, reports)
}

async function reportTarget(
  target: Target,
  { name, delivery, bot, work }: { name: string; delivery: StoredDelivery; bot: Bot; work: ChatWork },
): Promise<TargetReport> {
  const claim = await work.messages.read(caseOf(name, target))
  const refusal = delivery.refusals?.[target.id]
  if (!claim && refusal !== undefined) return { target, state: 'refused', reason: refusal }
  if (!claim)
    return { target, state: 'waiting', reason: 'it did not come this far yet; run the delivery again' }
  if (!claim.result) return { target, state: undoneState(claim), reason: claim.reason }
  const { store, mayStore } = work.parts
  const awaits = target.awaits.map(({ id }) => id)
  const sent = { target, state: 'sent', message: claim.result.message } as const
  const polling = { awaits, bot, store, mayStore, isLate: work.isLate() }
  return { ...sent, ...(await pollReplies(claim.result, polling)) }
}
