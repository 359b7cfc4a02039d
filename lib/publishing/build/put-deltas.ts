/** Puts deltas and signatures into a release folder, and gives what its catalog says of them. */
import type { StoredDelta } from '../../core/release/catalog.ts'
import { BODY_BUDGET } from '../../core/release/limits.ts'
import type { Signatures } from './before.ts'
import { type Put, signatureFile } from './bodies.ts'
import type { PreparedDelta } from './deltas.ts'

export interface PutDeltas {
  readonly table: Readonly<Record<string, readonly StoredDelta[]>>
  /** The names of the parts of each delta. */
  readonly parts: Readonly<Record<string, readonly string[]>>
  /** Those that an answer has room for. */
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

/** Takes the signatures, and gives their names, by the content's SHA-256. */
export async function putSignatures(signatures: Signatures, put: Put): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const [content, signature] of signatures) {
    const { name, body } = signatureFile(signature)
    await put(name, body)
    names[content] = name
  }
  return names
}
