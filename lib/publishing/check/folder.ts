/** What a person should know of a release folder that may be deployed as it is. */
import { listOthers, openReleaseDisk } from '../build/release-writer.ts'
import { readStoredSignature } from '../build/signatures.ts'
import type { Published } from '../published.ts'
import { oldContentWarnings } from '../warnings.ts'

export async function folderWarnings(published: Published, releaseDir: string): Promise<string[]> {
  const { snapshot } = published
  const release = { pointer: snapshot.pointer, catalog: await snapshot.stored() }
  const others = await listOthers(release, openReleaseDisk(releaseDir))
  return [...oldContentWarnings(others), ...(await signatureWarnings(published))]
}

/** Warnings about signatures that the next publish cannot use; the host needs none. */
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
