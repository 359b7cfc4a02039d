import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../core/errors.ts'
import { isDeployedName } from '../../core/release/catalog.ts'
import { sha256 } from '../../core/release/envelope.ts'
import type { ReleaseSnapshot } from '../../core/release/folder/folder.ts'
import type { SignedRoot } from '../../core/release/root.ts'
import { type Manifest, manifestSchema } from '../../core/release/schema.ts'
import type { ReportProgress } from '../../core/work/progress.ts'
import { unfit } from '../build/content.ts'
import { listOthers, openReleaseDisk } from '../build/release-writer.ts'
import { bundleLimit, refuseTooHeavy, type Weight, weightWarnings } from '../build/weight.ts'
import { earlyEndWarning, newest, readChain, refuseExpiredRoot } from '../keys/roots.ts'
import { readPayloadSettings } from '../payload/settings.ts'
import { walkPayload } from '../payload/walk.ts'
import { type Changes, compareRelease, expiresSoon, isUnchanged } from '../plan.ts'
import { carriesNewestRoot, type Published, readPublished } from '../published.ts'
import { oldContentWarnings } from '../warnings.ts'
import { checkContents, checkFirst } from './contents.ts'
import { checkDeltas, checkUpdates } from './updates.ts'

/** Milliseconds before the end of a root within which a warning reports the end. */
const ROOT_WARNING = 30 * 86_400_000

export interface CheckOptions {
  readonly payloadDir: string
  readonly releaseDir: string
  /** The time in milliseconds since the epoch. */
  readonly now: number
  /** Whether the release is for production, which refuses a development root. */
  readonly production: boolean
  readonly settingsFile?: string | undefined
  readonly progress?: ReportProgress | undefined
  readonly signal?: AbortSignal | undefined
  /** The maximum size in bytes of a function that the host deploys; a test may set fewer. */
  readonly bundleLimit?: number | undefined
}

export interface CheckReport {
  readonly problems: readonly AppError[]
  readonly warnings: readonly string[]
  readonly manifest: Manifest | undefined
}

/**
 * Reports all problems. The build of a deployment runs this check, so a release with a problem is never served.
 * @throws the reason of the signal
 */
export async function checkRelease(options: CheckOptions): Promise<CheckReport> {
  const problems: AppError[] = []
  const collect = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    options.signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      options.signal?.throwIfAborted()
      problems.push(error instanceof AppError ? error : unfit('it is damaged', error))
      return undefined
    }
  }
  const published = await collect(() => readRequired(options.releaseDir))
  if (!published) return { problems, warnings: [], manifest: undefined }
  const chain = await collect(() => readChain(options.releaseDir))
  if (chain) {
    await collect(() => checkRoot(published, chain, options))
    const { releaseDir, now } = options
    await collect(async () => refuseExpiredRoot(newest(chain, releaseDir).root, { act: 'deploy', now }))
  }
  await collect(async () => refuseFuture(published, options))
  await collect(() => checkPointer(published))
  await collect(() => checkPayload(published, options))
  await collect(() => checkContents(published, options))
  await collect(() => checkFirst(published))
  await collect(() => checkDeltas(published))
  await collect(() => checkUpdates(published))
  const { releaseDir, bundleLimit: limit = bundleLimit(releaseDir) } = options
  const weight = await collect(() => checkWeight(releaseDir, limit))
  const folder = await collect(() => folderWarnings(published, releaseDir))
  const warnings = [
    ...warningsOf(published, options.now),
    ...(weight ? weightWarnings(weight) : []),
    ...(folder ?? []),
  ]
  return { problems, warnings, manifest: published.manifest }
}

async function readRequired(releaseDir: string): Promise<Published> {
  const published = await readPublished(releaseDir)
  if (published) return published
  throw new AppError('release_missing', `Cannot deploy: there is no release in "${releaseDir}"`, {
    hint: 'run kura root init once, then kura publish, and commit the release folder',
  })
}

async function checkRoot(
  published: Published,
  chain: readonly SignedRoot[],
  options: CheckOptions,
): Promise<void> {
  const { root } = newest(chain, options.releaseDir)
  if (!carriesNewestRoot(published, chain)) {
    throw unfit(`release ${published.manifest.version} is not signed by root ${root.version}`)
  }
  const carried = (await published.snapshot.stored()).roots.map(({ envelope }) => envelope)
  const roots = chain.map(({ envelope }) => envelope)
  if (!isDeepStrictEqual(carried, roots)) {
    throw unfit('the roots that it includes are not those of roots.json')
  }
  if (options.production && root.development) {
    const message = `Cannot deploy to production: root ${root.version} is a development root`
    throw new AppError('root_invalid', message, {
      hint: 'create a root of your own with kura root init --release DIR, publish, and enrol the devices with it',
    })
  }
}

