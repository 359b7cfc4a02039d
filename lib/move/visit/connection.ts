/**
 * Connects only to checked addresses: the name of a host is resolved here, each address is checked, and the socket
 * connects to exactly those addresses. So a name whose address changes in between cannot bypass the check.
 */
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import type { buildConnector } from 'undici'
import { AppError, messageOf } from '../../core/errors.ts'
import { isPublicAddress } from './address-guard.ts'

export interface Resolved {
  readonly addresses: readonly string[]
  readonly port: number
}

/**
 * Resolves `host` to the addresses for the connection. A person may give other addresses as long as DNS does not point
 * to the new host yet.
 */
export type Resolve = (host: string, port: number) => Promise<Resolved>

export interface ConnectionOptions {
  readonly resolve?: Resolve | undefined
  /** Whether private, loopback and other special addresses are allowed. */
  readonly allowPrivate: boolean
  /** Milliseconds for connecting. */
  readonly timeout: number
  /** Certificates (PEM) that are trusted in addition to the usual ones. */
  readonly ca?: string | undefined
}

/** The code of the error if an address is refused; its message ends with the address. */
export const PRIVATE_ADDRESS = 'KURA_PRIVATE_ADDRESS'

export const resolveByDns: Resolve = async (host, port) => {
  const found = await lookup(host, { all: true })
  return { addresses: found.map(({ address }) => address), port }
}

/**
 * Returns the addresses of `host`. @throws an error with the code PRIVATE_ADDRESS if one of them is not public
 */
export async function resolveGuarded(
  host: string,
  port: number,
  { resolve = resolveByDns, allowPrivate }: Pick<ConnectionOptions, 'resolve' | 'allowPrivate'>,
): Promise<Resolved> {
  const resolved = await resolve(host, port)
  const refused = allowPrivate ? undefined : resolved.addresses.find(address => !isPublicAddress(address))
  if (refused === undefined) return resolved
  throw Object.assign(new Error(`${host} resolves to ${refused}`), { code: PRIVATE_ADDRESS })
}

/**
 * Whether the name of `host` resolves. True if that cannot be found out; then the visit will show it.
 * @throws AppError `usage` if the name resolves to an address that is not public
 */
export async function hostExists(host: string, options: Pick<ConnectionOptions, 'resolve' | 'allowPrivate'>) {
  try {
    await resolveGuarded(host, HTTPS_PORT, options)
    return true
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code !== PRIVATE_ADDRESS) return code !== 'ENOTFOUND'
    throw new AppError('usage', `Cannot check ${host}: ${messageOf(cause)}, which is no public address`, {
      hint: 'give --allow-private if it is yours and may be requested',
      cause,
    })
  }
}

const HTTPS_PORT = 443
const HTTP_PORT = 80

/**
 * Creates the connector for an undici dispatcher. All connections share one TLS context and its sessions, so that only
 * the first connection to a host needs a full handshake.
 */
export function createConnector(
  options: ConnectionOptions,
  deps: { build: typeof buildConnector },
): buildConnector.connector {
  const resolvedHosts = new Map<string, readonly string[]>()
  const connect = deps.build({
    allowH2: false,
    timeout: options.timeout,
    autoSelectFamily: true,
    lookup: lookupIn(resolvedHosts),
    secureContext: createSecureContext(
      options.ca === undefined ? {} : { ca: [...rootCertificates, options.ca] },
    ),
  })
  return (request, callback) => {
    const host = request.hostname.replace(/^\[(.*)\]$/, '$1')
    const port = Number(request.port) || (request.protocol === 'https:' ? HTTPS_PORT : HTTP_PORT)
    resolveGuarded(host, port, options).then(
      resolved => {
        const name = nameToConnect(host)
        resolvedHosts.set(name, resolved.addresses)
        connect({ ...request, hostname: name, port: String(resolved.port) }, callback)
      },
      (error: Error) => callback(error, null),
    )
  }
}

/**
 * Returns the name that the socket gets. An IP address is turned into a name, so that the socket has to look it up and
 * connects only to checked addresses. A name stays unchanged.
 */
function nameToConnect(host: string): string {
  return isIP(host) === 0 ? host : `${host.replaceAll(/[:.]/g, '-')}.invalid`
}

/** Returns a lookup for sockets that knows only the addresses that were checked. */
function lookupIn(hosts: ReadonlyMap<string, readonly string[]>): LookupFunction {
  return (hostname, { all }, callback) => {
    const found = (hosts.get(hostname) ?? []).map(address => ({ address, family: isIP(address) }))
    if (all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  }
}
