/** Plans a delivery before anything is created or sent. */
import { actDigest } from '../../../core/claims/claims.ts'
import { AppError } from '../../../core/errors.ts'
import { english, saidReason } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { channelName, makerBot } from '../acts/private-channel.ts'
import { checkChannel } from '../channel/check-channel.ts'
import type { DeliveryDryRun } from '../contract.ts'
import type { RequestDeps } from '../deps.ts'
import { type Bot, type Bots, serverBot, usableBots } from '../remote/bots.ts'
import { lengthOf } from '../remote/message.ts'
import type { Person, StoredDelivery, Target } from '../schema.ts'
import { finderOf, findPeople } from './people.ts'
import {
  channelTarget,
  type DeliveryOrder,
  type DeliveryRequest,
  existingDelivery,
  readBegun,
  sentBy,
} from './stored-delivery.ts'

export interface DeliveryPlan {
  readonly way: StoredDelivery['way']
  readonly why?: Phrase | undefined
  readonly bot: Bot
  readonly people: readonly Person[]
  readonly channel?: string | undefined
  /** The name of the private channel to create. */
  readonly channelName?: string | undefined
}

/** @throws AppError `bad_request`, `conflict`, `permission_missing`, `remote_refused` (no bot can be used) */
export async function planDelivery(
  order: DeliveryOrder,
  { bots, guildId }: { bots: Bots; guildId: string },
): Promise<DeliveryPlan> {
  const { channel, people = [], way = 'direct_messages' } = order
  usableBots(bots)
  const check = channel === undefined ? undefined : await checkChannel(channel, bots)
  if (check?.decision.use === 'channel') {
    const { decision } = check
    const bot = bots.bots.find(({ id }) => id === decision.bot)
    if (bot) return { way: 'channel', bot, channel, people: [] }
  }
  const other = check?.decision.use === 'other' ? check.decision : undefined
  const why = other?.why
  if (people.length === 0) throw peopleMissing(order.name, why)
  if (other?.ways.length === 0 && other.cause !== 'unknown_channel')
    throw new AppError('conflict', `Cannot deliver "${order.name}": ${english(other.why)}`, {
      hint: `see what each bot may do there: kura chat check ${channel}`,
    })
  const bot = await (way === 'private_channel' ? makerBot(bots) : serverBot(bots))
  const found = await findPeople(people, { bot, guildId })
  if (way === 'direct_messages') return { way, why, bot, people: found }
  return { way, why, bot, people: found, channelName: channelName(order.name) }
}

function peopleMissing(name: string, why: Phrase | undefined): AppError {
  const reason = why ? english(why) : 'expected a channel or people'
  return new AppError(why ? 'conflict' : 'bad_request', `Cannot deliver "${name}": ${reason}`, {
    hint: 'ask who should receive it and name the people: a bot cannot list the members of a group',
  })
}

/** The targets: the channel, or each person who gets a direct message or waits for the private channel. */
export function targetsOf({ way, people, channel = '' }: DeliveryPlan): Target[] {
  if (way === 'channel') return [channelTarget(channel, people)]
  return people.map(person => ({ kind: 'person', ...person, awaits: [person] }))
}

/** Shows the plan of a delivery; sends nothing. @throws AppError as `deliver` does while it plans */
export async function dryRun(order: DeliveryRequest, deps: RequestDeps): Promise<DeliveryDryRun> {
  const { settings, store } = deps
  if (order.text === undefined) return begunRun(await existingDelivery(order.name, store))
  const begun = await readBegun(order, { store, find: finderOf(deps) })
  if (begun) return begunRun(begun)
  const bots = await deps.bots()
  const plan = await planDelivery(order, { bots, guildId: settings.guildId })
  const { way, why, people, channel, channelName } = plan
  return {
    mode: 'dry-run',
    way,
    ...(why !== undefined && { why: saidReason(why) }),
    people,
    ...(channel && { channel }),
    ...(channelName && { channelName }),
    text: order.text,
    characters: lengthOf(order.text),
    sends: actDigest(sentBy({ text: order.text, way, targets: targetsOf(plan) })),
    refused: bots.refused,
  }
}

function begunRun({ text, way, why, making, targets, at }: StoredDelivery): DeliveryDryRun {
  const [target] = targets
  return {
    mode: 'dry-run',
    way,
    ...(why !== undefined && { why: saidReason(why) }),
    people: targets.flatMap(({ awaits }) => awaits),
    ...(target?.kind === 'channel' && { channel: target.id }),
    ...(making && { channelName: making.name }),
    text,
    characters: lengthOf(text),
    sends: actDigest(sentBy({ text, way, targets })),
    begun: at,
    refused: [],
  }
}