/** The accepted difference between the publisher's clock and this machine's clock, in milliseconds. */
const CLOCKS_DIFFER = 600_000

/** Refuses a release from the future, because devices would refuse it too. */
function refuseFuture({ manifest: { version, created } }: Published, { now }: CheckOptions): void {
  if (Date.parse(created) <= now + CLOCKS_DIFFER) return
  const clock = new Date(now).toISOString()
  const message = `Cannot deploy release ${version}: it was made on ${created}, and the clock here says ${clock}`
  throw new AppError('release_invalid', message, {
    hint: "set the clock of the publisher's machine, then run kura publish --force and commit the release folder",
  })
}

async function checkPointer({ snapshot, manifest, envelope, manifests }: Published): Promise<void> {
  const { pointer } = snapshot
  if (!manifestSchema.safeParse(manifest).success) throw unfit('its manifest is not valid')
  if (sha256(envelope.signed) !== pointer.release || manifests[0] !== pointer.release) {
    throw unfit('its manifest is not the one that the pointer names')
  }
  const facts = { version: manifest.version, created: manifest.created, expires: manifest.expires }
  const stated = { version: pointer.version, created: pointer.created, expires: pointer.expires }
  const counted = pointer.files === manifest.files.length
  // the catalog is read last, because a damaged catalog has its own error
  if (!isDeepStrictEqual(facts, stated) || !counted || pointer.root.version !== (await newestRoot(snapshot)))
    throw unfit('its pointer does not agree with the manifest')
}

async function newestRoot(snapshot: ReleaseSnapshot): Promise<number | undefined> {
  return (await snapshot.stored()).roots.at(-1)?.version
}

async function checkPayload({ manifest }: Published, options: CheckOptions): Promise<void> {
  const settings = await readPayloadSettings(options.payloadDir, options.settingsFile)
  const files = await walkPayload(options.payloadDir, settings, options)
  const changes = compareRelease(manifest, { files, index: settings.index })
  if (isUnchanged(changes)) return
  const message = `Cannot deploy release ${manifest.version}: the payload has changed since, ${changesText(changes)}`
  throw new AppError('payload_unpublished', message, {
    hint: 'run kura publish and commit the release folder, or undo the change',
  })
}

/** `1 added ("a.md"), 2 changed ("b.md", "c.md")` */
function changesText({ added, changed, removed, settings }: Changes): string {
  const kinds = [
    { word: 'added', paths: added.map(({ path }) => path) },
    { word: 'changed', paths: changed.map(({ after }) => after.path) },
    { word: 'removed', paths: removed.map(({ path }) => path) },
  ]
  const texts = kinds
    .filter(({ paths }) => paths.length > 0)
    .map(
      ({ word, paths }) =>
        `${paths.length} ${word} (${paths
          .slice(0, 3)
          .map(path => `"${path}"`)
          .join(', ')}${paths.length > 3 ? ', …' : ''})`,
    )
  return [...texts, ...(settings ? ['its settings changed'] : [])].join(', ')
}

/** The warnings about the release and its root. An expired root is a problem instead of a warning. */
function warningsOf({ manifest, snapshot }: Published, now: number): string[] {
  const { root } = snapshot.pointer
  const early = earlyEndWarning(root, manifest)
  const left = Date.parse(root.expires) - now
  return [
    ...releaseWarnings(manifest, now),
    ...(left > 0 && early !== undefined ? [early] : []),
    ...(left > 0 && left < ROOT_WARNING && early === undefined
      ? [`root ${root.version} expires on ${root.expires}: run kura root rotate, then kura publish`]
      : []),
  ]
}

function releaseWarnings(manifest: Manifest, now: number): string[] {
  const { version, expires } = manifest
  if (Date.parse(expires) <= now)
    return [`release ${version} expired on ${expires}: devices no longer install it; run kura publish`]
  return expiresSoon(manifest, now) ? [`release ${version} expires on ${expires}: run kura publish`] : []
}

/**
 * The weight of the folder, with the old files in it, which the host would deploy too.
 * @throws AppError `payload_invalid` if the host would not deploy the release
 */
async function checkWeight(releaseDir: string, limit: number | undefined): Promise<Weight> {
  const names = (await openReleaseDisk(releaseDir).names()).filter(isDeployedName)
  const sizes = await Promise.all(names.map(async name => (await stat(join(releaseDir, name))).size))
  const weight = { bytes: sizes.reduce((sum, size) => sum + size, 0), limit }
  refuseTooHeavy(weight, 'deploy')
  return weight
}

async function folderWarnings(published: Published, releaseDir: string): Promise<string[]> {
  const { snapshot } = published
  const release = { pointer: snapshot.pointer, catalog: await snapshot.stored() }
  const others = await listOthers(release, openReleaseDisk(releaseDir))
  return oldContentWarnings(others)
}
