/**
 * The body of an answer of version 2. It is one line of JSON, and then the bytes that the line lists, in the order of
 * its members. Nothing here is trusted, because the device rebuilds the exact text that was signed, and verifies its
 * signatures and the hash of each content.
 */
import { phrase } from '../../language/catalogue.ts'
import { phraseError } from '../../language/phrase-error.ts'
import type { UpdateHead } from '../schema.ts'
import { RELEASE_FAILURES, RELEASE_HINTS } from '../words.ts'

export interface UpdateBody {
  readonly head: UpdateHead
  /** The manifest's text or delta. Empty if the device has the text. */
  readonly text: Uint8Array
  /** The contents of `head.here`, and then the deltas in this body. */
  readonly blobs: readonly Uint8Array[]
}

const NEWLINE = 10

export function encodeUpdate({ head, text, blobs }: UpdateBody): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), text, ...blobs])
}

/** Returns the head's line, and the bytes after it. Undefined if `body` has no line. */
export function splitUpdate(body: Uint8Array): { line: Uint8Array; rest: Uint8Array } | undefined {
  const end = body.indexOf(NEWLINE)
  return end === -1 ? undefined : { line: body.subarray(0, end), rest: body.subarray(end + 1) }
}

/** Returns the manifest's text or its delta. */
export function textOf({ text }: UpdateHead, rest: Uint8Array): Uint8Array {
  return rest.subarray(0, text.bytes)
}

/** @throws AppError `remote_answer` if `rest` is shorter or longer than the head says */
export function cutUpdate(head: UpdateHead, rest: Uint8Array): UpdateBody {
  const deltasHere = head.deltas.filter(({ sha256 }) => sha256 === undefined)
  const sizes = [
    head.text.bytes,
    ...head.here.map(([, bytes]) => bytes),
    ...deltasHere.map(({ bytes }) => bytes),
  ]
  const pieces: Uint8Array[] = []
  let at = 0
  for (const size of sizes) {
    pieces.push(rest.subarray(at, at + size))
    at += size
  }
  if (at !== rest.length)
    throw phraseError(
      'remote_answer',
      phrase(RELEASE_FAILURES.answerSize, { bytes: rest.length, expected: at }),
      { hint: phrase(RELEASE_HINTS.broke) },
    )
  const [text = new Uint8Array(0), ...blobs] = pieces
  return { head, text, blobs }
}
