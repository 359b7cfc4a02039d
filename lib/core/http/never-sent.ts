const NEVER_SENT =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/

/** Whether the error of a fetch shows that the request reached the remote at none of its addresses. */
export function neverSent(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if ('code' in current && NEVER_SENT.test(String(current.code))) return true
    if (current instanceof AggregateError) return current.errors.every(neverSent)
    current = current.cause
  }
  return false
}
