/**
 * Proves an approval with node:crypto alone. The proof is a chain: the publisher's keys vouch for a passkey, or for the
 * passkeys of the people who vouch for it, and the passkey signed the statement. So an export of the activity log can
 * be proved years later, without the store. Pure.
 */
import { phrase } from '../language/catalogue.ts'
import type { Phrase } from '../phrase.ts'
import type { Envelope, Root } from '../release/schema.ts'
import { digestOfApproval } from './approval.ts'
import { assertionFault } from './assertion.ts'
import { challengeOf, LIFETIME } from './challenge.ts'
import { parseStatement, type Statement } from './statement.ts'
import type { PasskeyApproval, StoredApproval } from './stored-records.ts'
import { isSameVouch, isSignedBy, numberFault, parseVouch, type Vouching, vouchIn } from './vouching.ts'
import { PROOF_FAULTS } from './words.ts'

export interface ProofDeps {
  readonly approvals: ReadonlyMap<string, StoredApproval>
  /** The publisher's roots. A vouch needs one that had not expired and was at least as new as the root in use then. */
  readonly roots: readonly Root[]
  /** The version of the newest root that is known to have been in use at a moment (ISO 8601), or 0. */
  rootAt(moment: string): number
  /** Digests of records that were added to the archive later than the time that they state. */
  readonly late: ReadonlySet<string>
  /** The deployment's name, as `deploymentOf` gives it. */
  readonly deployment: string
  /** Returns the scopes with the ones that they include, as the host does. */
  withIncluded(scopes: readonly string[]): readonly string[]
}

/** What was proved: an act of a person's passkey, or of the publisher's keys, which can only vouch. */
export type Proved = { readonly scopes: readonly string[]; readonly at: string } & (
  | { readonly statement: Statement; readonly vouching?: never }
  | { readonly vouching: Vouching; readonly statement?: never }
)

/** `missing` is the digest of an approval that the archive lacks. */
export type Proof = Proved | { readonly fault: Phrase; readonly missing?: string }

/** The scope that a person needs to vouch. */
const VOUCH_SCOPE = 'admin'
/** The scope that one person alone cannot grant to another. */
const APPROVE = 'approve'

/** @param seen the digests whose proof is under way, so that no key can vouch for itself */
export function proveApproval(digest: string, deps: ProofDeps, seen: readonly string[] = []): Proof {
  const approval = deps.approvals.get(digest)
  if (!approval) return { fault: phrase(PROOF_FAULTS.missing, { digest }), missing: digest }
  if (digestOfApproval(approval) !== digest) return fault('otherText')
  if (deps.late.has(digest)) return fault('late')
  if (seen.includes(digest)) return fault('circle')
  return 'envelope' in approval
    ? provePublisher(approval.envelope, { ...deps, at: approval.at })
    : provePasskey(approval, deps, [...seen, digest])
}

function provePublisher(
  envelope: Envelope,
  { roots, deployment, at, rootAt }: ProofDeps & { at: string },
): Proof {
  const vouching = parseVouch(envelope.signed)
  if (!vouching || vouching.deployment !== deployment || numberFault(vouching)) return fault('otherVouch')
  if (Math.abs(Date.parse(vouching.at) - Date.parse(at)) > LIFETIME) return fault('time')
  // only roots of that time count, because another person may have the keys of a root that was replaced
  const then = roots.filter(root => root.version >= rootAt(at) && vouching.at < root.expires)
  const isSigned = then.some(root => isSignedBy(envelope, root))
  return isSigned ? { vouching, scopes: vouching.vouch.scopes, at } : fault('publisher')
}

function provePasskey(approval: PasskeyApproval, deps: ProofDeps, seen: readonly string[]): Proof {
  const statement = parseStatement(approval.statement)
  if (!statement || statement.deployment !== deps.deployment) return fault('otherStatement')
  const left = Date.parse(statement.expires) - Date.parse(approval.at)
  if (left < 0 || left > LIFETIME) return fault('time')
  const { origin } = statement
  const challenge = challengeOf('act', approval.statement)
  const wrong = assertionFault(approval, { challenge, origin, publicKey: approval.publicKey })
  if (wrong) return { fault: wrong }
  const vouched = proveVouched({ ...approval, person: statement.person }, deps, seen)
  return 'fault' in vouched ? vouched : { statement, scopes: vouched.scopes, at: approval.at }
}

type Fault = Extract<Proof, { readonly fault: Phrase }>

/** A passkey that was used. `at` is in ISO 8601. */
export interface Used
  extends Pick<PasskeyApproval, 'credential' | 'publicKey' | 'vouches'>,
    Pick<Statement, 'person'> {
  readonly at: string
}

export type VouchedProof = { readonly scopes: readonly string[] } | Fault

/** Proves the vouches for a passkey. The proof has all scopes of the vouch, even if the person has lost one since. */
export function proveVouched(used: Used, deps: ProofDeps, seen: readonly string[] = []): VouchedProof {
  const vouchers = new Set<string>()
  let first: Vouching | undefined
  for (const digest of new Set(used.vouches)) {
    const vouch = proveVouch(digest, used, { deps, seen })
    if ('fault' in vouch) return vouch
    if (vouch.by === undefined) return { scopes: vouch.vouching.vouch.scopes }
    first ??= vouch.vouching
    if (!isSameVouch(first, vouch.vouching)) return fault('otherVouch')
    vouchers.add(vouch.by)
  }
  if (!first) return fault('unvouched')
  const { scopes } = first.vouch
  // the person's own vouch is enough, because a person who may already approve gets no new right
  const isEnough = !scopes.includes(APPROVE) || vouchers.size > 1 || vouchers.has(used.person)
  return isEnough ? { scopes } : fault('twoPeople')
}

/** `by` is the person who vouched. Absent for a vouch of the publisher. */
function proveVouch(
  digest: string,
  used: Used,
  { deps, seen }: { readonly deps: ProofDeps; readonly seen: readonly string[] },
): { readonly vouching: Vouching; readonly by?: string } | Fault {
  const proof = proveApproval(digest, deps, seen)
  if ('fault' in proof) return proof
  const vouching = proof.statement ? vouchIn(proof.statement) : proof.vouching
  if (!vouching || proof.at > used.at || !isFor(vouching, used, deps)) return fault('otherVouch')
  if (!proof.statement) return { vouching }
  const held = deps.withIncluded(proof.scopes)
  const mayGrant = [VOUCH_SCOPE, ...vouching.vouch.scopes].every(scope => held.includes(scope))
  return mayGrant ? { vouching, by: proof.statement.person } : fault('scopes')
}

function isFor(vouching: Vouching, { person, credential, publicKey }: Used, deps: ProofDeps): boolean {
  const { vouch, deployment } = vouching
  return (
    deployment === deps.deployment &&
    vouch.person === person &&
    vouch.credential === credential &&
    vouch.publicKey === publicKey &&
    numberFault(vouching) === undefined
  )
}

function fault(name: Exclude<keyof typeof PROOF_FAULTS, 'missing'>): Fault {
  return { fault: phrase(PROOF_FAULTS[name]) }
}
