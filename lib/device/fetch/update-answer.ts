/**
 * Reads the host's answers of version 2: rebuilds the exact text of the manifest, and finds each content by its file's
 * place in the manifest.
 */
import { HEAD_LIMIT, PART_SIZE } from '../../core/release/limits.ts'
import {
  type Manifest,
  type ReleaseFile,
  type UpdateHead,
  updateHeadSchema,
} from '../../core/release/schema.ts'
import { cutUpdate, splitUpdate, type UpdateBody } from '../../core/release/update/body.ts'
import { rebuildText } from '../../core/release/update/text.ts'
import type { SignedRelease } from '../trust/trusted-state.ts'
import type { Offer, Source } from './offer.ts'
import { readReply, unreadable } from './wire.ts'

/** The release that the question named: the answer may be a difference to it. */
export type NamedRelease = Pick<SignedRelease, 'envelope' | 'manifest'>

interface Context {
  readonly named: NamedRelease | undefined
  readonly host: string
}

/**
 * @throws AppError `remote_answer`, or `content_mismatch` if the text that it rebuilds does not have the digest that the
 * host names: the device then asks for the whole
 */
export async function readUpdate(body: Uint8Array, { named, host }: Context): Promise<Offer> {
  const origin = { what: 'the answer', host }
  const split = splitUpdate(body)
  if (!split) throw unreadable(origin, 'it has no head')
  // reading JSON takes a hundred times as much memory as its text
  if (split.line.length > HEAD_LIMIT) throw unreadable(origin, `its head is longer than ${HEAD_LIMIT} bytes`)
  const head = readReply(updateHeadSchema, split.line, origin)
  const parts = cutUpdate(head, split.rest)
  const signed = await rebuildText(parts, named?.envelope.signed)
  return {
    release: { signed, signatures: head.signatures },
    roots: head.roots,
    files: head.files,
    sources: manifest => sourcesOf(parts, { manifest, named, host }),
  }
}

function sourcesOf(
  { head, blobs }: UpdateBody,
  { manifest, named, host }: Context & { manifest: Manifest },
): Map<string, Source> {
  const { here, deltas, elsewhere } = head
  const sources = new Map(elsewhere && sourcesElsewhere(manifest.files, elsewhere))
  const origin = { what: 'the list of files', host }
  const fileAt = (files: readonly ReleaseFile[], at: number): ReleaseFile => {
    const file = files[at]
    if (!file) throw unreadable(origin, `it names the file ${at} of ${files.length}`)
    return file
  }
  // an iterator: to take the first of a long array out of it moves all others
  const bytes = blobs.values()
  const nextBlob = () => bytes.next().value ?? new Uint8Array(0)
  for (const [at] of here) sources.set(fileAt(manifest.files, at).sha256, { kind: 'here', data: nextBlob() })
  for (const delta of deltas) {
    const from = fileAt(named?.manifest.files ?? [], delta.from)
    sources.set(fileAt(manifest.files, delta.file).sha256, {
      kind: 'delta',
      from: from.sha256,
      fromSize: from.size,
      delta: delta.sha256 === undefined ? nextBlob() : { sha256: delta.sha256, size: delta.bytes },
    })
  }
  return sources
}

/** Each content in the parts or in the page that has it: a page has the contents of its first file and of those after it. */
function sourcesElsewhere(
  files: readonly ReleaseFile[],
  { pages, parts }: NonNullable<UpdateHead['elsewhere']>,
): Map<string, Source> {
  const inParts = new Set(parts)
  const sources = new Map<string, Source>()
  let page = -1
  for (const [at, { sha256, size }] of files.entries()) {
    while ((pages[page + 1] ?? Number.POSITIVE_INFINITY) <= at) page += 1
    if (sources.has(sha256)) continue
    const count = Math.max(1, Math.ceil(size / PART_SIZE))
    sources.set(sha256, inParts.has(at) ? { kind: 'parts', parts: count } : { kind: 'page', page })
  }
  return sources
}
