/** Checks roots. Their versions have no gap. Enough keys of its predecessor and of its own have signed each root. */

import type { AppError } from '../errors.ts'
import { readBounded } from '../json/bounded.ts'
import { phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import type { Phrase } from '../phrase.ts'
import { countSignatures } from './envelope.ts'
import { type Envelope, type Root, rootSchema } from './schema.ts'
import { RELEASE_FAILURES, RELEASE_HINTS } from './words.ts'

export interface SignedRoot {
  readonly root: Root
  readonly envelope: Envelope
}

/** Reads a root, which enough of its own keys must have signed. @throws AppError `root_invalid` */
export function readRoot(envelope: Envelope): SignedRoot {
  const root = parseRoot(envelope.signed)
  if (countSignatures('root', envelope, root) < root.threshold) {
    const { version, threshold } = root
    throw invalid(phrase(RELEASE_FAILURES.ownKeys, { version, threshold }))
  }
  return { root, envelope }
}

/**
 * Returns the last root of `chain`, or the trusted root if none in the chain is newer. A chain may contain expired
 * roots.
 * @throws AppError `root_invalid` if a version or a signature is missing
 */
export function followRoots(trusted: SignedRoot, chain: readonly Envelope[]): SignedRoot {
  return chain.reduce(followRoot, trusted)
}

/**
 * Returns the next root, or the trusted one if the next is not newer. A root without the signatures of the trusted keys
 * is not checked further, because a stranger's root could name thousands of keys.
 * @throws AppError `root_invalid`
 */
export function followRoot(trusted: SignedRoot, envelope: Envelope): SignedRoot {
  const { version } = parseRoot(envelope.signed)
  const { version: before, threshold } = trusted.root
  if (version <= before) return trusted
  if (version !== before + 1)
    throw invalid(phrase(RELEASE_FAILURES.order, { version, before, expected: before + 1 }))
  if (countSignatures('root', envelope, trusted.root) < threshold)
    throw invalid(phrase(RELEASE_FAILURES.earlierKeys, { version, threshold, before }))
  return readRoot(envelope)
}

function parseRoot(signed: string): Root {
  const read = readBounded(rootSchema, Buffer.from(signed))
  if (!('value' in read)) throw invalid(phrase(RELEASE_FAILURES.notRoot))
  if (read.value.threshold > Object.keys(read.value.keys).length)
    throw invalid(phrase(RELEASE_FAILURES.threshold))
  return read.value
}

function invalid(why: Phrase): AppError {
  return phraseError('root_invalid', phrase(RELEASE_FAILURES.root, { why }), {
    hint: phrase(RELEASE_HINTS.trustedSource),
  })
}
