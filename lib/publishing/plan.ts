/** Decides whether to publish and why, and makes the manifest. Pure. */
import { AppError } from '../core/errors.ts'
import { WIRE_VERSION } from '../core/release/limits.ts'
import type { Manifest, ReleaseFile } from '../core/release/schema.ts'
import type { PayloadFile } from './payload/file.ts'
import type { PayloadSettings } from './payload/settings.ts'

/** The changes since the previous release. The lists are ordered by path. */
export interface Changes {
  readonly added: readonly ReleaseFile[]
  readonly changed: readonly { readonly before: ReleaseFile; readonly after: ReleaseFile }[]
  readonly removed: readonly ReleaseFile[]
  readonly unchanged: number
  /** Whether the index path, its heading or a program mark differs. Titles are no settings: contents have them. */
  readonly settings: boolean
}

export function compareRelease(
  before: Pick<Manifest, 'files' | 'index'> | undefined,
  after: Pick<Manifest, 'files' | 'index'>,
): Changes {
  const old = new Map((before?.files ?? []).map(file => [file.path, file]))
  const paths = new Set(after.files.map(({ path }) => path))
  const pairs = after.files.map(file => ({ before: old.get(file.path), after: file }))
  const kept = pairs.flatMap(({ before, after }) => (before ? [{ before, after }] : []))
  const changed = kept.filter(({ before, after }) => before.sha256 !== after.sha256)
  return {
    added: pairs.filter(({ before }) => before === undefined).map(({ after }) => after),
    changed,
    removed: [...old.values()].filter(({ path }) => !paths.has(path)),
    unchanged: kept.length - changed.length,
    settings: before !== undefined && (!sameIndex(before, after) || kept.some(hasOtherMark)),
  }
}

export function isUnchanged({ added, changed, removed, settings }: Changes): boolean {
  return added.length + changed.length + removed.length === 0 && !settings
}

function sameIndex(
  before: Pick<Manifest, 'index'>,
  after: { readonly index: PayloadSettings['index'] },
): boolean {
  return before.index.path === after.index.path && before.index.heading === after.index.heading
}

function hasOtherMark({ before, after }: { before: ReleaseFile; after: ReleaseFile }): boolean {
  return before.program !== after.program
}

/** The next version is higher than every known one, because versions only grow. */
export function nextVersion(known: readonly (number | undefined)[]): number {
  return 1 + Math.max(0, ...known.map(version => version ?? 0))
}

/** The maximum number of versions by which a host may be ahead of the newest version that the publisher knows. */
const MOST_AHEAD = 1000

/**
 * Refuses a high version that the host may have invented, because the publisher could use no lower version after it.
 * @throws AppError `conflict`
 */
export function refuseFarAhead(live: number | undefined, known: readonly (number | undefined)[]): void {
  const last = nextVersion(known) - 1
  if (live === undefined || live <= last + MOST_AHEAD) return
  const message = `Cannot publish: the host says that it serves release ${live}, expected at most ${last + MOST_AHEAD}`
  throw new AppError('conflict', message, {
    hint: `if a release ${live} was ever published, give it with --after; if not, do not trust the host`,
  })
}

export type PublishReason = 'first' | 'changed' | 'root' | 'live is newer' | 'expires soon' | 'forced'

export interface ReasonInput {
  readonly previous: Pick<Manifest, 'version' | 'created' | 'expires'> | undefined
  readonly changes: Changes
  /** Whether the previous release was published with the newest root and is signed by it. */
  readonly signedByNewestRoot: boolean
  readonly live: number | undefined
  /** The time in milliseconds since the epoch. */
  readonly now: number
  readonly force: boolean
}

/** The reason to publish; undefined if the previous release can stay. */
export function publishReason(input: ReasonInput): PublishReason | undefined {
  const { previous, changes, signedByNewestRoot, live, now, force } = input
  if (!previous) return 'first'
  if (!isUnchanged(changes)) return 'changed'
  if (!signedByNewestRoot) return 'root'
  if ((live ?? 0) > previous.version) return 'live is newer'
  if (expiresSoon(previous, now)) return 'expires soon'
  return force ? 'forced' : undefined
}

/** Whether less than a third of the release's lifetime is left. */
export function expiresSoon(
  { created, expires }: { created: string; expires: string },
  now: number,
): boolean {
  const end = Date.parse(expires)
  return end - now < (end - Date.parse(created)) / 3
}

const RELEASE_DAYS = 90
const DAY = 86_400_000

export interface ManifestFacts extends Pick<Manifest, 'version' | 'index'> {
  /** The time in milliseconds since the epoch. */
  readonly now: number
  /** The number of days for which the release is valid; 90 by default. */
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
