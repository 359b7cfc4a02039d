/** What a delivery would do, without doing it. */
import type { DeliveryDryRun } from '../contract.ts'
import type { RequestDeps } from '../request-deps.ts'
import type { StoredDelivery } from '../schema.ts'
import { finderOf } from './people.ts'
import { type DeliveryOrder, planDelivery, readBegun } from './plan.ts'

/** @throws AppError as `deliver` does */
export async function dryRun(order: DeliveryOrder, deps: RequestDeps): Promise<DeliveryDryRun> {
  const { settings, store } = deps
  const begun = await readBegun(order, { store, find: finderOf(deps) })
  if (begun) return begunRun(order, begun)
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
function begunRun({ text }: DeliveryOrder, { way, why, targets, at }: StoredDelivery): DeliveryDryRun {
  const [target] = targets
  return {
    mode: 'dry-run',
    way,
    ...(why && { why }),
    people: targets.flatMap(({ awaits }) => awaits),
    ...(target?.kind === 'channel' && { channel: target.id }),
    characters: text.length,
    begun: at,
    refused: [],
  }
}
