/**
 * A table that is saved in Windows-31J between two imports has twins of some characters
 * (`core/language/windows-31j.ts`).
 */
import type { Claims } from '../../../../core/claims/claims.ts'
import type { Claim } from '../../../../core/claims/stored-records.ts'
import { asInWindows31j, hasPairOfWindows31j } from '../../../../core/language/windows-31j.ts'
import type { DealBody } from '../../remote/deal-schema.ts'
import type { RegisteredDeal } from '../schema.ts'

export function isSameSaved({ body }: Pick<Claim<unknown>, 'body'>, text: string): boolean {
  return body !== undefined && asInWindows31j(body) === asInWindows31j(text)
}

/** Returns the stored body of the case if `body` differs from it only in such twins, else `body`. */
export async function bodyAsStored(
  caseName: string,
  body: DealBody | undefined,
  { claims }: { readonly claims: Pick<Claims<RegisteredDeal>, 'read'> },
): Promise<DealBody | undefined> {
  const text = JSON.stringify(body)
  if (body === undefined || !hasPairOfWindows31j(text)) return body
  const claim = await claims.read(caseName)
  return claim?.body !== undefined && isSameSaved(claim, text) ? (JSON.parse(claim.body) as DealBody) : body
}
