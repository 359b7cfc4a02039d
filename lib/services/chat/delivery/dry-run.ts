/** What a delivery would do, without doing it. */
import type { DeliveryDryRun } from '../contract.ts'
import type { RequestDeps } from '../request-deps.ts'
import type { StoredDelivery } from '../schema.ts'
import { finderOf } from './people.ts'
import { planDelivery } from './plan.ts'
import { type DeliveryRequest, existingDelivery, readBegun } from './stored-delivery.ts'

/** @throws AppError as `deliver` does */
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
    ...(why && { why }),
    people,
    ...(channel && { channel }),
    ...(channelName && { channelName }),
    characters: order.text.length,
    refused: bots.refused,
  }
}

/** A delivery that has begun keeps what was decided at its first run. */
function begunRun({ text, way, why, making, targets, at }: StoredDelivery): DeliveryDryRun {
  const [target] = targets
  return {
    mode: 'dry-run',
    way,
    ...(why && { why }),
    people: targets.flatMap(({ awaits }) => awaits),
    ...(target?.kind === 'channel' && { channel: target.id }),
    ...(making && { channelName: making.name }),
    characters: text.length,
    begun: at,
    refused: [],
  }
}
