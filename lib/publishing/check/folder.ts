/** Checks the release folder itself: its size, and its files, for warnings. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeployedName } from '../../core/release/catalog.ts'
import { readStoredSignature } from '../build/deltas/signatures.ts'
import { listOthers, openReleaseDisk } from '../build/release-writer.ts'
import { refuseTooHeavy, type Weight } from '../build/weight.ts'
import type { Published } from '../published.ts'
import { oldContentWarnings } from '../warnings.ts'

/**
 * Checks whether the release fits into a function. Its size includes the files that publishing has written, except the
 * block signatures.
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
  return [...oldContentWarnings(others), ...(await signatureWarnings(published))]
}

/** Returns the warnings about block signatures that the next publish cannot use; the host does not need them. */
async function signatureWarnings({ snapshot }: Published): Promise<string[]> {
  const { signatures = {} } = await snapshot.stored()
  const damaged: string[] = []
  for (const [content, name] of Object.entries(signatures)) {
    const signature = await readStoredSignature(content, snapshot).catch(() => undefined)
    if (!signature) damaged.push(name)
  }
  return damaged.map(
    name =>
      `the release folder's "${name}" is damaged or missing: restore it from git, or devices may download a file whole that comes back`,
  )
}
