import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FileDigest } from '../../core/disk/digest-file.ts'
import { parseJsonBytes } from '../../core/json/json.ts'
import { decodeContent } from '../../core/release/body/packing.ts'
import { sha256 } from '../../core/release/envelope.ts'
import type { ReleaseSnapshot } from '../../core/release/folder/folder.ts'
import { answerSchema } from '../../core/release/schema.ts'
import { longWork, noProgress, type ReportProgress } from '../../core/work/progress.ts'
import { inflate, piecesOf, unfit } from '../build/content.ts'
import type { Published } from '../published.ts'

interface ContentsOptions {
  readonly progress?: ReportProgress | undefined
  readonly signal?: AbortSignal | undefined
}

/** @throws AppError `release_invalid` if a file cannot be assembled, or is not as the manifest says */
export async function checkContents(
  { snapshot, manifest }: Published,
  { progress = noProgress, signal }: ContentsOptions,
): Promise<void> {
  const total = manifest.files.length
  const report = longWork(progress, { total, from: 100 })
  for (const [index, file] of manifest.files.entries()) {
    signal?.throwIfAborted()
    const { size, sha256: digest } = await digestContent(snapshot, file.sha256)
    if (size !== file.size || digest !== file.sha256) {
      throw unfit(`the content of "${file.path}" is not what its manifest says`)
    }
    report({ what: 'checking', done: index + 1, total, unit: 'files' })
  }
}

/** Reads a content in pieces, so that a large content is never in memory as a whole. */
async function digestContent(snapshot: ReleaseSnapshot, digest: string): Promise<FileDigest> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of piecesOf(snapshot, digest)) {
    hash.update(piece)
    size += piece.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** @throws AppError `release_invalid` if a device would not accept the prepared answer */
export async function checkFirst({ snapshot, manifest, envelope }: Published): Promise<void> {
  const body = await inflate(await snapshot.first())
  const answer = answerSchema.safeParse(parseJsonBytes(body))
  if (!answer.success || !isDeepStrictEqual(answer.data.release, envelope)) {
    throw unfit('its prepared answer is not valid')
  }
  const entries = answer.data.files
  const right = manifest.files.every(({ path, sha256: digest }, index) => {
    const entry = entries[index]
    const { text, base64 } = entry ?? {}
    const content = text !== undefined ? { text } : base64 !== undefined ? { base64 } : undefined
    return (
      entry?.path === path &&
      entry.sha256 === digest &&
      (!content || sha256(decodeContent(content)) === digest)
    )
  })
  if (!right || entries.length !== manifest.files.length) {
    throw unfit('its prepared answer is not what the manifest says')
  }
}
