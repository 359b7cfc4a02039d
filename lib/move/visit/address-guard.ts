/** Recognizes network addresses that are not public: they are refused unless a person allows them. */
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Special-purpose blocks of IPv4 (IANA's registries, RFC 6890 and its updates): no public host has these addresses. */
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

/** The blocks inside 2000::/3 that are not public. Addresses outside 2000::/3 are not public either. */
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

/**
 * Whether an address is public; false for any other text. An IPv6 address that contains an IPv4 address is judged by
 * the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) === 0) return false
  if (isIPv4(bare)) return !specialIpv4.check(bare, 'ipv4')
  const inner = embeddedIpv4(bare)
  if (inner !== undefined) return isPublicAddress(inner)
  return globalIpv6.check(bare, 'ipv6') && !specialIpv6.check(bare, 'ipv6')
}

/** The IPv4 address in `::ffff:10.0.0.1` (mapped) or `64:ff9b::10.0.0.1` (translated, RFC 6052). */
function embeddedIpv4(address: string): string | undefined {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const match = /^(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)
  if (!match) return undefined
  const [high, low] = [match[1] ?? '', match[2] ?? ''].map(part => Number.parseInt(part, 16))
  return [(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255].join('.')
}
