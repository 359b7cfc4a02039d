/** The facts that this machine has seen of a deployment. Each deployment has one file, which all keys share. */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { isLoopback } from '../../core/config/loopback.ts'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { fileFault } from '../../core/disk/file-fault.ts'
import { type HeldLock, takeLock } from '../../core/disk/lock.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import type { ReplyOf } from '../../core/http/contract.ts'
import { parseJson } from '../../core/json/json.ts'
import type { Witness } from '../../services/activity/contract-schemas.ts'
import type { adminContract } from '../../services/admin/contract.ts'
import type { CliContext } from '../context.ts'
import { DEVELOPMENT } from '../development.ts'
import { findOperatorKey, usualKeyFile } from './key-file.ts'
import type { OperatorOptions } from './options.ts'

const seenSchema = z.object({
  /** The newest end of the log, exactly as the host sent it. By this end, the host notices a restored store. */
  head: z.string().optional(),
  /** The last decision about each key, and when it was stored (ISO 8601, by the store's time). */
  keys: z.record(z.string(), z.object({ state: z.enum(['revoked', 'restored']), at: z.string() })),
  /** The keyids that this machine has made, because the host lists no key that was neither used nor revoked. */
  made: z.array(z.string()).optional(),
})
export type Seen = Readonly<z.infer<typeof seenSchema>>

export type KeyDecision = Seen['keys'][string] & { readonly keyid: string }

export interface SeenFile {
  /** Reads the file; a missing or damaged file counts as empty. */
  read(): Promise<Seen>
  /** Stores what `change` returns; the same object means no change. If the file cannot be written, a remark says so. */
  change(change: (seen: Seen) => Seen): Promise<void>
}

/** @throws AppError `usage`, `settings_missing` */
export async function seenBy(context: CliContext, { key, local }: OperatorOptions): Promise<SeenFile> {
  return seenOf(local ? context.config.url() : (await findOperatorKey(context, key)).key.url, context)
}

export function seenOf(url: string, context: CliContext): SeenFile {
  const { host, hostname } = new URL(url)
  // two projects can have local hosts with the same address, and these are different deployments
  const above = isLoopback(hostname) ? join(context.cwd, DEVELOPMENT.folder) : dirname(usualKeyFile(context))
  const folder = join(above, 'seen')
  const file = join(folder, `${encodeURIComponent(host)}.json`)
  const read = async (): Promise<Seen> => {
    const text = await readRegular(file).catch(() => '')
    return seenSchema.safeParse(parseJson(text.toString())).data ?? { keys: {} }
  }
  const write = async (change: (seen: Seen) => Seen) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const lock = await waitForLock(folder)
    try {
      const text = JSON.stringify(change(await read()), null, 2)
      await writeFileAtomic(file, `${text}\n`, { mode: 0o600 })
    } finally {
      await lock.release()
    }
  }
  return {
    read,
    async change(change) {
      const seen = await read()
      if (change(seen) === seen) return
      await write(change).catch((error: unknown) => {
        const why = error instanceof AppError ? error.message : fileFault(error)
        context.output({}).note(`what was seen of ${host} could not be kept in "${file}": ${why}`)
      })
    },
  }
}

/** The maximum number of tries to take the lock, every 20 milliseconds, for ten seconds in all. */
const TRIES = 500
const TRY_EVERY = 20

/** @throws AppError `conflict` after ten seconds */
async function waitForLock(folder: string): Promise<HeldLock> {
  for (let tries = 1; ; tries++) {
    const lock = await takeLock(folder)
    if (lock.held) return lock
    if (tries === TRIES)
      throw new AppError('conflict', `process ${lock.holder.pid} has had it locked for ten seconds`, {
        hint: 'wait for that command or end it, then run this one again',
      })
    await delay(TRY_EVERY)
  }
}

/** Returns the newest end of the log; undefined if no readable end is stored. */
export function headOf({ head }: Seen): Witness | undefined {
  const [, seq, digest, at] = /^(\d+):([0-9a-f]{64}):(.+):[\w-]{43}$/.exec(head ?? '') ?? []
  return seq !== undefined && digest !== undefined && at !== undefined
    ? { seq: Number(seq), digest, at }
    : undefined
}

/** Stores the end of the log with the later time. After a confirmed restore, its number is smaller than before. */
export function withHead(seen: Seen, head: string): Seen {
  const [before, after] = [headOf(seen), headOf({ ...seen, head })]
  if (!after || head === seen.head) return seen
  const isOlder = before && (after.at < before.at || (after.at === before.at && after.seq < before.seq))
  return isOlder ? seen : { ...seen, head }
}

/** Adds the decisions. Of two decisions about a key, the later one stays. */
export function withDecisions(seen: Seen, decisions: readonly KeyDecision[]): Seen {
  const newer = decisions.filter(({ keyid, at }) => at > (seen.keys[keyid]?.at ?? ''))
  if (newer.length === 0) return seen
  const added = newer.map(({ keyid, state, at }) => [keyid, { state, at }] as const)
  return { ...seen, keys: { ...seen.keys, ...Object.fromEntries(added) } }
}

export function withMade(seen: Seen, keyid: string): Seen {
  const { made = [] } = seen
  return made.includes(keyid) ? seen : { ...seen, made: [...made, keyid] }
}

/** Returns the decisions about the keys. A key in KURA_REVOKED has no decision. */
export function decisionsIn(keys: ReplyOf<typeof adminContract, 'keys'>['keys']): KeyDecision[] {
  return keys.flatMap(({ keyid, decision }) => (decision ? [{ keyid, ...decision }] : []))
}

export function revokedIn({ keys }: Seen): string[] {
  return Object.keys(keys).filter(keyid => keys[keyid]?.state === 'revoked')
}
