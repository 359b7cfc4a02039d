/**
 * A delivery: one text to a channel, to a private channel that is made for it, or to people one by one. What it was
 * decided to be is stored before anything is sent, so that a run which was cut off is taken up by the next one: the same
 * bot, the same people, one claim for each of them. Nobody gets it twice, and nobody is left out of the summary.
 */
import { actDigest } from '../../claims/claims.ts'
import { AppError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import { update } from '../../store/update.ts'
import { checkChannel } from '../channel/check-channel.ts'
import type { Way } from '../channel/decide.ts'
import { type Bot, type Bots, serverBot, usableBots } from '../remote/bots.ts'
import { deliverySchema, type StoredDelivery, type Target } from '../schema.ts'
import { findPeople, type Person } from './people.ts'
import { channelName, makerBot } from './private-channel.ts'

export interface DeliveryOrder {
  /** Names the delivery: the same name is delivered once. */
  readonly name: string
  readonly text: string
  /** A channel's identifier. */
  readonly channel?: string | undefined
  /** Names or identifiers: who gets it where no channel is named, or the channel does not work. */
  readonly people?: readonly string[] | undefined
  /** How people get it; direct messages unless said. */
  readonly way?: Way | undefined
}

/** What a delivery comes to before anything is made or sent. */
export interface DeliveryPlan {
  readonly way: StoredDelivery['way']
  readonly why?: string | undefined
  readonly bot: Bot
  readonly people: readonly Person[]
  /** Of the way `channel`. */
  readonly channel?: string | undefined
  /** The name that a private channel gets. */
  readonly channelName?: string | undefined
}

const format = {
  parse: (text: string) => deliverySchema.parse(JSON.parse(text)),
  format: (delivery: StoredDelivery) => JSON.stringify(delivery),
}

const keyOf = (name: string) => `chat/delivery/${encodeURIComponent(name)}`

/** What tells one order from another under the same name; the order in which people are named does not. */
export function orderDigest({ text, channel, people = [], way }: DeliveryOrder): string {
  const named = [...new Set(people)].sort()
  return actDigest(JSON.stringify([text, channel ?? null, named, way ?? null]))
}

/** Decides how the order goes. @throws AppError `bad_request`, `conflict`, `permission_missing` */
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
  const why = check?.decision.use === 'other' ? check.decision.why : undefined
  if (people.length === 0) throw peopleMissing(why)
  if (
    check?.decision.use === 'other' &&
    check.decision.ways.length === 0 &&
    check.decision.cause !== 'unknown_channel'
  )
    throw new AppError('conflict', `Cannot deliver: ${why}`)
  const bot = await (way === 'private_channel' ? makerBot(bots) : serverBot(bots))
  const found = await findPeople(people, { bot, guildId })
  if (way === 'direct_messages') return { way, why, bot, people: found }
  return { way, why, bot, people: found, channelName: channelName(order.name) }
}

function peopleMissing(why: string | undefined): AppError {
  const reason = why ?? 'neither a channel nor people are named'
  return new AppError(why ? 'conflict' : 'bad_request', `Cannot deliver: ${reason}`, {
    hint: 'ask who shall get it and name the people; the members of a group cannot be listed by a bot',
  })
}

/** The stored delivery of this order. @throws AppError `conflict` where the name stands for another one */
export async function readDelivery(
  name: string,
  { store, digest }: { store: Store; digest?: string | undefined },
): Promise<StoredDelivery | undefined> {
  const { record } = await store.read(keyOf(name))
  const stored = record && format.parse(record.value)
  if (stored && digest !== undefined && stored.digest !== digest) throw another(name)
  return stored
}

/** Stores what the delivery is, once: a second one gets the first one's. @throws AppError `conflict` */
export function storeDelivery(name: string, delivery: StoredDelivery, store: Store): Promise<StoredDelivery> {
  return update<StoredDelivery, StoredDelivery>(store, {
    key: keyOf(name),
    format,
    transition: current => {
      if (!current) return { write: delivery, result: delivery }
      if (current.digest !== delivery.digest) throw another(name)
      return { keep: true, result: current }
    },
  })
}

/** Keeps why a person cannot be written to, so that a summary knows it too; the next run tries again. */
export function keepRefusal(
  name: string,
  { person, reason }: { person: string; reason: string },
  store: Store,
): Promise<void> {
  return update<StoredDelivery | undefined, void>(store, {
    key: keyOf(name),
    format: { ...format, format: delivery => JSON.stringify(delivery) },
    transition: current => {
      if (!current || current.refusals?.[person] === reason) return { keep: true, result: undefined }
      const refusals = { ...current.refusals, [person]: reason }
      return { write: { ...current, refusals }, result: undefined }
    },
  })
}

function another(name: string): AppError {
  return new AppError(
    'conflict',
    `Cannot deliver "${name}": another text or other people went under this name`,
    {
      hint: 'give this delivery a name of its own',
    },
  )
}

/** Who is written to, once a private channel is there. */
export function targetsOf({ way, people, channel }: DeliveryPlan): Target[] {
  if (way === 'direct_messages')
    return people.map(person => ({ kind: 'person', ...person, awaits: [person] }))
  return [{ kind: 'channel', id: channel ?? '', label: 'the channel', awaits: [...people] }]
}
