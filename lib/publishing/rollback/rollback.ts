/**
 * Rolls back: restores the payload of an earlier release and publishes it as the next release. Versions only grow, so
 * devices install it like any other release.
 */
import { basename, dirname } from 'node:path'
import { readRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import { sha256 } from '../../core/release/envelope.ts'
import { refuseOverlap, withPublishLock } from '../folders.ts'
import type { PayloadSettings } from '../payload/settings.ts'
import { settingsFileOf } from '../payload/settings.ts'
import { type PublishOptions, type PublishOutcome, publishLocked } from '../publish.ts'
import { type Marker, removeMarker, undoUnfinished, writeMarker } from './marker.ts'
import { changePayload, type FileVersion, type PayloadChange, restorePayload } from './payload-change.ts'
import { planRollback, type RollbackFolders, type RollbackPlan } from './plan.ts'

export interface RolledBack {
  readonly plan: RollbackPlan
  readonly outcome: PublishOutcome
}

/**
 * Restores the payload of release `version` and publishes it. If an earlier rollback was interrupted, it is undone
 * first. If the rollback fails, the payload is as it was before. One lock covers the whole rollback, so that no other
 * publisher sees a partial change.
 * @throws AppError as `planRollback` and `publishRelease`
 */
export async function rollBack(version: number, options: PublishOptions): Promise<RolledBack> {
  const { payloadDir, releaseDir, keys } = options
  refuseOverlap({ payloadDir, releaseDir, keyDir: keys.dir })
  return withPublishLock(releaseDir, async () => {
    await undoUnfinished(options)
    const plan = await planRollback(options, version)
    return { plan, outcome: await carryOut(plan, options) }
  })
}

async function carryOut(plan: RollbackPlan, options: PublishOptions): Promise<PublishOutcome> {
  const changes = [
    { dir: options.payloadDir, forward: plan.forward, backward: plan.backward },
    ...(plan.settings ? [await settingsChange(plan.settings, options)] : []),
  ]
  await writeMarker(options.releaseDir, markerOf(plan, changes))
  try {
    for (const { dir, forward } of changes) await changePayload(dir, forward)
    const outcome = await publishLocked(options)
    await removeMarker(options.releaseDir)
    return outcome
  } catch (error) {
    const failed: string[] = []
    for (const { dir, backward } of changes) failed.push(...(await restorePayload(dir, backward)))
    if (failed.length === 0) await removeMarker(options.releaseDir)
    throw failed.length === 0 ? error : notRestored(error, failed)
  }
}

interface FolderChange {
  readonly dir: string
  readonly forward: PayloadChange
  readonly backward: PayloadChange
}

function markerOf({ version, commit, forward }: RollbackPlan, [, settings]: readonly FolderChange[]): Marker {
  const written = [...forward.write].map(([path, { content }]) => [path, sha256(content)] as const)
  const removed = forward.remove.map(path => [path, null] as const)
  const [next] = settings?.forward.write.values() ?? []
  return {
    v: 1,
    version,
    commit,
    files: Object.fromEntries([...written, ...removed]),
    ...(next && { settings: sha256(next.content) }),
  }
}

/**
 * Restores the payload if a rollback was interrupted. Returns the release to which that rollback was going; undefined
 * if there is nothing to restore.
 * @throws AppError as `undoUnfinished`
 */
export function undoRollback(folders: RollbackFolders): Promise<number | undefined> {
  return withPublishLock(folders.releaseDir, () => undoUnfinished(folders))
}

async function settingsChange(settings: PayloadSettings, options: PublishOptions): Promise<FolderChange> {
  const file = settingsFileOf(options.payloadDir, options.settingsFile)
  const former = await readRegular(file).catch(() => undefined)
  const name = basename(file)
  const next = `${JSON.stringify(settings, null, 2)}\n`
  const backward = former ? written(name, former) : { write: new Map(), remove: [name] }
  return { dir: dirname(file), forward: written(name, next), backward }
}

function written(name: string, content: FileVersion['content']): PayloadChange {
  return { write: new Map([[name, { content, executable: false }]]), remove: [] }
}

function notRestored(error: unknown, [first, ...others]: readonly string[]): unknown {
  if (!(error instanceof AppError)) return error
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return new AppError(error.code, error.message, {
    hint: `restore "${first}"${more} with git restore: that could not be done either`,
    cause: error,
  })
}
