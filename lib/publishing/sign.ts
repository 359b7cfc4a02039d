/** Makes the manifest of a release, and signs it with the keys of the newest root. */
import { AppError } from '../core/errors.ts'
import { countSignatures, signEnvelope } from '../core/release/envelope.ts'
import { WIRE_VERSION } from '../core/release/limits.ts'
import type { Envelope, Manifest, ReleaseFile, Root } from '../core/release/schema.ts'
import { checkKeyDir, type KeyFolder, openKeys } from './key-folder.ts'
import type { PayloadFile } from './payload-file.ts'

const RELEASE_DAYS = 90
const DAY = 86_400_000

export interface ManifestFacts extends Pick<Manifest, 'version' | 'index'> {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** How long the release lives; 90 days unless given. */
  readonly days?: number | undefined
}

export function manifestOf(
  files: readonly PayloadFile[],
  { version, index, now, days = RELEASE_DAYS }: ManifestFacts,
): Manifest {
  return {
    v: WIRE_VERSION,
    version,
    created: new Date(now).toISOString(),
    expires: new Date(now + days * DAY).toISOString(),
    index,
    files: files.map(({ read: _, ...file }): ReleaseFile => file),
  }
}

/** @throws AppError `release_key` if keys are missing, are in the project, or do not belong to the root */
export async function signManifest(
  manifest: Manifest,
  root: Root,
  { keys: folder, checkout }: { readonly keys: KeyFolder; readonly checkout?: string | undefined },
): Promise<Envelope> {
  checkKeyDir(folder.dir, { development: root.development === true, checkout })
  const keys = await openKeys(folder, { keyids: Object.keys(root.keys), needed: root.threshold })
  const envelope = signEnvelope(
    'release',
    JSON.stringify(manifest),
    keys.map(({ privateKey }) => privateKey),
  )
  if (countSignatures('release', envelope, root) >= root.threshold) return envelope
  throw new AppError('release_key', `Cannot sign: the signatures are not valid for root ${root.version}`, {
    hint: 'check that roots.json and the key files belong together',
  })
}
