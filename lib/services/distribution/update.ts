/** Computes an answer of version 2 for one device: there are too many to prepare once it lacks a root or some contents. */
import type { ReleaseSnapshot } from '../../core/release/folder/folder.ts'
import { decodeContent } from '../../core/release/body/packing.ts'
import { planUpdate } from '../../core/release/update/plan.ts'
import { listedRelease, renderUpdate, sentText } from '../../core/release/update/render.ts'
import { newerRoots } from './answer.ts'
import type { FullQuestion } from './question.ts'

/** The body, not compressed. @throws AppError `release_invalid` */
export async function updateFor(
  snapshot: ReleaseSnapshot,
  { have, knows = have, root, lacks = [] }: FullQuestion,
): Promise<Uint8Array<ArrayBuffer>> {
  const { deltas = {} } = await snapshot.stored()
  const catalog = await snapshot.catalog()
  const { release, envelope, files, places } = catalog
  const current = { release, text: envelope.signed, files }
  const signed = knows === undefined ? undefined : await snapshot.manifest(knows)
  const named = signed && listedRelease(signed)
  const text = sentText(current, named)
  const list = text.bytes.length
  const plan = planUpdate({ files, places, deltas, named: named?.files, lacks: new Set(lacks), list })
  const contents = await snapshot.contents(plan.contents)
  const blobs = [
    ...plan.contents.map(sha256 => decodeContent(contents.get(sha256))),
    ...(await Promise.all(plan.deltasHere.map(snapshot.delta))),
  ]
  const { signatures } = envelope
  return new Uint8Array(
    renderUpdate({ current, signatures, roots: newerRoots(catalog, root), text, plan }, blobs),
  )
}
