/** The file's description at the service has the digest, so that kura finds the file again, whatever it is called. */
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

/** People may add text to this description. */
export function descriptionOf(sha256: string): string {
  return `kura sha256:${sha256}`
}

/** What people have written, without kura's digests. */
export function noteIn(description: string): string {
  return description
    .replaceAll(/kura sha256:[0-9a-f]{64}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function describes(description: string, sha256: string): boolean {
  return description.includes(descriptionOf(sha256))
}
