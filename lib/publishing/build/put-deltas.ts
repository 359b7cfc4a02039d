/** Puts deltas and signatures into a release folder, and gives what its catalog says of them. */
import type { StoredDelta } from '../../release/catalog.ts'
import { BODY_BUDGET } from '../../release/limits.ts'
import type { Put } from './bodies.ts'
import type { PreparedDelta } from './deltas.ts'
import type { KeptSignature } from './signatures.ts'

export interface PutDeltas {
  readonly table: Readonly<Record<string, readonly StoredDelta[]>>
  /** The names of the parts of each delta. */
  readonly parts: Readonly<Record<string, readonly string[]>>
  /** Those that an answer has room for. */
  readonly bytes: ReadonlyMap<string, Uint8Array>
}

type Source<T> = AsyncIterable<T> | Iterable<T>

export async function putDeltas(deltas: Source<PreparedDelta>, put: Put): Promise<PutDeltas> {
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

/** The names of the signatures by the content's SHA-256. */
export async function putSignatures(
  signatures: Source<KeptSignature>,
  put: Put,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  for await (const { content, file } of signatures) {
    await put(file.name, file.body)
    names[content] = file.name
  }
  return names
}
