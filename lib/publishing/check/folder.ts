/** Checks the release folder itself: its size, and its files, for warnings. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeployedName } from '../../core/release/catalog.ts'
import { listOthers, openReleaseDisk } from '../build/release-writer.ts'
import { refuseTooHeavy, type Weight } from '../build/weight.ts'
import type { Published } from '../published.ts'
import { oldContentWarnings } from '../warnings.ts'

/**
 * Checks whether the release fits into a function. Its size includes all files that publishing has written.
 * @throws AppError `payload_invalid` if the host would not deploy the release
 */
export async function checkWeight(releaseDir: string, limit: number | undefined): Promise<Weight> {
  const names = (await openReleaseDisk(releaseDir).names()).filter(isDeployedName)
  const sizes = await Promise.all(names.map(async name => (await stat(join(releaseDir, name))).size))
  const weight = { bytes: sizes.reduce((sum, size) => sum + size, 0), limit }
  refuseTooHeavy(weight, 'deploy')
  return weight
}

/** Returns the warnings about a release that may be deployed. */
export async function folderWarnings(published: Published, releaseDir: string): Promise<string[]> {
  const { snapshot } = published
  const release = { pointer: snapshot.pointer, catalog: await snapshot.stored() }
  const others = await listOthers(release, openReleaseDisk(releaseDir))
  return oldContentWarnings(others)
}
