/**
 * A delivery: one text to a channel, to a private channel created for it, or to people one by one. The decision is stored
 * before anything is sent, so that the next run continues one that was interrupted: the same bot, the same people, one
 * claim for each of them. Nobody receives it twice, and nobody is missing from the summary.
 */
import { foldCaseName } from '../../claims/case-name.ts'
import { actDigest } from '../../claims/claims.ts'
import { AppError } from '../../errors.ts'
import { DELIVERY_REASONS } from '../../language/catalogue/reasons/chat.ts'
import { english } from '../../language/sentence.ts'
import type { Store } from '../../store/store.ts'
import { update } from '../../store/update.ts'
import { checkChannel } from '../channel/check-channel.ts'
import type { Way } from '../channel/decide.ts'
import { type Bot, type Bots, serverBot, usableBots } from '../remote/bots.ts'
import { deliverySchema, type StoredDelivery, type Target } from '../schema.ts'
import { findPeople, type Person } from './people.ts'
import { channelName, makerBot } from './private-channel.ts'

export interface DeliveryOrder {
  /** Identifies the delivery: each name is delivered once. */
  readonly name: string
  readonly text: string
  /** A channel's identifier. */
  readonly channel?: string | undefined
  /** Names or identifiers of the people who receive it if no channel is given or the channel cannot be used. */
  readonly people?: readonly string[] | undefined
  /** How people receive it; direct messages by default. */
  readonly way?: Way | undefined
}

/** How a delivery goes, decided before anything is created or sent. */
export interface DeliveryPlan {
  readonly way: StoredDelivery['way']
  /** Why the channel that was asked for is not used. */
  readonly why?: string | undefined
  readonly bot: Bot
  readonly people: readonly Person[]
  /** Only for the way `channel`. */
  readonly channel?: string | undefined
  /** The name of the private channel to create. */
  readonly channelName?: string | undefined
}

const format = {
  parse: (text: string) => deliverySchema.parse(JSON.parse(text)),
  format: (delivery: StoredDelivery) => JSON.stringify(delivery),
}

const keyOf = (name: string) => `chat/delivery/${encodeURIComponent(foldCaseName(name))}`

/** Differs if two orders under the same name differ in anything but the people, who may be named in several ways. */
export function orderDigest({ text, channel, way }: DeliveryOrder): string {
  return actDigest(JSON.stringify([text, channel ?? null, way ?? null]))
}

/** Decides how the delivery goes. @throws AppError `bad_request`, `conflict`, `permission_missing` */
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
  if (people.length === 0) throw peopleMissing(order.name, why)
  if (
    check?.decision.use === 'other' &&
    check.decision.ways.length === 0 &&
    check.decision.cause !== 'unknown_channel'
  )
    throw new AppError('conflict', `Cannot deliver "${order.name}": ${why}`)
  const bot = await (way === 'private_channel' ? makerBot(bots) : serverBot(bots))
  const found = await findPeople(people, { bot, guildId })
  if (way === 'direct_messages') return { way, why, bot, people: found }
  return { way, why, bot, people: found, channelName: channelName(order.name) }
}

function peopleMissing(name: string, why: string | undefined): AppError {
  const reason = why ?? 'expected a channel or people'
  return new AppError(why ? 'conflict' : 'bad_request', `Cannot deliver "${name}": ${reason}`, {
    hint: 'ask who should receive it and name the people: a bot cannot list the members of a group',
  })
}

/** The stored delivery of this name. */
export async function readDelivery(name: string, store: Store): Promise<StoredDelivery | undefined> {
  const { record } = await store.read(keyOf(name))
  return record && format.parse(record.value)
}

/** Finds the people whom names mean; asked only if an order names them in another way than before. */
export type FindPeople = (names: readonly string[]) => Promise<readonly Person[]>

/** What was stored when this order was begun, if it was. @throws AppError `conflict` if the name is another order's */
export async function readBegun(
  order: DeliveryOrder,
  { store, find }: { store: Store; find: FindPeople },
): Promise<StoredDelivery | undefined> {
  const stored = await readDelivery(order.name, store)
  if (!stored) return undefined
  const same = stored.digest === orderDigest(order) && (await isFor(order.people ?? [], stored, find))
  if (!same) throw otherOrder(order.name)
  return stored
}

/** Whether `names` are the people of a delivery, in whatever spelling, order and number. */
async function isFor(names: readonly string[], stored: StoredDelivery, find: FindPeople): Promise<boolean> {
  const folded = (given: readonly string[]) => new Set(given.map(foldCaseName))
  if (areEqual(folded(names), folded(stored.named))) return true
  if (names.length === 0 || stored.named.length === 0) return false
  const idsOf = async (given: readonly string[]) => new Set((await find(given)).map(({ id }) => id))
  const before = stored.way === 'channel' ? await idsOf(stored.named) : peopleOf(stored)
  return areEqual(before, await idsOf(names))
}

/** The people to whom a delivery goes; one to a channel was decided without them. */
function peopleOf({ targets }: StoredDelivery): ReadonlySet<string> {
  return new Set(targets.flatMap(({ awaits }) => awaits.map(({ id }) => id)))
}

function areEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every(item => other.has(item))
}

/** Stores the delivery once: a second call returns what the first one stored. @throws AppError `conflict` */
export function storeDelivery(delivery: StoredDelivery, store: Store): Promise<StoredDelivery> {
  const { name } = delivery
  return update<StoredDelivery, StoredDelivery>(store, {
    key: keyOf(name),
    format,
    transition: current => {
      if (!current) return { write: delivery, result: delivery }
      if (current.digest !== delivery.digest || !areAlike(current, delivery)) throw otherOrder(name)
      return { keep: true, result: current }
    },
  })
}

/** Whether two runs that began together decided for the same people. */
function areAlike(one: StoredDelivery, other: StoredDelivery): boolean {
  return areEqual(peopleOf(one), peopleOf(other))
}

/** Stores why a person cannot be sent a message, so that a summary reports it too; the next run tries again. */
export function storeRefusal(
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

function otherOrder(name: string): AppError {
  return new AppError(
    'conflict',
    `Cannot deliver "${name}": this name belongs to another text or other people`,
    {
      hint: 'give this delivery a name of its own',
    },
  )
}

/** Who is sent a message, once the private channel exists. */
export function targetsOf({ way, people, channel }: DeliveryPlan): Target[] {
  if (way === 'direct_messages')
    return people.map(person => ({ kind: 'person', ...person, awaits: [person] }))
  return [
    { kind: 'channel', id: channel ?? '', label: english(DELIVERY_REASONS.theChannel), awaits: [...people] },
  ]
}
