import { ACCOUNTING_REQUEST_ID } from '../../../core/config/accounting.ts'

/** The service's id of the request, for its support. */
export function requestIdOf(headers: Headers): Record<string, string> {
  const requestId = headers.get(ACCOUNTING_REQUEST_ID)
  return requestId ? { [ACCOUNTING_REQUEST_ID]: requestId } : {}
}
