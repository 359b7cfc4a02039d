/** Reads whether the database evicts records, because an evicted record is a lost claim or a lost credential. */
import type { StoreSettings } from '../config/config.ts'
import { upstashFault } from './upstash-fault.ts'

const TIMEOUT = 5_000

/**
 * Returns the database's eviction policy, such as `noeviction`, or undefined if the database does not say. The embedded
 * store never evicts.
 * @throws AppError `store_unavailable` if the database cannot be reached, `settings_invalid` for a bad address
 */
export async function readEviction(settings: StoreSettings): Promise<string | undefined> {
  if (settings.kind === 'embedded') return 'noeviction'
  const { openUpstashClient } = await import('./upstash-client.ts')
  const client = openUpstashClient({ ...settings, timeout: TIMEOUT })
  const reply = await client.run(['INFO', 'memory']).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'UpstashError') return undefined
    throw upstashFault('ask the database whether it evicts', error)
  })
  const text = reply?.result
  return typeof text === 'string' ? /^maxmemory_policy:(\S+)/m.exec(text)?.[1] : undefined
}
