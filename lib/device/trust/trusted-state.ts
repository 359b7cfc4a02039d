/**
 * The trust rules of a device. The publisher's root is pinned at enrolment and followed from there; the host is not
 * trusted. Invariants: a root is signed by its predecessor and never goes back, even if a release is refused or undone.
 * A release is signed by enough keys of the newest root. A release with a lower version than the trusted one is
 * accepted only if the newest root no longer trusts that one. No release is newly accepted if it or the root has
 * expired, or if the device's clock is certainly behind. No path leads out of the directory.
 * `test/device/trust/README.md` has the table. Pure.
 */
import type { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json/json.ts'
import { type Message, phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Phrase } from '../../core/phrase.ts'
import { countSignatures, sha256 } from '../../core/release/envelope.ts'
import { findCollision, pathProblem } from '../../core/release/path.ts'
import { DEVICE_PROBLEMS } from '../../core/release/problems.ts'
import { followRoot, readRoot, type SignedRoot } from '../../core/release/root.ts'
import { type Envelope, type Manifest, manifestSchema } from '../../core/release/schema.ts'
import { keepManifest, readManifest } from './state-file.ts'
import { TRUST_FAILURES, TRUST_HINTS } from './words.ts'

/** The signatures are verified, except in a release from `readUnchecked`. */
export interface SignedRelease {
  readonly manifest: Manifest
  readonly envelope: Envelope
  /** The SHA-256 of the signed text, which identifies the release on the wire. */
  readonly digest: string
}

export type OfferedRelease = Pick<Envelope, 'signatures'> & { readonly signed: string | Uint8Array }

export interface Trusted {
  readonly root: SignedRoot
  readonly release: SignedRelease | undefined
}

export interface Remembered {
  readonly state?:
    | { readonly pinned: string; readonly root: Envelope; readonly release?: Envelope | undefined }
    | undefined
  /** The newest root to which the chain from these credentials has led. */
  readonly kept?: SignedRoot | undefined
}

export type Offer =
  | 'current'
  /** The release is now the trusted one. */
  | 'newer'
  /** The trusted release stays. */
  | 'behind'

export interface Accepted {
  readonly trusted: Trusted
  readonly offer: Offer
  readonly offered: SignedRelease
}

/**
 * Opens the stored trust. It is not used for another pinned root, because a new enrolment starts from its own root.
 * @throws AppError `root_invalid` if the root in the credentials is not valid
 */
export function openTrust(pinned: Envelope, { state, kept }: Remembered): Trusted {
  const own = state?.pinned === pinnedDigest(pinned) ? state : undefined
  // most devices have stored the root of their credentials, which need not be verified twice
  const other = own && own.root.signed !== pinned.signed ? own.root : undefined
  const roots = [readRoot(pinned), kept, other && attempt(() => readRoot(other))]
  const known = roots.filter(root => root !== undefined)
  const root = known.reduce((one, other) => (other.root.version > one.root.version ? other : one))
  return { root, release: releaseUnder(root, own?.release) }
}

/** Returns the release, or undefined if it is damaged or no longer has enough signatures. */
function releaseUnder(root: SignedRoot, release: Envelope | undefined): SignedRelease | undefined {
  return release && attempt(() => readRelease(release, root))
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Reads a release without checking signatures, so only to report what is installed, never to install. */
export function readUnchecked(envelope: Envelope | undefined): SignedRelease | undefined {
  const manifest = readManifest(envelope)
  return envelope && manifest && { manifest, envelope, digest: sha256(envelope.signed) }
}

export function pinnedDigest(root: Envelope): string {
  return sha256(root.signed)
}

/**
 * Follows the root. If the new root does not trust the present release, that release is dropped, and its version is no
 * lower limit any more. So a device recovers from a stolen key (TUF 5.3.11). The caller stores the root before it
 * verifies a release.
 * @throws AppError `root_invalid`; nothing has changed then
 */
export function acceptRoot(trusted: Trusted, envelope: Envelope): Trusted {
  const root = followRoot(trusted.root, envelope)
  return root === trusted.root ? trusted : { root, release: releaseUnder(root, trusted.release?.envelope) }
}

/**
 * Checks a release. `now` is the device's time in milliseconds.
 * @throws AppError `release_rejected`, `release_expired`: nothing has changed
 */
export function acceptRelease(trusted: Trusted, release: OfferedRelease, now: number): Accepted {
  const { root } = trusted
  const offered = readRelease(release, root)
  const offer = compare(trusted.release, offered)
  if (offer !== 'newer') return { trusted, offer, offered }
  refuseFuture(offered, now)
  refuseExpired(root, offered, now)
  refuseBadPaths(offered.manifest)
  return { trusted: { root, release: offered }, offer, offered }
}

export function expiryProblems({ root, release }: Trusted, now: number): Phrase[] {
  const documents = [
    { document: release?.manifest, message: DEVICE_PROBLEMS.releaseExpired },
    { document: root.root, message: DEVICE_PROBLEMS.rootExpired },
  ]
  return documents.flatMap(({ document, message }) =>
    document && Date.parse(document.expires) <= now
      ? [phrase(message, { version: document.version, at: document.expires })]
      : [],
  )
}

function readRelease(offered: OfferedRelease, { root }: SignedRoot): SignedRelease {
  const signatures = countSignatures('release', offered, root)
  if (signatures < root.threshold) {
    const { version, threshold } = root
    throw rejected(
      phrase(TRUST_FAILURES.signatures, { count: signatures, version, threshold }),
      TRUST_HINTS.unsigned,
    )
  }
  const envelope = envelopeOf(offered)
  const parsed = manifestSchema.safeParse(parseJson(envelope.signed))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = issue?.path.join('.') ?? ''
    throw rejected(phrase(TRUST_FAILURES.manifest, { at }), TRUST_HINTS.updateKura, parsed.error)
  }
  keepManifest(envelope, parsed.data)
  return { manifest: parsed.data, envelope, digest: sha256(envelope.signed) }
}

/** Keeps the same object for an envelope, because `keepManifest` finds the manifest by it. */
function envelopeOf(offered: OfferedRelease): Envelope {
  const { signed, signatures } = offered
  if (typeof signed === 'string') return offered as Envelope
  return { signatures, signed: Buffer.from(signed.buffer, signed.byteOffset, signed.byteLength).toString() }
}

function compare(installed: SignedRelease | undefined, offered: SignedRelease): Offer {
  if (!installed || offered.manifest.version > installed.manifest.version) return 'newer'
  if (offered.manifest.version < installed.manifest.version) return 'behind'
  if (offered.digest === installed.digest) return 'current'
  const { version } = offered.manifest
  throw rejected(phrase(TRUST_FAILURES.twoReleases, { version }), TRUST_HINTS.nextVersion)
}

function refuseExpired(root: SignedRoot, release: SignedRelease, now: number): void {
  const expired = expiryProblems({ root, release }, now)
  if (expired.length === 0) return
  const message = phrase(DEVICE_PROBLEMS.notInstalled, {
    version: release.manifest.version,
    reason: { items: expired, by: 'semicolon' } as const,
  })
  throw phraseError('release_expired', message, {
    hint: phrase(TRUST_HINTS.clock, { clock: new Date(now).toISOString() }),
  })
}

/** The largest lag of a clock, in milliseconds. If a clock is further behind, the host does not answer (`Fetcher`). */
const LARGEST_LAG = 86_400_000

/** Refuses a release from the future, because a clock that is behind cannot tell whether a release has expired. */
function refuseFuture({ manifest: { version, created } }: SignedRelease, now: number): void {
  if (Date.parse(created) <= now + LARGEST_LAG) return
  const clock = new Date(now).toISOString()
  throw rejected(phrase(TRUST_FAILURES.future, { version, created, clock }), TRUST_HINTS.setClock)
}

function refuseBadPaths({ version, files, index }: Manifest): void {
  const paths = [...files.map(({ path }) => path), index.path]
  for (const path of paths) {
    const problem = pathProblem(path)
    if (!problem) continue
    const named = { version, path: JSON.stringify(path), problem }
    throw rejected(phrase(TRUST_FAILURES.badPath, named), TRUST_HINTS.rename)
  }
  const collision = findCollision(paths)
  if (collision) {
    const { path, other, reason: problem } = collision
    throw rejected(phrase(TRUST_FAILURES.collision, { version, path, other, problem }), TRUST_HINTS.rename)
  }
  if (!/^#{1,6} \S[^\p{Cc}]*$/u.test(index.heading))
    throw rejected(phrase(TRUST_FAILURES.heading, { version }), TRUST_HINTS.rename)
}

function rejected(why: Phrase, hint: Message<object>, cause?: unknown): AppError {
  return phraseError('release_rejected', phrase(TRUST_FAILURES.release, { why }), {
    hint: phrase(hint),
    ...(cause !== undefined && { cause }),
  })
}
