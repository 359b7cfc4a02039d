/** All worlds, by name. */

import type { World } from './explore.ts'
import { channelsWorld } from './worlds/channels.ts'
import { dealsWorld } from './worlds/deals.ts'
import { messagesWorld } from './worlds/messages.ts'
import { purchasesWorld } from './worlds/purchases.ts'
import { tokensWorld } from './worlds/tokens.ts'

export const WORLDS: Readonly<Record<string, World>> = {
  deals: dealsWorld(),
  messages: messagesWorld(),
  purchases: purchasesWorld(),
  refunds: purchasesWorld({ moves: 1, fails: true }),
  tokens: tokensWorld(),
  channels: channelsWorld(),
}

/** @throws Error if there is no such world */
export function worldNamed(name: string): World {
  const world = WORLDS[name]
  if (!world) throw new Error(`there is no world "${name}", but ${Object.keys(WORLDS).join(', ')}`)
  return world
}

/** Nothing here takes real time, and a timer for each call would outlive its execution. */
export function withoutTimers(): void {
  AbortSignal.timeout = () => new AbortController().signal
}
