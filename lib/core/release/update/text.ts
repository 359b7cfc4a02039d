/** Rebuilds the exact text of a manifest from an answer of version 2 and the text that the device has. Pure. */
import { AppError } from '../../errors.ts'
import { applyDelta, readerOf } from '../delta/apply.ts'
import { isShortEnough } from '../delta/copies.ts'
import { readDelta } from '../delta/format.ts'
import { sha256 } from '../envelope.ts'
import { DECODED_LIMIT } from '../limits.ts'
import type { UpdateHead } from '../schema.ts'

/**
 * Rebuilds the text as bytes. `sent` are the bytes in the answer, and `old` is the text of the release that the device
 * named. The signatures of the result are not verified here: the device decodes the bytes only after it has verified
 * the signatures.
 * @throws AppError `content_mismatch` if the text does not have the digest that the answer names
 */
export async function rebuildText(
  head: UpdateHead,
  sent: Uint8Array,
  old: string | undefined,
): Promise<Uint8Array> {
  const bytes = head.text.is === 'whole' ? sent : await fromOld(head.text, sent, Buffer.from(old ?? ''))
  if (sha256(bytes) === head.release) return bytes
  throw mismatch('its digest is not the one that the answer names')
}

async function fromOld(
  { is, size }: UpdateHead['text'],
  sent: Uint8Array,
  old: Uint8Array,
): Promise<Uint8Array> {
  if (is === 'same') return old
  const newSize = Math.min(size, DECODED_LIMIT)
  if (!isShortEnough(sent.length, newSize)) throw mismatch('the delta is larger than half of it')
  const operations = readDelta(readerOf(sent), { size: sent.length, oldSize: old.length, newSize })
  const made = new Uint8Array(newSize)
  let at = 0
  for await (const piece of applyDelta(operations, readerOf(old))) {
    made.set(piece, at)
    at += piece.length
  }
  return made
}

function mismatch(reason: string): AppError {
  return new AppError('content_mismatch', `Cannot make the list of files: ${reason}`, {
    hint: 'sync again; if it fails again, tell the operator to publish and deploy again',
  })
}
