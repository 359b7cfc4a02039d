/**
 * The plan of a delivery is stored before anything is created or sent, so that the next run continues it with the same
 * text, bot and people. Before its private channel is created (`making`), the targets are its people. After that, the
 * target is the channel. The delivery is open work until all of its messages are sent, because a later run may send a
 * message that was refused.
 */
import { isDeepStrictEqual } from 'node:util'
import { foldCaseName } from '../../../core/claims/case-name.ts'
import { actDigest } from '../../../core/claims/claims.ts'
import { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { Store } from '../../../core/store/store.ts'
import { jsonFormat, type Transition, update } from '../../../core/store/update.ts'
import { DELIVERY_REASONS } from '../acts/words.ts'
import type { Way } from '../channel/decide.ts'
import { deliverySchema, type Person, type StoredDelivery, type Target } from '../schema.ts'
import { DELIVERIES } from './cases.ts'

export interface DeliveryOrder {
  /** The name, which belongs to one delivery only. */
  readonly name: string
  readonly text: string
  readonly channel?: string | undefined
  /** The names or identifiers of people, if no channel is given or the channel cannot be used. */
  readonly people?: readonly string[] | undefined
  /** The way to deliver; by default direct messages. */
  readonly way?: Way | undefined
  readonly sends?: string | undefined
}

/** A request for a delivery. Without a text, it continues the one that was begun under this name. */
export type DeliveryRequest =
  | DeliveryOrder
  | { readonly name: string; readonly text?: undefined; readonly sends?: string | undefined }

export const deliveryFormat = jsonFormat(deliverySchema)

const deliveryKey = (name: string) => `${DELIVERIES}${encodeURIComponent(foldCaseName(name))}`

/** The digest of an order without its people, who may be named in several ways. */
export function orderDigest({ text, channel, way }: DeliveryOrder): string {
  return actDigest(JSON.stringify([text, channel ?? null, way ?? null]))
}

/** Describes what a delivery sends, and to whom: the same before and after its private channel is created. */
export function sentBy({ text, way, targets }: Pick<StoredDelivery, 'text' | 'way' | 'targets'>): string {
  const people = targets.flatMap(({ awaits }) => awaits.map(({ id }) => id)).toSorted()
  return JSON.stringify([text, way, way === 'channel' ? targets[0]?.id : people])
}

export async function readDelivery(name: string, store: Store): Promise<StoredDelivery | undefined> {
  const { record } = await store.read(deliveryKey(name))
  return record && deliveryFormat.parse(record.value)
}

/** @throws AppError `not_found` */
export async function existingDelivery(name: string, store: Store): Promise<StoredDelivery> {
  const delivery = await readDelivery(name, store)
  if (!delivery) throw missing(name)
  return delivery
}

function missing(name: string): AppError {
  return new AppError('not_found', `Cannot find the delivery "${name}"`, {
    hint: 'a delivery is stored when it is first sent',
  })
}

/** Finds people; called only if an order names them differently from the first order. */
export type FindPeople = (names: readonly string[]) => Promise<readonly Person[]>

/** @throws AppError `conflict` if the name belongs to another order */
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

/** Whether the delivery is for these people, however their names are spelled, ordered or repeated. */
async function isFor(names: readonly string[], stored: StoredDelivery, find: FindPeople): Promise<boolean> {
  const folded = (given: readonly string[]) => new Set(given.map(foldCaseName))
  if (areEqual(folded(names), folded(stored.named))) return true
  if (names.length === 0 || stored.named.length === 0) return false
  const idsOf = async (given: readonly string[]) => new Set((await find(given)).map(({ id }) => id))
  const before = stored.way === 'channel' ? await idsOf(stored.named) : peopleOf(stored)
  return areEqual(before, await idsOf(names))
}

/** The people of a delivery; one to a channel has none. */
function peopleOf({ targets }: StoredDelivery): ReadonlySet<string> {
  return new Set(targets.flatMap(({ awaits }) => awaits.map(({ id }) => id)))
}

function areEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every(item => other.has(item))
}

/** Stores a delivery at the first call, durably: a private channel may be created next. @throws AppError `conflict` */
export function storeDelivery(delivery: StoredDelivery, store: Store): Promise<StoredDelivery> {
  const { name } = delivery
  const transition: Transition<StoredDelivery, StoredDelivery> = current => {
    if (!current) return { write: delivery, open: true, result: delivery }
    const areAlike = areEqual(peopleOf(current), peopleOf(delivery))
    if (current.digest !== delivery.digest || !areAlike) throw otherOrder(name)
    return { keep: true, result: current }
  }
  return update(store, { key: deliveryKey(name), format: deliveryFormat, transition }, { durable: true })
}

/** Makes the channel the target. */
export function storeChannel(of: StoredDelivery, channel: string, store: Store): Promise<StoredDelivery> {
  return change(of.name, store, ({ making, ...current }) => {
    if (!making) return current
    const awaits = current.targets.flatMap(target => target.awaits)
    return { ...current, targets: [channelTarget(channel, awaits)] }
  })
}

/** Stores a refusal for the summary. The next run tries again. */
export function storeRefusal(
  name: string,
  { person, reason }: { person: string; reason: Reason },
  store: Store,
): Promise<StoredDelivery> {
  return change(name, store, delivery => ({
    ...delivery,
    refusals: { ...delivery.refusals, [person]: reason },
  }))
}

function change(
  name: string,
  store: Store,
  next: (current: StoredDelivery) => StoredDelivery,
): Promise<StoredDelivery> {
  const transition: Transition<StoredDelivery, StoredDelivery> = current => {
    if (!current) throw missing(name)
    const changed = next(current)
    return isDeepStrictEqual(changed, current)
      ? { keep: true, result: current }
      : { write: changed, open: true, result: changed }
  }
  return update(store, { key: deliveryKey(name), format: deliveryFormat, transition })
}

/** Removes the delivery from the open work: all of its messages are sent. */
export async function closeDelivery(name: string, store: Store): Promise<void> {
  const transition: Transition<StoredDelivery, void> = current =>
    current ? { write: current, result: undefined } : { keep: true, result: undefined }
  await update(store, { key: deliveryKey(name), format: deliveryFormat, transition })
}

/** A channel as target; `awaits` are the people whose answers are awaited there. */
export function channelTarget(channel: string, awaits: readonly Person[]): Target {
  const label = english(phrase(DELIVERY_REASONS.theChannel))
  return { kind: 'channel', id: channel, label, awaits: [...awaits] }
}

function otherOrder(name: string): AppError {
  const what = 'this name belongs to another text or other people'
  return new AppError('conflict', `Cannot deliver "${name}": ${what}`, {
    hint: 'give this delivery a name of its own',
  })
}
