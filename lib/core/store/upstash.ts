/**
 * The store at Upstash is Redis over HTTPS, shared by every instance of every function. The database must not evict,
 * because an evicted record is a lost claim or a lost credential. The database replicates asynchronously and elects a
 * new primary when one fails, so a durable swap waits for a replica (docs: redis/commands/generic/wait).
 */
import {
  checkExpected,
  checkKey,
  checkKeys,
  checkNext,
  checkPage,
  lifetimeOf,
  pageOf,
} from './record-checks.ts'
import { REMEMBERED, type Store, type StoredRecord, type SwapNext } from './store.ts'
import { askKeys, askRecords, createReads } from './upstash/reads.ts'
import { REMOVE, SWAP, SWAP_ALSO } from './upstash/scripts.ts'
import { type Command, openUpstashClient, type Reply, type UpstashClient } from './upstash-client.ts'
import { refusedCommand, unexpectedAnswer, upstashFault } from './upstash-fault.ts'

export interface UpstashOptions {
  /** The time limit, in milliseconds, of a call with all its repetitions. */
  readonly timeout?: number
  /** The time in milliseconds, from a clock that never goes back. */
  readonly clock?: () => number
}

const TIMEOUT = 5_000

/** The command that waits for one replica, at most 300 milliseconds. */
const WAIT: Command = ['WAIT', 1, 300]
/** The milliseconds after an unconfirmed durable swap during which other swaps do not wait. */
const UNCONFIRMED_FOR = 5_000

const RECORD_PREFIX = 'kura:record:'
const VERSIONS_PREFIX = 'kura:versions:'
/** The indexes of all records, of records with a lifetime, and of open records. */
const INDEXES = ['kura:keys', 'kura:ends', 'kura:open'] as const
const [ALL, , OPEN] = INDEXES

/** Opens the store without a call. @throws AppError `settings_invalid` if the client refuses the address */
export function openUpstashStore(
  { url, token }: { readonly url: string; readonly token: string },
  { timeout = TIMEOUT, clock = () => performance.now() }: UpstashOptions = {},
): Store {
  const client = openUpstashClient({ url, token, timeout })
  const run = async (action: string, script: string, call: ScriptCall): Promise<unknown[]> =>
    (await sendScript(client, evaluation(script, call)))(action)
  const ask = createReads(command => sendScript(client, command))
  const confirm = createConfirmation(client, clock)
  return {
    async read(key) {
      checkKey(key)
      const action = `read the record "${key}"`
      const { now, found } = await ask(askRecords(action, [RECORD_PREFIX + key]))
      return { record: recordOf(found[0], action), now: timeOf(now, action) }
    },
    async readMany(keys) {
      checkKeys(keys)
      const action = `read ${keys.length} records`
      const asked = askRecords(
        action,
        keys.map(key => RECORD_PREFIX + key),
      )
      const { now, found } = await ask(asked)
      return { records: keys.map((_, at) => recordOf(found[at], action)), now: timeOf(now, action) }
    },
    async swap(key, expected, next) {
      checkKey(key)
      checkExpected(key, expected)
      checkNext(key, next)
      const action = `write the record "${key}"`
      const call = swapCall(key, expected, next)
      const { reply, confirmed } = next.durable
        ? await confirm(action, evaluation(scriptOf(next), call))
        : { reply: await run(action, scriptOf(next), call), confirmed: undefined }
      const [outcome, now, held] = reply
      const written = outcome === 'written'
      const done = written || outcome === 'repeated'
      const record = written ? { value: next.value, version: next.version } : recordOf(held, action)
      return { done, record, now: timeOf(now, action), ...(done && confirmed !== undefined && { confirmed }) }
    },
    async remove(key, expected) {
      checkKey(key)
      checkExpected(key, expected)
      const action = `remove the record "${key}"`
      const [outcome, now] = await run(action, REMOVE, {
        keys: [RECORD_PREFIX + key, ...INDEXES],
        words: [expected],
      })
      return { done: outcome === 'removed', now: timeOf(now, action) }
    },
    async keys(prefix, page = {}) {
      const { after, limit, open, records } = checkPage(prefix, page)
      const action = `list the records "${prefix}"`
      const asked = askKeys(action, {
        index: open ? OPEN : ALL,
        bound: after === undefined ? `[${RECORD_PREFIX}${prefix}` : `(${RECORD_PREFIX}${after}`,
        prefix: RECORD_PREFIX + prefix,
        limit: limit + 1,
        records: records ? limit : 0,
      })
      const { now, found } = await ask(asked)
      const [listed, ...held] = found
      const keys = listOf(listed, action).map(key => String(key).slice(RECORD_PREFIX.length))
      const sent = records && { records: held.slice(0, keys.length).map(one => recordOf(one, action)) }
      return { ...pageOf(keys, limit), ...sent, now: timeOf(now, action) }
    },
    close: () => Promise.resolve(),
  }
}

interface ScriptCall {
  readonly keys: string[]
  readonly words?: string[]
}

/** Never rejects. The returned function throws the error, whose message begins with `action`. */
async function sendScript(client: UpstashClient, command: Command): Promise<(action: string) => unknown[]> {
  try {
    const reply = await client.run(command)
    return action => resultOf(reply, action)
  } catch (error) {
    return action => {
      throw upstashFault(action, error)
    }
  }
}

function evaluation(script: string, { keys, words = [] }: ScriptCall): Command {
  return ['EVAL', script, keys.length, ...keys, ...words]
}

function resultOf(reply: Reply | undefined, action: string): unknown[] {
  if (reply?.error !== undefined) throw refusedCommand(action, reply.error)
  return listOf(reply?.result, action)
}

function listOf(reply: unknown, action: string): unknown[] {
  if (Array.isArray(reply)) return reply
  throw unexpectedAnswer(action)
}

/** Sends the script and WAIT in one pipeline, because WAIT covers the writes of its own connection. */
function createConfirmation(client: UpstashClient, clock: () => number) {
  let unconfirmedUntil = Number.NEGATIVE_INFINITY
  return async (action: string, swap: Command) => {
    const commands = clock() < unconfirmedUntil ? [swap] : [swap, WAIT]
    const replies = await client.sendTogether(commands).catch(error => {
      throw upstashFault(action, error)
    })
    const [swapped, waited] = replies ?? []
    const reply = resultOf(swapped, action)
    const replicas = waited?.result
    const confirmed = typeof replicas === 'number' && replicas > 0
    if (!confirmed && commands.length > 1) unconfirmedUntil = clock() + UNCONFIRMED_FOR
    return { reply, confirmed }
  }
}

function scriptOf({ also = [] }: SwapNext): string {
  return also.length > 0 ? SWAP_ALSO : SWAP
}

function swapCall(key: string, expected: string | undefined, next: SwapNext): ScriptCall {
  const lifetime = lifetimeOf(next)?.toString() ?? ''
  const also = next.also ?? []
  return {
    keys: [
      RECORD_PREFIX + key,
      VERSIONS_PREFIX + key,
      ...INDEXES,
      ...(next.requires ? [RECORD_PREFIX + next.requires.key] : []),
      ...also.flatMap(other => [RECORD_PREFIX + other.key, VERSIONS_PREFIX + other.key]),
    ],
    words: [
      expected ?? '',
      next.version,
      next.value,
      lifetime,
      REMEMBERED.toString(),
      next.open ? 'open' : '',
      next.requires?.version ?? '',
      ...also.flatMap(other => [other.expected ?? '', other.value]),
    ],
  }
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
