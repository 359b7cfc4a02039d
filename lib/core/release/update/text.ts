import type { AppError } from '../../errors.ts'
import { type Message, phrase } from '../../language/catalogue.ts'
import { phraseError } from '../../language/phrase-error.ts'
import { applyDelta, readerOf } from '../delta/apply.ts'
import { isShortEnough } from '../delta/copies.ts'
import { readDelta } from '../delta/format.ts'
import { sha256 } from '../envelope.ts'
import { DECODED_LIMIT } from '../limits.ts'
import type { UpdateHead } from '../schema.ts'
import { RELEASE_FAILURES, RELEASE_HINTS } from '../words.ts'

/**
 * Rebuilds the exact text of a manifest, as bytes, from the answer's bytes and the text of the release that the device
 * named. The device decodes the result only after it has verified the signatures.
 * @throws AppError `content_mismatch` if the text does not have the digest that the answer names
 */
export async function rebuildText(
  head: UpdateHead,
  sent: Uint8Array,
  old: string | undefined,
): Promise<Uint8Array> {
  const bytes = head.text.is === 'whole' ? sent : await fromOld(head.text, sent, Buffer.from(old ?? ''))
  if (sha256(bytes) === head.release) return bytes
  throw mismatch(RELEASE_FAILURES.digest)
}

async function fromOld(
  { is, size }: UpdateHead['text'],
  sent: Uint8Array,
  old: Uint8Array,
): Promise<Uint8Array> {
  if (is === 'same') return old
  const newSize = Math.min(size, DECODED_LIMIT)
  if (!isShortEnough(sent.length, newSize)) throw mismatch(RELEASE_FAILURES.largeDelta)
  const operations = readDelta(readerOf(sent), { size: sent.length, oldSize: old.length, newSize })
  const made = new Uint8Array(newSize)
  let at = 0
  for await (const piece of applyDelta(operations, readerOf(old))) {
    made.set(piece, at)
    at += piece.length
  }
  return made
}

function mismatch(why: Message<object>): AppError {
  return phraseError('content_mismatch', phrase(RELEASE_FAILURES.list, { why: phrase(why) }), {
    hint: phrase(RELEASE_HINTS.publishAgain),
  })
}
