import { AppError, hasCode } from '../core/errors.ts'
import { KEPT_MANIFESTS, type SignedManifest } from '../core/release/catalog.ts'
import { countSignatures } from '../core/release/envelope.ts'
import { openReleaseFolder, type ReleaseSnapshot } from '../core/release/folder/folder.ts'
import type { SignedRoot } from '../core/release/root.ts'
import { type ListedRelease, listedRelease } from '../core/release/update/render.ts'

export interface Published extends SignedManifest {
  readonly snapshot: ReleaseSnapshot
  /** The digests of the releases in the folder, the newest first. */
  readonly manifests: readonly string[]
}

/** @throws AppError `release_invalid` */
export async function readPublished(releaseDir: string): Promise<Published | undefined> {
  try {
    const snapshot = openReleaseFolder(releaseDir).current()
    const { manifests } = await snapshot.stored()
    const signed = await snapshot.manifest(snapshot.pointer.release)
    return signed && { ...signed, snapshot, manifests }
  } catch (error) {
    if (hasCode(error, 'release_missing')) return undefined
    throw error
  }
}

/** Lists the earlier releases, the newest first, and leaves out damaged releases. */
export async function readEarlier({ snapshot, manifests }: Published): Promise<ListedRelease[]> {
  const earlier: ListedRelease[] = []
  for (const release of manifests.slice(0, KEPT_MANIFESTS - 1)) {
    const signed = await snapshot.manifest(release).catch(() => undefined)
    if (signed) earlier.push(listedRelease(signed))
  }
  return earlier
}

/** Whether the release was published with the newest root of the chain, and is signed by it. */
export function carriesNewestRoot({ snapshot, envelope }: Published, chain: readonly SignedRoot[]): boolean {
  const last = chain.at(-1)
  if (!last || snapshot.pointer.root.version !== last.root.version) return false
  return countSignatures('release', envelope, last.root) >= last.root.threshold
}

/** The previous release. If it is damaged, there is only its version, if that can be read. */
export interface Previous {
  readonly previous: Published | undefined
  readonly version: number | undefined
}

/**
 * With `force`, a damaged release counts as no release. Some version must be known, because the next must be higher.
 * @throws AppError `release_invalid`
 */
export async function readPrevious(
  releaseDir: string,
  { force = false, known }: { force?: boolean | undefined; known: readonly (number | undefined)[] },
): Promise<Previous> {
  try {
    const previous = await readPublished(releaseDir)
    return { previous, version: previous?.manifest.version }
  } catch (error) {
    if (!force || !hasCode(error, 'release_invalid')) throw error
    const version = readVersion(releaseDir)
    if ([version, ...known].every(number => number === undefined)) throw unknownVersion(error)
    return { previous: undefined, version }
  }
}

/** Returns undefined if the pointer is damaged too. */
function readVersion(releaseDir: string): number | undefined {
  try {
    return openReleaseFolder(releaseDir).current().pointer.version
  } catch (error) {
    if (hasCode(error, 'release_invalid')) return undefined
    throw error
  }
}

function unknownVersion(cause: unknown): AppError {
  const message = 'Cannot determine the next version: the previous release is damaged'
  return new AppError('release_invalid', message, {
    hint: 'give the last version that was ever published with --after',
    cause,
  })
}
