/** The release that stands in the release folder, as the publisher looks at it. */
import { hasCode } from '../errors.ts'
import { countSignatures } from '../release/envelope.ts'
import type { SignedRoot } from '../release/root.ts'
import type { SignedManifest } from './catalog.ts'
import { openReleaseFolder, type ReleaseSnapshot } from './release-folder.ts'

export interface Published extends SignedManifest {
  readonly snapshot: ReleaseSnapshot
  /** The digests of the releases that the folder keeps, newest first. */
  readonly manifests: readonly string[]
}

/** The current release of the folder, undefined where there is none. @throws AppError `release_invalid` */
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

/** Whether the release was published with the newest root of the chain, and is signed by it. */
export function carriesNewestRoot({ snapshot, envelope }: Published, chain: readonly SignedRoot[]): boolean {
  const last = chain.at(-1)
  if (!last || snapshot.pointer.root.version !== last.root.version) return false
  return countSignatures('release', envelope, last.root) >= last.root.threshold
}
