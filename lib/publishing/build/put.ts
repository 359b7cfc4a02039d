import { createPartCompressor, type PartCompressor } from '../../core/release/body/compression.ts'
import { freeMemory } from '../../core/release/body/memory.ts'
import { type PartBody, pack } from '../../core/release/body/packing.ts'
import type { Place, StoredDelta } from '../../core/release/catalog.ts'
import { BODY_BUDGET, PART_SIZE } from '../../core/release/limits.ts'
import { drainConcurrently } from '../../core/work/concurrency.ts'
import { longWork, type ReportProgress } from '../../core/work/progress.ts'
import type { PayloadFile } from '../payload/file.ts'
import { type Put, pageFile, partFile } from './bodies.ts'
import type { PreparedDelta } from './deltas/deltas.ts'

/** The number of bodies that are compressed in parallel. Each of them needs megabytes of memory. */
const AT_ONCE = 2

/** The number of bytes from which publishing shows its progress. */
const LONG_COMPRESSION = 10 * PART_SIZE

export interface PutBodies {
  readonly pages: readonly string[]
  readonly parts: Readonly<Record<string, readonly string[]>>
  readonly places: ReadonlyMap<string, Place>
  /** The number of bytes that the host sends for each content that is stored in parts, by the content's SHA-256. */
  readonly sent: ReadonlyMap<string, number>
}

export interface PutBodiesDeps {
  readonly put: Put
  readonly progress: ReportProgress
}

/** @throws AppError `payload_invalid` if a file has changed */
export async function putBodies(files: readonly PayloadFile[], deps: PutBodiesDeps): Promise<PutBodies> {
  const { bodies, places } = pack(files)
  const pages: string[] = []
  const contents = new Map<string, StoredParts>()
  const count = createCounter(files, deps)
  await drainConcurrently(
    bodies,
    async body => {
      if (body.kind === 'part') await putPart(body, contents, deps)
      else {
        const file = await pageFile(body.json)
        await deps.put(file.name, file.body)
        pages[body.page] = file.name
      }
      count(body.size)
    },
    { width: AT_ONCE },
  )
  const stored = [...contents]
  return {
    pages,
    parts: Object.fromEntries(stored.map(([digest, { names }]) => [digest, names])),
    places,
    sent: new Map(stored.map(([digest, { sent }]) => [digest, sent])),
  }
}

interface StoredParts {
  readonly names: string[]
  readonly compress: PartCompressor
  sent: number
}

async function putPart(
  { sha256, part, parts, bytes, release }: PartBody,
  contents: Map<string, StoredParts>,
  { put }: PutBodiesDeps,
): Promise<void> {
  const content = contents.get(sha256) ?? { names: [], compress: createPartCompressor(parts), sent: 0 }
  contents.set(sha256, content)
  const { name, body } = await partFile(bytes, content.compress)
  content.names[part] = name
  content.sent += body.length
  await put(name, body)
  if (body !== bytes) freeMemory(body)
  release()
}

function createCounter(files: readonly PayloadFile[], { progress }: PutBodiesDeps): (bytes: number) => void {
  const sizes = new Map(files.map(({ sha256, size }) => [sha256, size]))
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const report = longWork(progress, { total, from: LONG_COMPRESSION })
  let done = 0
  return bytes => {
    done += bytes
    report({ what: 'compressing', done, total, unit: 'bytes' })
  }
}

export interface PutDeltas {
  readonly table: Readonly<Record<string, readonly StoredDelta[]>>
  readonly parts: Readonly<Record<string, readonly string[]>>
  readonly bytes: ReadonlyMap<string, Uint8Array>
}

export async function putDeltas(
  deltas: AsyncIterable<PreparedDelta> | readonly PreparedDelta[],
  put: Put,
): Promise<PutDeltas> {
  const table: Record<string, StoredDelta[]> = {}
  const parts: Record<string, string[]> = {}
  const bytes = new Map<string, Uint8Array>()
  for await (const { target, stored, delta, files } of deltas) {
    table[target] = [...(table[target] ?? []), stored]
    for (const file of files) await put(file.name, file.body)
    parts[stored.sha256] = files.map(({ name }) => name)
    if (stored.sent <= BODY_BUDGET) bytes.set(stored.sha256, delta)
  }
  return { table, parts, bytes }
}
