import { phrase } from '../language/catalogue.ts'
import type { Environment } from './environment.ts'
import { invalid, words } from './environment.ts'
import { FORMS } from './forms.ts'
import { isLoopback } from './loopback.ts'

const HEADER = 'x-vercel-protection-bypass'

/** Returns the headers that pass the host's deployment protection. Empty if the secret must not be sent to `url`. */
export type ProtectionHeaders = (url: string | URL) => Readonly<Record<string, string>>

/**
 * The headers contain KURA_PROTECTION_BYPASS. They go only to the hosts of KURA_URL and KURA_AUTHORITIES, or to any
 * host if neither is set. Over http they go only to this machine.
 * @throws AppError `settings_invalid` if the secret cannot be the value of a header
 */
export function protectionOf(env: Environment): ProtectionHeaders {
  const secret = env['KURA_PROTECTION_BYPASS'] ?? ''
  if (!/^[!-~]*$/.test(secret)) throw invalid('KURA_PROTECTION_BYPASS', phrase(FORMS.printable))
  const own = env['KURA_URL'] ?? ''
  const hosts = [...words(env['KURA_AUTHORITIES'] ?? ''), ...(URL.canParse(own) ? [new URL(own).host] : [])]
  return address => {
    const { host, hostname, protocol } = new URL(address)
    const safe = protocol === 'https:' || isLoopback(hostname)
    const known = hosts.length === 0 || hosts.includes(host)
    return secret !== '' && safe && known ? { [HEADER]: secret } : {}
  }
}

/** The hint for a 401 of the host's deployment protection. */
export const PROTECTION_HINT =
  "the host's deployment protection answers instead of kura: switch it off for production, or set KURA_PROTECTION_BYPASS to the bypass secret of the project"
