/** All worlds, by name. */
import { dealsWorld } from './deals.ts'
import type { World } from './explore.ts'
import { messagesWorld } from './messages.ts'
import { purchasesWorld } from './purchases.ts'

export const WORLDS: Readonly<Record<string, World>> = {
  deals: dealsWorld(),
  messages: messagesWorld(),
  purchases: purchasesWorld(),
  refunds: purchasesWorld({ moves: 1, fails: true }),
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
