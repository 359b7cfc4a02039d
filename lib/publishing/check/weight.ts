/** Checks what the host deploys of a release folder: the function includes all of it but the signatures. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeployedName } from '../../core/release/catalog.ts'
import { openReleaseDisk } from '../build/release-writer.ts'
import { refuseTooHeavy, type Weight } from '../build/weight.ts'

/** What the folder takes in the function; a signature, or a file that publishing has not written, is not deployed. @throws AppError `payload_invalid` */
export async function checkWeight(releaseDir: string, limit: number | undefined): Promise<Weight> {
  const names = (await openReleaseDisk(releaseDir).names()).filter(isDeployedName)
  const sizes = await Promise.all(names.map(async name => (await stat(join(releaseDir, name))).size))
  const weight = { bytes: sizes.reduce((sum, size) => sum + size, 0), limit }
  refuseTooHeavy(weight, 'deploy')
  return weight
}
