/**
 * Rolls back: restores the payload of an earlier release and publishes it as the next release. Versions only grow, so
 * devices install it like any other release.
 */
import { basename, dirname } from 'node:path'
import { readRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import { refuseOverlap, withPublishLock } from '../folders.ts'
import type { PayloadSettings } from '../payload/settings.ts'
import { settingsFileOf } from '../payload/settings.ts'
import { type PublishOptions, type PublishOutcome, publishLocked } from '../publish.ts'
import { changePayload, type FileVersion, type PayloadChange, restorePayload } from './payload-change.ts'
import { planRollback, type RollbackPlan } from './plan.ts'

export interface RolledBack {
  readonly plan: RollbackPlan
  readonly outcome: PublishOutcome
}

/**
 * Restores the payload of release `version` and publishes it. If that fails, the payload stays as it was before. The
 * payload is read, changed and published under one lock, so that no other publisher sees a partial change.
 * @throws AppError as `planRollback` and `publishRelease`
 */
export async function rollBack(version: number, options: PublishOptions): Promise<RolledBack> {
  const { payloadDir, releaseDir, keys } = options
  refuseOverlap({ payloadDir, releaseDir, keyDir: keys.dir })
  return withPublishLock(releaseDir, async () => {
    const plan = await planRollback(options, version)
    return { plan, outcome: await carryOut(plan, options) }
  })
}

async function carryOut(plan: RollbackPlan, options: PublishOptions): Promise<PublishOutcome> {
  const changes = [
    { dir: options.payloadDir, forward: plan.forward, backward: plan.backward },
    ...(plan.settings ? [await settingsChange(plan.settings, options)] : []),
  ]
  try {
    for (const { dir, forward } of changes) await changePayload(dir, forward)
    return await publishLocked(options)
  } catch (error) {
    const failed: string[] = []
    for (const { dir, backward } of changes) failed.push(...(await restorePayload(dir, backward)))
    throw failed.length === 0 ? error : notRestored(error, failed)
  }
}

interface FolderChange {
  readonly dir: string
  readonly forward: PayloadChange
  readonly backward: PayloadChange
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
