/** The chain of roots: each has the next version and is signed by its predecessor and by its own threshold. */
import { AppError } from '../errors.ts'
import { parseJson } from '../json.ts'
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
 * Follows `chain` from the trusted root and returns the last one. Roots that are not newer than the trusted one are
 * skipped. The caller checks the expiry: a chain may contain expired roots.
 * @throws AppError `root_invalid` if a version is missing or a signature is missing
 */
export function followRoots(trusted: SignedRoot, chain: readonly Envelope[]): SignedRoot {
  let current = trusted
  for (const envelope of chain) {
    const next = readRoot(envelope)
    if (next.root.version <= current.root.version) continue
    if (next.root.version !== current.root.version + 1) {
      throw invalid(
        `root ${next.root.version} follows root ${current.root.version}, expected ${current.root.version + 1}`,
      )
    }
    if (countSignatures('root', envelope, current.root) < current.root.threshold) {
      throw invalid(
        `root ${next.root.version} is not signed by ${current.root.threshold} of the keys of root ${current.root.version}`,
      )
    }
    current = next
  }
  return current
}

function parseRoot(signed: string): Root {
  const parsed = rootSchema.safeParse(parseJson(signed))
  if (!parsed.success) throw invalid('it is not a root document', parsed.error)
  if (parsed.data.threshold > Object.keys(parsed.data.keys).length)
    throw invalid('its threshold is higher than its number of keys')
  return parsed.data
}

function invalid(reason: string, cause?: unknown): AppError {
  return new AppError('root_invalid', `Cannot trust the root: ${reason}`, {
    hint: 'enrol the device again from a source you trust, or ask the publisher for the missing root',
    cause,
  })
}
