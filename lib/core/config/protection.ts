/** KURA_PROTECTION_BYPASS: the secret that passes the host's own protection of a deployment. */
import type { Environment } from './environment.ts'
import { invalid, words } from './environment.ts'
import { isLoopback } from './loopback.ts'

const HEADER = 'x-vercel-protection-bypass'

/** The header that passes the host's protection, for a request to `url`; empty if there is no secret for it. */
export type ProtectionHeaders = (url: string | URL) => Readonly<Record<string, string>>

/**
 * The secret goes to the hosts of KURA_URL and KURA_AUTHORITIES, to any host if neither is set, and never over an open
 * connection. @throws AppError `settings_invalid` for what cannot be a header
 */
export function protectionOf(env: Environment): ProtectionHeaders {
  const secret = env['KURA_PROTECTION_BYPASS'] ?? ''
  if (!/^[!-~]*$/.test(secret)) throw invalid('KURA_PROTECTION_BYPASS', 'printable ASCII without spaces')
  const own = env['KURA_URL'] ?? ''
  const hosts = [...words(env['KURA_AUTHORITIES'] ?? ''), ...(URL.canParse(own) ? [new URL(own).host] : [])]
  return address => {
    const { host, hostname, protocol } = new URL(address)
    const safe = protocol === 'https:' || isLoopback(hostname)
    const known = hosts.length === 0 || hosts.includes(host)
    return secret !== '' && safe && known ? { [HEADER]: secret } : {}
  }
}

/** What to do if the host's own 401 page answers in place of kura. */
export const PROTECTION_HINT =
  "the host's deployment protection answers instead of kura: switch it off for production, or set KURA_PROTECTION_BYPASS to the bypass secret of the project"
