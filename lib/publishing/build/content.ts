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

/** A content of the release, whole and verified, in the memory that `room` gives. @throws AppError `release_invalid` */
export async function readContent(
  snapshot: ReleaseSnapshot,
  { sha256: digest, size }: Pick<ReleaseFile, 'sha256' | 'size'>,
  room: Room,
): Promise<Uint8Array> {
  const content = room(size)
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

/** Gives memory for so many bytes; what it gave before is given up. */
export type Room = (size: number) => Uint8Array

/** One piece of memory for one content after the other: it grows to the largest. */
export function createRoom(): Room {
  let memory = new Uint8Array(0)
  return size => {
    if (memory.length < size) memory = new Uint8Array(size)
    return memory.subarray(0, size)
  }
}

/** The error for a release that must not be deployed. */
export function unfit(reason: string, cause?: unknown): AppError {
  return new AppError('release_invalid', `Cannot deploy the release: ${reason}`, {
    hint: 'run kura publish --force and commit the release folder',
    cause,
  })
}
