/** The facts of the status message, from every service that is set up. They come from stored state; no remote is asked. */
import type { StatusFacts } from '../chat/status/facts.ts'
import { hasCode, messageOf } from '../errors.ts'
import type { Trace } from '../http/trace.ts'
import { type Durability, readDurability } from '../store/durability.ts'
import type { Core } from './core.ts'
import { distributionOf } from './distribution.ts'
import { noticesOf } from './notices.ts'
import { registrarOf } from './registrar.ts'
import { tokensOf } from './tokens.ts'

/** A deadline has a line of its own. */
function hasOwnLine(key: string): boolean {
  return key.startsWith('registrar/deadline/')
}

/** A service that fails is reported as failed; one that is not set up is left out. */
export async function statusFacts(trace: Trace | undefined, core: Core): Promise<StatusFacts> {
  const failed: { owner: string; reason: string }[] = []
  const read = async <T>(owner: string, readFacts: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await readFacts()
    } catch (error) {
      if (!hasCode(error, 'settings_missing')) failed.push({ owner, reason: messageOf(error) })
      return undefined
    }
  }
  const [devices = [], token, unconfirmed, deadlines, listed] = await Promise.all([
    read('distribution', () => distributionOf(core)().devices()),
    read('tokens', () => tokensOf(core, { name: 'status' })().status()),
    read('store', async () => unconfirmedSince(await readDurability(core.store()))),
    read('registrar', () => registrarOf(core)().openDeadlines()),
    read('notices', async () => noticesOf(core)(trace).overview(hasOwnLine)),
  ])
  return {
    devices,
    token,
    unconfirmed,
    deadlines: deadlines ?? [],
    notices: listed?.lines ?? [],
    failed: [...failed, ...(listed?.failed ?? [])],
  }
}

/** Only what people must know: a store that confirms its writes needs no line. */
function unconfirmedSince(durability: Durability | undefined): number | undefined {
  return durability === undefined || durability.confirmed ? undefined : Date.parse(durability.since)
}
