/** The chain of roots: each has the next version and is signed by its predecessor and by its own threshold. */
import { readBounded } from '../bounded-json.ts'
import { AppError } from '../errors.ts'
import { countSignatures } from './envelope.ts'
import { type Envelope, type Root, rootSchema } from './schema.ts'

/** A root document and its signed envelope. */
export interface SignedRoot {
  readonly root: Root
  readonly envelope: Envelope
}

/** Reads a root and checks that it is signed by its own threshold. @throws AppError `root_invalid` */
export function readRoot(envelope: Envelope): SignedRoot {
  const root = parseRoot(envelope.signed)
  if (countSignatures('root', envelope, root) < root.threshold) {
    throw invalid(`root ${root.version} is not signed by ${root.threshold} of its own keys`)
  }
  return { root, envelope }
}

/**
 * Follows `chain` from the trusted root and returns the last one. The caller checks the expiry: a chain may contain
 * expired roots.
 * @throws AppError `root_invalid` if a version is missing or a signature is missing
 */
export function followRoots(trusted: SignedRoot, chain: readonly Envelope[]): SignedRoot {
  return chain.reduce(followRoot, trusted)
}

/**
 * Follows one link of a chain: returns the next root, or the trusted one if the next is not newer. A root that the keys
 * of the trusted root have not signed is not checked further, because a stranger's root could name thousands of keys.
 * @throws AppError `root_invalid`
 */
export function followRoot(trusted: SignedRoot, envelope: Envelope): SignedRoot {
  const { version } = parseRoot(envelope.signed)
  const { version: before, threshold } = trusted.root
  if (version <= before) return trusted
  if (version !== before + 1) throw invalid(`root ${version} follows root ${before}, expected ${before + 1}`)
  if (countSignatures('root', envelope, trusted.root) < threshold)
    throw invalid(`root ${version} is not signed by ${threshold} of the keys of root ${before}`)
  return readRoot(envelope)
}

function parseRoot(signed: string): Root {
  const read = readBounded(rootSchema, Buffer.from(signed))
  if (!('value' in read)) throw invalid('it is not a root document')
  if (read.value.threshold > Object.keys(read.value.keys).length)
    throw invalid('its threshold is higher than its number of keys')
  return read.value
}

function invalid(reason: string): AppError {
  return new AppError('root_invalid', `Cannot trust the root: ${reason}`, {
    hint: 'enrol the device again from a source you trust, or ask the publisher for the missing root',
  })
}
