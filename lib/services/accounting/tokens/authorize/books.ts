import type { Store } from '../../../../core/store/store.ts'
import type { Company } from '../company.ts'
import { CREDENTIAL_KEY, credentialFormat } from '../schema.ts'
import { authorizationOf } from './authorization.ts'

/** `company` is absent if the credential names none. No token is unsealed. @throws AppError `store_unavailable` */
export async function readBooks(
  store: Store,
): Promise<{ readonly authorized: boolean; readonly company?: Company | undefined }> {
  const { record } = await store.read(CREDENTIAL_KEY)
  if (!record) return { authorized: false }
  return { authorized: true, company: authorizationOf(credentialFormat.parse(record.value))?.company }
}
