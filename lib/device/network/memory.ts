/**
 * `.kura/network.json`: the facts about the network that worked in earlier runs (`Kept` of `lib/core/network/way.ts`).
 * The proxy in it may have a password, so only the owner may read the file. A missing or damaged file counts as empty.
 */
import * as z from 'zod/mini'
import { parseJson } from '../../core/json/json.ts'
import { proxyUrl } from '../../core/network/proxy.ts'
import type { Kept } from '../../core/network/way.ts'
import type { Disk } from '../disk/disk.ts'
import { NETWORK, NEXT_NETWORK } from '../disk/layout.ts'
import { writeSecret } from '../folder/secrets.ts'
import type { RunProgram } from '../system-program.ts'

const memorySchema = z.object({
  proxy: z.optional(z.string().check(z.refine(text => proxyUrl(text) === text))),
  systemSince: z.optional(z.number()),
})

export async function readKept(disk: Disk): Promise<Kept> {
  const text = await disk.read(NETWORK).catch(() => new Uint8Array())
  const read = memorySchema.safeParse(parseJson(Buffer.from(text).toString('utf8')))
  return read.success ? read.data : {}
}

/** Stores the facts, completely or not at all. If that fails, the next run tries again. */
export async function storeKept(disk: Disk, kept: Kept, run: RunProgram): Promise<void> {
  const isEmpty = Object.keys(kept).length === 0
  await (isEmpty ? disk.remove(NETWORK) : replaceKept(disk, kept, run)).catch(() => undefined)
}

async function replaceKept(disk: Disk, kept: Kept, run: RunProgram): Promise<void> {
  await writeSecret(disk, { path: NEXT_NETWORK, text: `${JSON.stringify(kept)}\n` }, run)
  await disk.rename(NEXT_NETWORK, NETWORK)
}
