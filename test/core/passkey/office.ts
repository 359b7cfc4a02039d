/** Makes approvals for tests: people with software passkeys, for whom the publisher's key or other people vouch. */
import type { KeyObject } from 'node:crypto'
import { digestOfApproval } from '../../../lib/core/passkey/approval.ts'
import { challengeOf } from '../../../lib/core/passkey/challenge.ts'
import { createStatement, type StatementItem, statementText } from '../../../lib/core/passkey/statement.ts'
import type { StoredApproval } from '../../../lib/core/passkey/stored-records.ts'
import {
  confirmationNumber,
  VOUCH_ADDRESS,
  type Vouching,
  vouchText,
} from '../../../lib/core/passkey/vouching.ts'
import { signEnvelope } from '../../../lib/core/release/envelope.ts'
import { createPasskey, type SoftwarePasskey } from '../../helpers/passkey.ts'

const ORIGIN = 'https://kura.example.com'

/** A person's passkey, and the digests of the approvals that vouch for it. */
export interface Person {
  readonly name: string
  readonly passkey: SoftwarePasskey
  readonly vouches: readonly string[]
}

export interface ApprovalsOptions {
  /** The digest of the first root. */
  readonly deployment: string
  /** The publisher's release key. */
  readonly key: KeyObject
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Makes approvals as the console records them; `records` has all of them. */
export function createApprovals({ deployment, key, now }: ApprovalsOptions) {
  const records: StoredApproval[] = []
  const keep = (record: StoredApproval) => {
    records.push(record)
    return digestOfApproval(record)
  }
  const at = () => new Date(now()).toISOString()
  const vouchingFor = (person: string, { credential, spki }: SoftwarePasskey, scopes: string[]): Vouching => {
    const about = { person, scopes, credential, publicKey: spki, salt: 'salt' }
    return {
      v: 1,
      at: at(),
      vouch: { ...about, number: confirmationNumber(about, { deployment }) },
      deployment,
    }
  }
  /** Lets the person sign the items, and returns the digest of the approval. */
  const approve = ({ name, passkey, vouches }: Person, items: StatementItem[], signer = passkey): string => {
    const about = { person: name, deployment, origin: ORIGIN, items }
    const statement = statementText(createStatement(about, { now: now() }))
    const asked = { challenge: challengeOf('act', statement), origin: ORIGIN }
    const { clientDataJSON, authenticatorData, signature } = signer.assert(asked).response
    const { credential, spki: publicKey } = passkey
    const signed = { authenticatorData, clientDataJSON, signature }
    return keep({ statement, ...signed, credential, publicKey, vouches: [...vouches], at: at() })
  }
  return {
    records,
    keep,
    vouchingFor,
    approve,
    /** Creates a person for whose passkey the publisher's key vouches. */
    fromPublisher(name: string, scopes: string[], by = key): Person {
      const passkey = createPasskey()
      const envelope = signEnvelope('vouch', vouchText(vouchingFor(name, passkey, scopes)), [by])
      return { name, passkey, vouches: [keep({ envelope, at: at() })] }
    },
    /** Creates a person for whom other people vouch with their passkeys. */
    fromPeople(name: string, scopes: string[], vouchers: readonly Person[]): Person {
      const passkey = createPasskey()
      const body = vouchText(vouchingFor(name, passkey, scopes))
      const item = { method: 'POST', address: VOUCH_ADDRESS, body, sends: null }
      return { name, passkey, vouches: vouchers.map(voucher => approve(voucher, [item])) }
    },
  }
}
