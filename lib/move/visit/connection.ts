/** Connects only to addresses that were checked, so a name whose address changes in between gains nothing. */
import { lookup } from 'node:dns/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { createSecureContext, rootCertificates } from 'node:tls'
import { AppError, messageOf } from '../../core/errors.ts'
import { hostKey } from './address-key.ts'

export interface Resolved {
  readonly addresses: readonly string[]
  readonly port: number
}

/** Finds addresses. A person may give these as long as DNS does not point to the new host yet. */
export type Resolve = (host: string, port: number) => Promise<Resolved>

export interface ConnectionOptions {
  readonly resolve?: Resolve | undefined
  /** Whether private, loopback and other special addresses are allowed. */
  readonly allowPrivate: boolean
  /** The most connections to one origin. */
  readonly connections: number
  /** Certificates in PEM, besides the usual ones. */
  readonly ca?: string | undefined
}

/** The code of an error whose message ends with the refused address. */
export const PRIVATE_ADDRESS = 'KURA_PRIVATE_ADDRESS'

export const resolveByDns: Resolve = async (host, port) => {
  const found = await lookup(host, { all: true })
  return { addresses: found.map(({ address }) => address), port }
}

/** @throws Error with the code PRIVATE_ADDRESS for an address that is not public, unless `allowPrivate` is set */
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

/** Whether the host exists; true if unknown. @throws AppError `usage` for an address that is not allowed */
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

export interface Agents {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

/** Connections share one TLS context, and those to one host their sessions, so only the first is a full handshake. */
export function createAgents({ connections, ca, ...options }: ConnectionOptions): Agents {
  const connect = createConnect(options)
  const kept = { keepAlive: true, maxSockets: connections }
  const secureContext = createSecureContext(ca === undefined ? {} : { ca: [...rootCertificates, ca] })
  const [http, https] = [new HttpAgent(kept), new HttpsAgent({ ...kept, secureContext })]
  for (const agent of [http, https]) agent.createConnection = connect(agent.createConnection.bind(agent))
  return { http, https }
}

type Connect = HttpAgent['createConnection']

/** Connects only to checked addresses. */
function createConnect(options: Pick<ConnectionOptions, 'resolve' | 'allowPrivate'>) {
  const resolvedHosts = new Map<string, readonly string[]>()
  const lookup = lookupIn(resolvedHosts)
  return (connect: Connect): Connect =>
    (given, callback) => {
      const host = hostKey((given.host ?? '').replace(/^\[(.*)\]$/, '$1'))
      resolveGuarded(host, Number(given.port), options).then(
        ({ addresses, port }) => {
          const name = nameToConnect(host)
          resolvedHosts.set(name, addresses)
          // the name in a TLS handshake has no dot at its end (RFC 6066 section 3)
          const servername = hostKey((given as { servername?: string }).servername ?? '')
          callback?.(
            null,
            connect({ ...given, host: name, port, lookup, ...(servername && { servername }) }) as Duplex,
          )
        },
        (error: Error) => callback?.(error, undefined as never),
      )
      return undefined
    }
}

/** A made-up name for an IP address, so that the socket looks it up and connects only to checked addresses. */
function nameToConnect(host: string): string {
  return isIP(host) === 0 ? host : `${host.replaceAll(/[:.]/g, '-')}.invalid`
}

function lookupIn(hosts: ReadonlyMap<string, readonly string[]>): LookupFunction {
  return (hostname, { all }, callback) => {
    const found = (hosts.get(hostname) ?? []).map(address => ({ address, family: isIP(address) }))
    if (all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  }
}

/** The addresses that no public host has: IANA's registries, RFC 6890 and its updates. */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** The special addresses inside 2000::/3. Addresses outside are not public either. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const specialIpv4 = new BlockList()
for (const [address, prefix] of SPECIAL_IPV4) specialIpv4.addSubnet(address, prefix, 'ipv4')
const specialIpv6 = new BlockList()
for (const [address, prefix] of SPECIAL_IPV6) specialIpv6.addSubnet(address, prefix, 'ipv6')
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is public; false for any other text. An IPv4 address inside an IPv6 address decides. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) === 0) return false
  if (isIPv4(bare)) return !specialIpv4.check(bare, 'ipv4')
  const inner = embeddedIpv4(bare)
  if (inner !== undefined) return isPublicAddress(inner)
  return globalIpv6.check(bare, 'ipv6') && !specialIpv6.check(bare, 'ipv6')
}

/** The address in `::ffff:10.0.0.1` (mapped) or `64:ff9b::10.0.0.1` (translated, RFC 6052). */
function embeddedIpv4(address: string): string | undefined {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const match = /^(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)
  if (!match) return undefined
  const [high, low] = [match[1] ?? '', match[2] ?? ''].map(part => Number.parseInt(part, 16))
  return [(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255].join('.')
}
