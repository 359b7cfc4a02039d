/** Contents in memory as blobs, and the bodies into which they are packed. */

import { type Blob, type PackingLimits, pack } from '../../../lib/core/release/body/packing.ts'
import type { Place } from '../../../lib/core/release/catalog.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'

export function blobOf(content: Buffer, path = 'a file'): Blob {
  return {
    path,
    sha256: sha256(content),
    size: content.length,
    read: async (start, end) => content.subarray(start, end),
  }
}

export interface Packed {
  /** The pages, as JSON. */
  readonly pages: readonly string[]
  readonly parts: ReadonlyMap<string, readonly Buffer[]>
  readonly places: ReadonlyMap<string, Place>
}

export async function packed(blobs: readonly Blob[], limits?: PackingLimits): Promise<Packed> {
  const { bodies, places } = pack(blobs, limits)
  const pages: string[] = []
  const parts = new Map<string, Buffer[]>()
  for await (const body of bodies) {
    if (body.kind === 'page') pages[body.page] = body.json
    else parts.set(body.sha256, [...(parts.get(body.sha256) ?? []), body.bytes])
  }
  return { pages, parts, places }
}
