/** Finds the releases in git: each commit that changed the pointer of the release folder is one. */
import { AppError } from '../../core/errors.ts'
import {
  manifestName,
  POINTER,
  type Pointer,
  parseManifest,
  parsePointer,
} from '../../core/release/catalog.ts'
import { countSignatures, sha256 } from '../../core/release/envelope.ts'
import type { SignedRoot } from '../../core/release/root.ts'
import type { Manifest } from '../../core/release/schema.ts'
import type { GitFile, GitFolder } from './git.ts'

export interface PastRelease {
  readonly version: number
  readonly created: string
  /** The digest of the signed text of the release's manifest. */
  readonly release: string
  /**
   * The commits that may have the payload of the release: the commit that added the release, and the last one before
   * the next release.
   */
  readonly commits: readonly string[]
}

/** Lists every release in the history of the release folder, the newest first. */
export async function listReleases(folder: GitFolder): Promise<PastRelease[]> {
  const commits = await folder.commitsOf(POINTER)
  const releases = new Map<number, PastRelease>()
  for (const [index, commit] of commits.entries()) {
    const pointer = readPointer(await folder.file(commit, POINTER))
    if (!pointer || releases.has(pointer.version)) continue
    const next = commits[index - 1]
    const { version, created, release } = pointer
    releases.set(version, { version, created, release, commits: [commit, next ? `${next}^` : 'HEAD'] })
  }
  return [...releases.values()].sort((one, other) => other.version - one.version)
}

function readPointer(content: Buffer | undefined): Pointer | undefined {
  try {
    return content && parsePointer(content.toString())
  } catch {
    return undefined
  }
}

/**
 * Reads the manifest of a past release. @throws AppError `release_invalid` unless a root of the `chain` has signed it
 */
export async function readPastManifest(
  { version, release, commits }: PastRelease,
  { folder, chain }: { readonly folder: GitFolder; readonly chain: readonly SignedRoot[] },
): Promise<Manifest> {
  const name = manifestName(release)
  const stored = await folder.file(commits[0] ?? 'HEAD', name)
  const { manifest, envelope } = parseManifest(String(stored ?? ''), name)
  const signed = chain.some(({ root }) => countSignatures('release', envelope, root) >= root.threshold)
  if (signed && sha256(envelope.signed) === release && manifest.version === version) return manifest
  throw new AppError(
    'release_invalid',
    `Cannot roll back to release ${version}: no root of this folder signed it`,
    {
      hint: 'look at the history of the release folder: kura rolls back only to what your keys have signed',
    },
  )
}

/**
 * Returns the files of the payload in the first of the `commits` that has all files of the manifest; undefined if none
 * has them.
 */
export async function findPayload(
  payload: GitFolder,
  { commits, manifest }: { readonly commits: readonly string[]; readonly manifest: Manifest },
): Promise<ReadonlyMap<string, GitFile> | undefined> {
  for (const commit of commits) {
    const files = await payload.files(commit)
    if (manifest.files.every(({ path, size }) => files.get(path)?.size === size)) return files
  }
  return undefined
}
