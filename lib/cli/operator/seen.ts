/**
 * Remembers what an operator has seen of a deployment, in a file beside the key: the newest end of the activity log,
 * which each call sends so that the host notices a restored store, and the revoked keys, which are revoked again after
 * a restore.
 */
import { join, parse } from 'node:path'
import * as z from 'zod'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { parseJson } from '../../core/json.ts'
import type { ChainEnd } from '../../services/activity/entry.ts'
import type { CliContext } from '../context.ts'

import { findOperatorKey, type OperatorOptions } from './key-file.ts'

const seenSchema = z.object({
  /** The address of the deployment; a file about another deployment counts as missing. */
  url: z.string(),
  /** The end of the log, exactly as the host handed it out. */
  head: z.string().optional(),
  revoked: z.array(z.string()),
})
export type Seen = Readonly<z.infer<typeof seenSchema>>

/** The file beside a key file: `operator.json` -> `operator.seen.json`. */
function seenFile(keyFile: string): string {
  const { dir, name } = parse(keyFile)
  return join(dir, `${name}.seen.json`)
}

/** Reads the file; a missing or damaged file counts as empty. */
export async function readSeen({ file, url }: { file: string; url: string }): Promise<Seen> {
  const text = await readRegular(seenFile(file)).catch(() => '')
  const { data } = seenSchema.safeParse(parseJson(text.toString()))
  return data?.url === url ? data : { url, revoked: [] }
}

/** Writes the file; if its folder cannot be written, the file stays unchanged. */
export async function writeSeen(seen: Seen, file: string): Promise<void> {
  await writeFileAtomic(seenFile(file), `${JSON.stringify(seen, null, 2)}\n`, { mode: 0o600 }).catch(
    () => undefined,
  )
}

/** The number and the digest of an end that the host handed out. */
export function headOf({ head }: Seen): ChainEnd | undefined {
  const [, seq, digest] = /^(\d+):([0-9a-f]{64}):/.exec(head ?? '') ?? []
  return seq !== undefined && digest !== undefined ? { seq: Number(seq), digest } : undefined
}

/**
 * Keeps the newest end. An end with a smaller number does not replace a greater one, because it may come from a store
 * that went back.
 */
export function withHead(seen: Seen, head: string): Seen {
  const [before, after] = [headOf(seen), headOf({ ...seen, head })]
  return after && after.seq >= (before?.seq ?? 0) ? { ...seen, head } : seen
}

/** The state that the operator of these options has seen; undefined for `--local`, which has no key file. */
export async function seenBy(
  context: CliContext,
  { key, local }: OperatorOptions,
): Promise<Seen | undefined> {
  if (local) return undefined
  const found = await findOperatorKey(context, key)
  return readSeen({ file: found.file, url: found.key.url })
}

/** Changes the state that the operator of these options has seen. */
export async function changeSeen(
  context: CliContext,
  { key, local }: OperatorOptions,
  change: (seen: Seen) => Seen,
): Promise<void> {
  if (local) return
  const found = await findOperatorKey(context, key)
  const seen = await readSeen({ file: found.file, url: found.key.url })
  const next = change(seen)
  if (next !== seen) await writeSeen(next, found.file)
}

/** Adds revoked keys and removes restored keys; returns the same object if nothing changes. */
export function withRevocations(
  seen: Seen,
  changes: readonly { readonly keyid: string; readonly state: 'revoked' | 'restored' }[],
): Seen {
  const revoked = new Set(seen.revoked)
  for (const { keyid, state } of changes) {
    if (state === 'revoked') revoked.add(keyid)
    else revoked.delete(keyid)
  }
  const isSame = revoked.size === seen.revoked.length && seen.revoked.every(keyid => revoked.has(keyid))
  return isSame ? seen : { ...seen, revoked: [...revoked] }
}
