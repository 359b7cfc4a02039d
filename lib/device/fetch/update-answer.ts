/**
 * Reads the host's answers of version 2: rebuilds the exact text of the manifest, and finds each content by its file's
 * place in the manifest.
 */
import { AppError } from '../../errors.ts'
import { applyDelta, readerOf } from '../../release/delta/apply.ts'
import { decodeDelta } from '../../release/delta/format.ts'
import { sha256 } from '../../release/envelope.ts'
import { DECODED_LIMIT, PART_SIZE } from '../../release/limits.ts'
import { type Manifest, type ReleaseFile, type UpdateHead, updateHeadSchema } from '../../release/schema.ts'
import { cutUpdate, splitUpdate, type UpdateBody } from '../../release/update/body.ts'
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
  const head = readReply(updateHeadSchema, split.line, origin)
  const parts = cutUpdate(head, split.rest)
  const signed = await textOf(parts, { named, host })
  return {
    release: { signed, signatures: head.signatures },
    roots: head.roots,
    files: head.files,
    sources: manifest => sourcesOf(parts, { manifest, named, host }),
  }
}

/** The manifest's text, whole or rebuilt from that of the named release. @throws AppError `content_mismatch` */
async function textOf(body: UpdateBody, { named, host }: Context): Promise<string> {
  const bytes = await textBytes(body, named)
  if (sha256(bytes) === body.head.release) return Buffer.from(bytes).toString('utf8')
  throw new AppError(
    'content_mismatch',
    `Cannot read the list of files of "${host}": its digest is not the one that the host names`,
    {
      hint: 'sync again; if it fails again, tell the operator to publish and deploy again. The files on this device are unchanged',
    },
  )
}

async function textBytes({ head, text }: UpdateBody, named: NamedRelease | undefined): Promise<Uint8Array> {
  const { is, size } = head.text
  if (is === 'whole') return text
  const old = Buffer.from(named?.envelope.signed ?? '')
  if (is === 'same') return old
  const sizes = { oldSize: old.length, newSize: Math.min(size, DECODED_LIMIT) }
  const pieces: Uint8Array[] = []
  for await (const piece of applyDelta(await decodeDelta(text, sizes), readerOf(old))) pieces.push(piece)
  return Buffer.concat(pieces)
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
  const bytes = [...blobs]
  for (const [at] of here)
    sources.set(fileAt(manifest.files, at).sha256, { kind: 'here', data: bytes.shift() ?? new Uint8Array(0) })
  for (const delta of deltas) {
    const from = fileAt(named?.manifest.files ?? [], delta.from)
    sources.set(fileAt(manifest.files, delta.file).sha256, {
      kind: 'delta',
      from: from.sha256,
      fromSize: from.size,
      delta:
        delta.sha256 === undefined
          ? (bytes.shift() ?? new Uint8Array(0))
          : { sha256: delta.sha256, size: delta.bytes },
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
