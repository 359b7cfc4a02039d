import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../../lib/move/visit/connection.ts'

describe('isPublicAddress()', () => {
  const open = [
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ]
  test.each(open)('%s is', address => {
    expect(isPublicAddress(address)).toBe(true)
  })

  const closed = [
    ['this host', '0.0.0.0'],
    ['loopback', '127.0.0.1'],
    ['loopback further on', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ["a carrier's own", '100.64.0.1'],
    ["a carrier's own", '100.127.255.255'],
    ['link-local, where clouds keep secrets', '169.254.169.254'],
    ['documentation', '192.0.2.1'],
    ['measurements', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['IPv6 private', 'fd12::1'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with its zone', 'fe80::1%eth0'],
    ['IPv6 documentation', '2001:db8::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv4 inside IPv6', '::ffff:127.0.0.1'],
    ['IPv4 inside IPv6, in hexadecimal', '::ffff:a00:1'],
    ['IPv4 translated', '64:ff9b::10.0.0.1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:1::1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ] as const
  test.each(closed)('%s %s is not', (_name, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
