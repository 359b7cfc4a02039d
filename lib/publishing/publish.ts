/**
 * A person with the release keys turns a payload into a signed release, so the host never sees a key. Nothing is
 * written before the new release is signed and verified.
 */
import { AppError } from '../core/errors.ts'
import type { SignedRoot } from '../core/release/root.ts'
import type { Envelope, Manifest, Root } from '../core/release/schema.ts'
import { noProgress, type ReportProgress } from '../core/work/progress.ts'
import type { Put } from './build/bodies.ts'
import { buildRelease } from './build/build.ts'
import { prepareDeltas } from './build/deltas/deltas.ts'
import {
  createReleaseWriter,
  openReleaseDisk,
  type ReleaseDisk,
  type ReleaseWriter,
  removeOthers,
} from './build/release-writer.ts'
import { bundleLimit, manifestBytes, refuseTooHeavy, type Weight } from './build/weight.ts'
import { refuseOverlap, withPublishLock } from './folders.ts'
import { type KeyFolder, signManifest } from './keys/folder.ts'
import { newest, readChain, refuseExpiredRoot } from './keys/roots.ts'
import type { PayloadFile } from './payload/file.ts'
import { readPayloadSettings } from './payload/settings.ts'
import { walkPayload } from './payload/walk.ts'
import {
  type Changes,
  compareRelease,
  manifestOf,
  nextVersion,
  type PublishReason,
  publishReason,
  refuseFarAhead,
} from './plan.ts'
import { carriesNewestRoot, type Published, readEarlier, readPrevious } from './published.ts'
import { lifeWarnings, oldContentWarnings, warningsOf } from './warnings.ts'

export interface PublishOptions {
  readonly payloadDir: string
  readonly releaseDir: string
  readonly keys: KeyFolder
  /** The time in milliseconds since the epoch. */
  readonly now: number
  readonly settingsFile?: string | undefined
  /** The number of days for which the release is valid; 90 by default. */
  readonly days?: number | undefined
  /** The version that the new release's version must exceed. */
  readonly after?: number | undefined
  readonly force?: boolean | undefined
  /** Whether to allow a payload without files, which removes every file from the devices. */
  readonly empty?: boolean | undefined
  /** The host's version; undefined if the host has no release. If the promise rejects, publishing only reports it. */
  readonly liveVersion?: (() => Promise<number | undefined>) | undefined
  readonly progress?: ReportProgress | undefined
  /** The signal that stops publishing, unless the new release is already the current one. */
  readonly signal?: AbortSignal | undefined
  /** The project, which must not contain the keys; a test may set another. */
  readonly checkout?: string | undefined
  /** The operations on the release folder; a test may make one fail. */
  readonly disk?: ReleaseDisk | undefined
  /** The maximum size in bytes of a function that the host deploys; a test may set fewer. */
  readonly bundleLimit?: number | undefined
}

export type Live =
  | { readonly asked: false }
  | { readonly asked: true; readonly version: number | undefined }
  | { readonly asked: true; readonly failed: unknown }

export interface PublishOutcome {
  /** The reason why a release was made; undefined if the previous release stays and nothing was written. */
  readonly reason: PublishReason | undefined
  /** The digest of the current release. If no release was made, this is the previous release. */
  readonly release: string
  readonly manifest: Manifest
  readonly changes: Changes
  readonly root: Root
  readonly live: Live
  /** The size of the new release, and the largest allowed size; undefined if nothing was written. */
  readonly weight?: Weight
  readonly signers?: readonly string[]
  readonly warnings: readonly string[]
}

/** @throws AppError `payload_invalid`, `root_invalid`, `release_key`, `release_invalid`, `conflict`, `interrupted` */
export async function publishRelease(options: PublishOptions): Promise<PublishOutcome> {
  const { payloadDir, releaseDir, keys } = options
  refuseOverlap({ payloadDir, releaseDir, keyDir: keys.dir })
  return withPublishLock(releaseDir, () => publishLocked(options))
}

