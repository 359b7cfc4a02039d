/** Reads contents from the bodies of a release folder, for the publisher. */
import { createHash } from 'node:crypto'
import { AppError } from '../../errors.ts'
import { decompress } from '../../release/compression.ts'
import type { ReleaseSnapshot, StoredBody } from '../../release/folder.ts'
import { decodeContent } from '../../release/packing.ts'

/** A content as it is stored: in pieces, each of which can be read alone. */
export interface StoredContent {
  readonly pieces: number
  /** @throws AppError `release_invalid` */
  piece(index: number): Promise<Uint8Array>
}

/** Opens a content of the release. @throws AppError `release_invalid` */
export async function openContent(snapshot: ReleaseSnapshot, digest: string): Promise<StoredContent> {
  const place = (await snapshot.catalog()).places.get(digest)
  if (place === undefined) throw unfit(`its catalog lacks the content "${digest}"`)
  if ('page' in place)
    return {
      pieces: 1,
      piece: async () => decodeContent((await snapshot.contents([digest])).get(digest)),
    }
  return {
    pieces: place.parts,
    async piece(part) {
      const body = await snapshot.part(digest, part)
      if (!body) throw unfit(`part ${part} of the content "${digest}" is missing`)
      return inflate(body)
    },
  }
}

/** A content of the release, piece by piece. @throws AppError `release_invalid` */
export async function* piecesOf(snapshot: ReleaseSnapshot, digest: string): AsyncGenerator<Uint8Array, void> {
  const content = await openContent(snapshot, digest)
  for (let index = 0; index < content.pieces; index++) yield await content.piece(index)
}

/** The pieces of a content. @throws AppError `release_invalid`, at their end, if they are not what the digest says */
export async function* verified(
  digest: string,
  { pieces, piece }: StoredContent,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  for (let index = 0; index < pieces; index++) {
    const bytes = await piece(index)
    hash.update(bytes)
    yield bytes
  }
  if (hash.digest('hex') !== digest) throw unfit(`its content "${digest}" is damaged`)
}

/** The bytes of a stored body. @throws AppError `release_invalid` */
export async function inflate({ bytes, brotli }: StoredBody): Promise<Uint8Array> {
  if (!brotli) return bytes
  return decompress(bytes).catch((cause: unknown) => {
    throw unfit('one of its bodies cannot be decompressed', cause)
  })
}

/** The error for a release that must not be deployed. */
export function unfit(reason: string, cause?: unknown): AppError {
  return new AppError('release_invalid', `Cannot deploy the release: ${reason}`, {
    hint: 'run kura publish --force and commit the release folder',
    cause,
  })
}
