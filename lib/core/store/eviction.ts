/** Asks a database whether it evicts: an evicted record is a lost claim or a lost credential. */
import type { StoreSettings } from '../config/config.ts'
import { createRestClient, RestRefusal } from './upstash-rest.ts'

const TIMEOUT = 5_000

/**
 * The eviction policy that the database names, such as `noeviction`; undefined if it does not tell. A file never evicts.
 * @throws the client's error if the database cannot be reached
 */
export async function readEviction(settings: StoreSettings): Promise<string | undefined> {
  if (settings.kind === 'embedded') return 'noeviction'
  const client = createRestClient({ ...settings, timeout: TIMEOUT })
  const reply = await client.send(['INFO', 'memory']).catch((error: unknown) => {
    if (error instanceof RestRefusal) return undefined
    throw error
  })
  return typeof reply === 'string' ? /^maxmemory_policy:(\S+)/m.exec(reply)?.[1] : undefined
}
