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

/** The facts of the status message. `failed` names the services that are set up and whose facts cannot be read. */
export async function statusFacts(
  { trace, locale }: { trace: Trace | undefined; locale: Locale },
  core: Core,
): Promise<StatusFacts> {
  const facts = factsOf(core)
  const { read, failed } = createFactReader()
  // deadlines have lines of their own in another section of the status message
  const leftOut = (key: string) => key.startsWith('registrar/deadline/')
  const [devices = [], token, unconfirmed, purchases, listed] = await Promise.all([
    read('distribution', facts.devices),
    read('tokens', facts.token),
    read('store', async () => unconfirmedSince(await readDurability(core.store()))),
    read('registrar', facts.purchases),
    read('notices', async () => noticesFrom(facts, core)(trace).overview({ leftOut, locale })),
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

/** The time in milliseconds since the epoch; undefined if the store confirms writes, or has never written durably. */
function unconfirmedSince(durability: Durability | undefined): number | undefined {
  return durability === undefined || durability.confirmed ? undefined : Date.parse(durability.since)
}
