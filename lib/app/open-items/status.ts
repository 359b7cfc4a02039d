/**
 * The facts of the status message, from every service that is set up. The facts come from stored state; no remote is
 * queried.
 */

import { consoleAddress } from '../../console/frame/addresses.ts'
import type { Trace } from '../../core/http/trace.ts'
import type { Locale } from '../../core/language/language.ts'
import { readDurability } from '../../core/store/durability.ts'
import type { Durability } from '../../core/store/stored-records.ts'
import type { StatusFacts } from '../../services/chat/status/facts.ts'
import type { Core } from '../core.ts'
import { noticesFrom } from '../notices.ts'
import { createFactReader, factsOf, joinFailed } from './facts.ts'
import '../../services/words.ts'

/** Whether the item has a line of its own in another section of the status message, as deadlines have. */
function hasOwnLine(key: string): boolean {
  return key.startsWith('registrar/deadline/')
}

/** The facts. A service that fails is reported as failed; one that is not set up is left out. */
export async function statusFacts(
  { trace, locale }: { trace: Trace | undefined; locale: Locale },
  core: Core,
): Promise<StatusFacts> {
  const facts = factsOf(core)
  const { read, failed } = createFactReader()
  const [devices = [], token, unconfirmed, purchases, listed] = await Promise.all([
    read('distribution', facts.devices),
    read('tokens', facts.token),
    read('store', async () => unconfirmedSince(await readDurability(core.store()))),
    read('registrar', facts.purchases),
    read('notices', async () => noticesFrom(facts, core)(trace).overview({ leftOut: hasOwnLine, locale })),
  ])
  return {
    devices,
    token,
    unconfirmed,
    deadlines: purchases?.deadlines ?? [],
    notices: listed?.lines ?? [],
    page: consoleAddress('/console', core.config),
    failed: joinFailed(failed, listed?.failed ?? []),
  }
}

/** The time since which the store has confirmed no write; undefined while it confirms them. */
function unconfirmedSince(durability: Durability | undefined): number | undefined {
  return durability === undefined || durability.confirmed ? undefined : Date.parse(durability.since)
}
