/** Reads contents from the bodies of a release folder, for the publisher. */
import { AppError } from '../../errors.ts'
import { decompress } from '../../release/compression.ts'
import { sha256 } from '../../release/envelope.ts'
import type { ReleaseSnapshot, StoredBody } from '../../release/folder.ts'
import { decodeContent } from '../../release/packing.ts'
import type { ReleaseFile } from '../../release/schema.ts'

/** A content of the release, piece by piece. @throws AppError `release_invalid` */
export async function* piecesOf(snapshot: ReleaseSnapshot, digest: string): AsyncGenerator<Uint8Array, void> {
  const place = (await snapshot.catalog()).places.get(digest)
  if (place === undefined) throw unfit(`its catalog lacks the content "${digest}"`)
  if ('page' in place) return yield decodeContent((await snapshot.contents([digest])).get(digest))
  for (let part = 0; part < place.parts; part++) {
    const body = await snapshot.part(digest, part)
    if (!body) throw unfit(`part ${part} of the content "${digest}" is missing`)
    yield await inflate(body)
  }
}

/** A content of the release, whole and verified; it is in memory once. @throws AppError `release_invalid` */
export async function readContent(
  snapshot: ReleaseSnapshot,
  { sha256: digest, size }: Pick<ReleaseFile, 'sha256' | 'size'>,
): Promise<Uint8Array> {
  const content = new Uint8Array(size)
  let at = 0
  for await (const piece of piecesOf(snapshot, digest)) {
    content.set(piece.subarray(0, size - at), at)
    at += piece.length
  }
  if (at !== size || sha256(content) !== digest) throw unfit(`its content "${digest}" is damaged`)
  return content
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
