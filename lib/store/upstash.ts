/**
 * The store at Upstash: Redis behind HTTPS, shared by every instance of every function. Reads and writes are scripts
 * on the primary. The client repeats a call whose connection broke; a swap carries its version, so it is stored once.
 * The database must not evict: a record that vanishes by itself is a claim or a credential lost.
 */
import { Redis } from '@upstash/redis'
import { AppError } from '../errors.ts'
import { byKey, checkExpected, checkKey, checkNext, lifetimeOf } from './record-checks.ts'
import {
  type ListAnswer,
  type ListedRecord,
  REMEMBERED,
  type Store,
  type StoredRecord,
  type SwapNext,
} from './store.ts'
import { unexpectedAnswer, upstashFault } from './upstash-fault.ts'
import { READ, READ_MANY, REMOVE, SWAP } from './upstash-scripts.ts'

export interface UpstashOptions {
  /** Milliseconds that a call may take with all its repetitions; a listing may take twice as long. Default 5000. */
  readonly timeout?: number
}

const TIMEOUT = 5_000

/** The client's own repetitions of a call whose connection failed, and the waits between them in milliseconds. */
const RETRY = { retries: 3, backoff: (attempt: number) => 50 * 2 ** attempt }

/** Keys looked at by one step of a listing, and records read by one call: a call stays small. */
const SCANNED = 1_000
const READ_AT_ONCE = 100

const RECORD_PREFIX = 'kura:record:'
const VERSIONS_PREFIX = 'kura:versions:'

/**
 * The store behind the REST address `url`; nothing is called before the first use.
 * @throws AppError `settings_invalid` where the client refuses the address
 */
export function openUpstashStore(
  { url, token }: { readonly url: string; readonly token: string },
  { timeout = TIMEOUT }: UpstashOptions = {},
): Store {
  const client = openClient({ url, token, timeout })
  const run = scriptRunner(client)
  return {
    async read(key) {
      checkKey(key)
      const action = `read the record "${key}"`
      const [now, held] = await run(action, READ, { keys: [RECORD_PREFIX + key] })
      return { record: recordOf(held, action), now: timeOf(now, action) }
    },
    async swap(key, expected, next) {
      checkKey(key)
      checkExpected(key, expected)
      checkNext(key, next)
      const action = `write the record "${key}"`
      const [outcome, now, held] = await run(action, SWAP, swapCall(key, expected, next))
      const written = outcome === 'written'
      const record = written ? { value: next.value, version: next.version } : recordOf(held, action)
      return { done: written || outcome === 'repeated', record, now: timeOf(now, action) }
    },
    async remove(key, expected) {
      checkKey(key)
      checkExpected(key, expected)
      const action = `remove the record "${key}"`
      const [outcome, now] = await run(action, REMOVE, { keys: [RECORD_PREFIX + key], words: [expected] })
      return { done: outcome === 'removed', now: timeOf(now, action) }
    },
    async list(prefix) {
      checkKey(prefix)
      return list(client, prefix, AbortSignal.timeout(timeout))
    },
    close: () => Promise.resolve(),
  }
}

interface ScriptCall {
  readonly keys: string[]
  readonly words?: string[]
}

/**
 * The client answers texts as they are, sends each call by itself, tells nobody about its surroundings, and gives up
 * by throwing (a signal that is not a function would turn into an empty answer).
 */
function openClient({ url, token, timeout }: { url: string; token: string; timeout: number }): Redis {
  try {
    return new Redis({
      url,
      token,
      automaticDeserialization: false,
      enableAutoPipelining: false,
      enableTelemetry: false,
      retry: RETRY,
      signal: () => AbortSignal.timeout(timeout),
    })
  } catch {
    throw new AppError(
      'settings_invalid',
      'Cannot use the setting UPSTASH_REDIS_REST_URL: wanted an address',
      {
        hint: '.env.example shows its form',
      },
    )
  }
}

/** Runs a script and answers its list of results; `action` says in an error what was tried. */
function scriptRunner(client: Redis) {
  return async (action: string, script: string, { keys, words = [] }: ScriptCall): Promise<unknown[]> => {
    const reply = await client.eval(script, keys, words).catch(error => {
      throw upstashFault(action, error)
    })
    if (!Array.isArray(reply)) throw unexpectedAnswer(action)
    return reply
  }
}

function swapCall(key: string, expected: string | undefined, next: SwapNext): ScriptCall {
  const lifetime = lifetimeOf(next)?.toString() ?? ''
  return {
    keys: [RECORD_PREFIX + key, VERSIONS_PREFIX + key],
    words: [expected ?? '', next.version, next.value, lifetime, REMEMBERED.toString()],
  }
}

/** All records whose key starts with `prefix`: their keys first, then the records from the primary. */
async function list(client: Redis, prefix: string, deadline: AbortSignal): Promise<ListAnswer> {
  const action = `list the records "${prefix}"`
  const run = scriptRunner(client)
  const keys = await scan(client, prefix, { action, deadline })
  const records: ListedRecord[] = []
  for (let start = 0; ; start += READ_AT_ONCE) {
    checkDeadline(deadline, action)
    const batch = keys.slice(start, start + READ_AT_ONCE)
    const [now, ...held] = await run(action, READ_MANY, { keys: batch })
    records.push(...listed(batch, held, action))
    if (start + READ_AT_ONCE >= keys.length) return { records: records.sort(byKey), now: timeOf(now, action) }
  }
}

/** The Redis keys of the records whose key starts with `prefix`, each once. */
async function scan(
  client: Redis,
  prefix: string,
  { action, deadline }: { action: string; deadline: AbortSignal },
): Promise<string[]> {
  const literal = prefix.replace(/[*?[\]\\]/g, String.raw`\$&`)
  const keys = new Set<string>()
  let cursor = '0'
  do {
    checkDeadline(deadline, action)
    const page = { match: `${RECORD_PREFIX}${literal}*`, count: SCANNED }
    const [next, found] = await client.scan(cursor, page).catch(error => {
      throw upstashFault(action, error)
    })
    for (const key of found) keys.add(key)
    cursor = next
  } while (cursor !== '0')
  return [...keys]
}

function checkDeadline(deadline: AbortSignal, action: string): void {
  if (deadline.aborted) throw upstashFault(action, deadline.reason)
}

/** The records among what stood at `keys`; one that expired since its key was found is gone. */
function listed(keys: readonly string[], held: readonly unknown[], action: string): ListedRecord[] {
  return keys.flatMap((key, index) => {
    const record = recordOf(held[index], action)
    return record ? [{ key: key.slice(RECORD_PREFIX.length), ...record }] : []
  })
}

function recordOf(held: unknown, action: string): StoredRecord | undefined {
  if (held === null || held === undefined) return undefined
  const newline = typeof held === 'string' ? held.indexOf('\n') : -1
  if (typeof held !== 'string' || newline < 0) throw unexpectedAnswer(action)
  return { value: held.slice(newline + 1), version: held.slice(0, newline) }
}

function timeOf(now: unknown, action: string): number {
  if (typeof now !== 'string' || !/^[0-9]+$/.test(now)) throw unexpectedAnswer(action)
  return Number(now)
}
