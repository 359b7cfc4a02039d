/** kura writes the digest into the file's description at the service, so that kura finds the file under any name. */
import { createHash } from 'node:crypto'

export interface ReceiptIdentity {
  readonly companyId: number
  readonly sha256: string
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function receiptCase({ companyId, sha256 }: ReceiptIdentity): string {
  return `${companyId}-${sha256}`
}

const CASE = /^(?<company>[1-9][0-9]{0,15})-(?<sha256>[0-9a-f]{64})$/

export function identityOf(caseName: string): ReceiptIdentity | undefined {
  const { company, sha256 } = CASE.exec(caseName)?.groups ?? {}
  return sha256 === undefined ? undefined : { companyId: Number(company), sha256 }
}

/** Returns the description that kura writes. People may add text to it. */
export function descriptionOf(sha256: string): string {
  return `kura sha256:${sha256}`
}

/** Returns what people have written in a description, without kura's digests. */
export function noteIn(description: string): string {
  return description
    .replaceAll(/kura sha256:[0-9a-f]{64}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function describes(description: string, sha256: string): boolean {
  return description.includes(descriptionOf(sha256))
}
