/** Checks what the host deploys of a release folder: the function includes all of its files. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeployedName } from '../../release/catalog.ts'
import { listOthers, openReleaseDisk } from '../build/release-writer.ts'
import { refuseTooHeavy, type Weight } from '../build/weight.ts'
import type { Published } from '../published.ts'

/** A warning about old content, which would be deployed although nothing hands it out. */
export async function oldContentWarnings({ snapshot }: Published, releaseDir: string): Promise<string[]> {
  const release = { pointer: snapshot.pointer, catalog: await snapshot.stored() }
  const { length } = await listOthers(release, openReleaseDisk(releaseDir))
  if (length === 0) return []
  const files = length === 1 ? '1 file' : `${length} files`
  return [`the release folder has ${files} of another release: run kura publish, which removes them`]
}

/** What the folder takes in the function; a signature, or a file that publishing has not written, is not deployed. @throws AppError `payload_invalid` */
export async function checkWeight(releaseDir: string, limit: number | undefined): Promise<Weight> {
  const names = (await openReleaseDisk(releaseDir).names()).filter(isDeployedName)
  const sizes = await Promise.all(names.map(async name => (await stat(join(releaseDir, name))).size))
  const weight = { bytes: sizes.reduce((sum, size) => sum + size, 0), limit }
  refuseTooHeavy(weight, 'deploy')
  return weight
}
