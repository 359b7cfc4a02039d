/** Rebuilds the exact text of a manifest from an answer of version 2 and the text that the device has. Pure. */
import { AppError } from '../../errors.ts'
import { applyDelta, readerOf } from '../delta/apply.ts'
import { readDelta } from '../delta/format.ts'
import { sha256 } from '../envelope.ts'
import { DECODED_LIMIT } from '../limits.ts'
import type { UpdateBody } from './body.ts'

/**
 * Rebuilds the text; `old` is the text of the release that the device named. Its signatures are still to be verified.
 * @throws AppError `content_mismatch` if the text does not have the digest that the answer names
 */
export async function rebuildText(body: UpdateBody, old: string | undefined): Promise<string> {
  const bytes = await textBytes(body, Buffer.from(old ?? ''))
  if (sha256(bytes) === body.head.release) return Buffer.from(bytes).toString('utf8')
  throw new AppError(
    'content_mismatch',
    'Cannot make the list of files: its digest is not the one that the answer names',
    { hint: 'sync again; if it fails again, tell the operator to publish and deploy again' },
  )
}

async function textBytes({ head, text }: UpdateBody, old: Uint8Array): Promise<Uint8Array> {
  const { is, size } = head.text
  if (is === 'whole') return text
  if (is === 'same') return old
  const newSize = Math.min(size, DECODED_LIMIT)
  const operations = readDelta(readerOf(text), { size: text.length, oldSize: old.length, newSize })
  const made = new Uint8Array(newSize)
  let at = 0
  for await (const piece of applyDelta(operations, readerOf(old))) {
    made.set(piece, at)
    at += piece.length
  }
  return made
}