async function publishLocked(options: PublishOptions): Promise<PublishOutcome> {
  const settings = await readPayloadSettings(options.payloadDir, options.settingsFile)
  const files = await walkPayload(options.payloadDir, settings, options)
  const chain = await readChain(options.releaseDir)
  const { root } = newest(chain, options.releaseDir)
  refuseExpiredRoot(root, { act: 'publish', now: options.now })
  const live = await askLive(options.liveVersion)
  const known = [liveVersionOf(live), options.after]
  const { force } = options
  const { previous, version: before } = await readPrevious(options.releaseDir, { force, known })
  refuseFarAhead(liveVersionOf(live), [before, options.after])
  if (files.length === 0 && !options.empty) refuseEmpty(previous)
  const changes = compareRelease(previous?.manifest, { files, index: settings.index })
  const reason = publishReason({
    previous: previous?.manifest,
    changes,
    signedByNewestRoot: previous !== undefined && carriesNewestRoot(previous, chain),
    live: liveVersionOf(live),
    now: options.now,
    force: force === true,
  })
  const outcome = { reason, changes, root, live }
  if (previous && !reason) {
    const { manifest, snapshot } = previous
    const release = { pointer: snapshot.pointer, catalog: await snapshot.stored() }
    const left = await removeOthers(release, options.disk ?? openReleaseDisk(options.releaseDir))
    const warnings = [...lifeWarnings(root, manifest), ...oldContentWarnings(left)]
    return { ...outcome, release: snapshot.pointer.release, manifest, warnings }
  }
  const version = nextVersion([before, ...known])
  const manifest = manifestOf(files, { version, index: settings.index, ...options })
  const written = await signAndWrite({ manifest, files, chain, previous, options })
  const { digest, weight, signers, ...found } = written
  const warnings = warningsOf({ root, manifest, weight, ...found })
  return { ...outcome, release: digest, manifest, weight, signers, warnings }
}

/** @throws AppError `payload_invalid`, unless the previous release had no file either */
function refuseEmpty(previous: Published | undefined): void {
  if (previous?.manifest.files.length === 0) return
  throw new AppError('payload_invalid', 'Cannot publish the payload: it has no file', {
    hint: 'put files into it, or publish a release without files with --empty; it removes every file from the devices',
  })
}

async function askLive(ask: PublishOptions['liveVersion']): Promise<Live> {
  if (!ask) return { asked: false }
  try {
    return { asked: true, version: await ask() }
  } catch (failed) {
    return { asked: true, failed }
  }
}

function liveVersionOf(live: Live): number | undefined {
  return 'version' in live ? live.version : undefined
}

interface ToWrite {
  readonly manifest: Manifest
  readonly files: readonly PayloadFile[]
  readonly chain: readonly SignedRoot[]
  readonly previous: Published | undefined
  readonly options: PublishOptions
}

interface Written {
  readonly digest: string
  readonly weight: Weight
  readonly signers: readonly string[]
  readonly lacking: ReadonlyMap<string, unknown>
  readonly left: readonly string[]
}

async function signAndWrite(input: ToWrite): Promise<Written> {
  const { manifest, chain, options } = input
  const envelope = await signManifest(manifest, newest(chain, options.releaseDir).root, options)
  const writer = createReleaseWriter(options.disk ?? openReleaseDisk(options.releaseDir))
  try {
    return await writeRelease(input, envelope, writer)
  } catch (error) {
    await writer.discard()
    throw error
  }
}

async function writeRelease(
  { manifest, files, chain, previous, options }: ToWrite,
  envelope: Envelope,
  writer: ReleaseWriter,
): Promise<Written> {
  const { progress = noProgress, releaseDir, bundleLimit: limit = bundleLimit(releaseDir) } = options
  const earlier = previous ? await readEarlier(previous) : []
  const lacking = new Map<string, unknown>()
  const deps = { skipped: (path: string, cause: unknown) => void lacking.set(path, cause) }
  const before = previous && { files, snapshot: previous.snapshot, earlier }
  const deltas = before && prepareDeltas(before, { ...deps, scratchDir: releaseDir })
  const input = { manifest, envelope, files, chain, earlier, deltas }
  const put: Put = async (name, body) => {
    options.signal?.throwIfAborted()
    await writer.put(name, body)
  }
  const release = await buildRelease(input, { put, progress })
  const weight = { bytes: writer.bytes() + manifestBytes(earlier), limit }
  refuseTooHeavy(weight, 'publish')
  options.signal?.throwIfAborted()
  const left = await writer.commit(release)
  const signers = envelope.signatures.map(({ keyid }) => keyid)
  return { digest: release.pointer.release, weight, signers, lacking, left }
}
