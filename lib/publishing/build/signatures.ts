/**
 * The signatures that a release folder keeps: of each large content that a device with one of the last releases may have,
 * and that has left the release since. A content is read for its signature once, when it leaves (decision 0019).
 */
import { damaged } from '../../release/catalog.ts'
import { readSignature, type Signature, signatureOf } from '../../release/delta/signature.ts'
import type { ReleaseSnapshot } from '../../release/folder.ts'
import { DELTA_FROM } from '../../release/limits.ts'
import type { ReleaseFile } from '../../release/schema.ts'
import { type DeltaInput, orSkip, type SkipDeps } from './before.ts'
import { type StoredFile, signatureFile } from './bodies.ts'
import { openContent, verified } from './content.ts'

export interface KeptSignature {
  /** The content's SHA-256. */
  readonly content: string
  readonly file: StoredFile
}

/** The signatures that a release keeps; a content has none if it, or its signature, is damaged in the release before. */
export async function* prepareSignatures(
  { files, snapshot, earlier }: DeltaInput,
  deps: SkipDeps,
): AsyncGenerator<KeptSignature, void> {
  const done = new Set(files.map(({ sha256 }) => sha256))
  for (const file of earlier.flatMap(release => release.files)) {
    if (file.size <= DELTA_FROM || done.has(file.sha256)) continue
    done.add(file.sha256)
    const signature = await orSkip(file.path, signatureFor(file, snapshot), deps)
    if (signature) yield { content: file.sha256, file: signatureFile(signature) }
  }
}

/** The stored signature of a content, else one that is made of it; undefined if the release before has neither. */
async function signatureFor(file: ReleaseFile, snapshot: ReleaseSnapshot): Promise<Buffer | undefined> {
  const { signatures = {} } = await snapshot.stored()
  if (Object.hasOwn(signatures, file.sha256)) {
    await openSignature(file.sha256, snapshot)
    return snapshot.signature(file.sha256)
  }
  if (!(await snapshot.catalog()).places.has(file.sha256)) return undefined
  return signatureOf(file.size, verified(file.sha256, await openContent(snapshot, file.sha256)))
}

/** The stored signature of a content. @throws AppError `release_invalid` if it is damaged or missing */
export async function openSignature(content: string, snapshot: ReleaseSnapshot): Promise<Signature> {
  const { signatures = {} } = await snapshot.stored()
  const bytes = await snapshot.signature(content)
  const signature = bytes && readSignature(bytes)
  if (signature && signatureFile(bytes).name === signatures[content]) return signature
  throw damaged(signatures[content] ?? '')
}
