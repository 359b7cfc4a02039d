/**
 * The block signatures that a release folder keeps: one for each large content that is no longer in the release, but
 * that a device with one of the last releases may still have. The signature is made once, when the content leaves the
 * release (decision 0019).
 */
import { damaged } from '../../../core/release/catalog.ts'
import { readSignature, signatureOf } from '../../../core/release/delta/signature.ts'
import type { ReleaseSnapshot } from '../../../core/release/folder/folder.ts'
import { DELTA_FROM } from '../../../core/release/limits.ts'
import type { ReleaseFile } from '../../../core/release/schema.ts'
import { signatureFile } from '../bodies.ts'
import { piecesOf, verified } from '../content.ts'
import { type Before, orSkip, type Signatures, type SkipDeps } from './before.ts'

/**
 * Returns the block signatures that a release keeps, by the SHA-256 of the content. If the previous release has neither
 * the content nor its signature undamaged, the content gets none.
 */
export async function prepareSignatures(
  { files, snapshot, earlier }: Before,
  deps: SkipDeps,
): Promise<Signatures> {
  const signatures = new Map<string, Buffer>()
  const done = new Set(files.map(({ sha256 }) => sha256))
  for (const file of earlier.flatMap(release => release.files)) {
    if (file.size <= DELTA_FROM || done.has(file.sha256)) continue
    done.add(file.sha256)
    const signature = await orSkip(file.path, signatureFor(file, snapshot), deps)
    if (signature) signatures.set(file.sha256, signature)
  }
  return signatures
}

/**
 * Returns the stored block signature of a file's content or, if there is none, a new one that is made from the content;
 * undefined if the previous release has neither.
 */
async function signatureFor(file: ReleaseFile, snapshot: ReleaseSnapshot): Promise<Buffer | undefined> {
  const { signatures = {} } = await snapshot.stored()
  if (Object.hasOwn(signatures, file.sha256)) return readStoredSignature(file.sha256, snapshot)
  if (!(await snapshot.catalog()).places.has(file.sha256)) return undefined
  return signatureOf(file.size, verified(file.sha256, piecesOf(snapshot, file.sha256)))
}

/**
 * Reads the stored signature of a file's content. @throws AppError `release_invalid` if it is damaged or missing
 */
export async function readStoredSignature(content: string, snapshot: ReleaseSnapshot): Promise<Buffer> {
  const { signatures = {} } = await snapshot.stored()
  const bytes = await snapshot.signature(content)
  if (bytes && readSignature(bytes) && signatureFile(bytes).name === signatures[content]) return bytes
  throw damaged(signatures[content] ?? '')
}
