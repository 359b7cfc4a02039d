/** Prepares the answers of version 2: for a device with nothing, and for a device with one of the last releases. */
import type { StoredCatalog, StoredDeltas } from '../../core/release/catalog.ts'
import { BODY_BUDGET } from '../../core/release/limits.ts'
import type { Envelope } from '../../core/release/schema.ts'
import { planUpdate } from '../../core/release/update/plan.ts'
import { type ListedRelease, renderUpdate, sentText } from '../../core/release/update/render.ts'
import { type StoredFile, updateFile } from './bodies.ts'

/**
 * The maximum number of bytes of contents in the answer for a device that has nothing. The device gets the other
 * contents from the pages, all of which it needs anyway.
 */
const FIRST_BUDGET = 300_000

export interface UpdatesInput {
  readonly current: ListedRelease
  readonly signatures: Envelope['signatures']
  readonly places: ReadonlyMap<string, StoredCatalog['places'][string]>
  readonly deltas: StoredDeltas
  readonly earlier: readonly ListedRelease[]
  /** The bytes of a file's content or a delta. */
  readonly blob: (sha256: string) => Promise<Uint8Array>
}

export interface PreparedAnswer {
  /** The digest of the release that the device has; undefined for none. */
  readonly from: string | undefined
  readonly file: StoredFile
}

/**
 * Prepares the answers. The answer for an earlier release is left out if it is too large for the host: the device then
 * gets the answer for a device that has nothing.
 */
export async function* prepareUpdates(input: UpdatesInput): AsyncGenerator<PreparedAnswer, void> {
  for (const named of [undefined, ...input.earlier]) {
    const file = await updateFile(await updateFor(named, input))
    if (!named || file.body.length <= BODY_BUDGET) yield { from: named?.release, file }
  }
}

async function updateFor(named: ListedRelease | undefined, input: UpdatesInput): Promise<Uint8Array> {
  const { current, signatures, places, deltas, blob } = input
  const text = sentText(current, named)
  const list = text.bytes.length
  const facts = { files: current.files, places, deltas, named: named?.files, lacks: new Set<string>(), list }
  const plan = planUpdate(facts, named ? BODY_BUDGET : FIRST_BUDGET)
  const blobs: Uint8Array[] = []
  for (const sha256 of [...plan.contents, ...plan.deltasHere]) blobs.push(await blob(sha256))
  return renderUpdate({ current, signatures, roots: [], text, plan }, blobs)
}
