/** Checks the signatures of contents that have left the release. The host needs none, so a release without them is fit. */
import { openSignature } from '../build/signatures.ts'
import type { Published } from '../published.ts'

export async function signatureWarnings({ snapshot }: Published): Promise<string[]> {
  const { signatures = {} } = await snapshot.stored()
  const damaged: string[] = []
  for (const [content, name] of Object.entries(signatures)) {
    const signature = await openSignature(content, snapshot).catch(() => undefined)
    if (!signature) damaged.push(name)
  }
  return damaged.map(
    name =>
      `the release folder's "${name}" is damaged or missing: restore it from git, or devices may download a file whole that comes back`,
  )
}
