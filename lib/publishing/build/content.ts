import { createHash } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { decompress } from '../../core/release/body/compression.ts'
import { freeMemory } from '../../core/release/body/memory.ts'
import { decodeContent } from '../../core/release/body/packing.ts'
import type { ReleaseSnapshot, StoredBody } from '../../core/release/folder/folder.ts'

/**
 * Yields a content in pieces. Each piece is valid until the next piece is read.
 * @throws AppError `release_invalid`
 */
export async function* piecesOf(snapshot: ReleaseSnapshot, digest: string): AsyncGenerator<Uint8Array, void> {
  const place = (await snapshot.catalog()).places.get(digest)
  if (place === undefined) throw unfit(`its catalog lacks the content "${digest}"`)
  if ('page' in place) return yield decodeContent((await snapshot.contents([digest])).get(digest))
  for (let part = 0; part < place.parts; part++) {
    const body = await snapshot.ownPart(digest, part)
    if (!body) throw unfit(`part ${part} of the content "${digest}" is missing`)
    const bytes = await inflate(body)
    yield bytes
    for (const read of [body.bytes, bytes]) freeMemory(read)
  }
}

/** Yields the pieces. @throws AppError `release_invalid` after the last piece, if the digest is not the expected one */
export async function* verified(
  digest: string,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== digest) throw unfit(`its content "${digest}" is damaged`)
}

/** @throws AppError `release_invalid` */
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
