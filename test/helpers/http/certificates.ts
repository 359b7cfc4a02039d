/**
 * Makes certificates (X.509) for a test: of an authority that is not trusted by default, and of servers, signed by that
 * authority.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface TestAuthority {
  /** The certificate of the authority, PEM. */
  readonly certificate: string
  /** Makes the key and the certificate of a server, PEM. */
  issue(wanted: Wanted): { readonly key: string; readonly cert: string }
}

interface Wanted {
  /** The host names for which the certificate is valid. */
  readonly names: readonly string[]
  /** Milliseconds since the epoch; by default, the certificate is valid from a day before now until a day after now. */
  readonly from?: number
  readonly until?: number
}

const DAY = 86_400_000

/** Makes an authority, like that of a virus scanner that opens encrypted connections. */
export function createTestAuthority(name: string): TestAuthority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const extensions = [
    extension('551d13', { critical: true }, sequence(der(BOOLEAN, Buffer.of(0xff)))),
    extension('551d0f', { critical: true }, der(BIT_STRING, Buffer.of(2, 0x04))),
  ]
  const facts = { issuer: name, signer: own.privateKey }
  return {
    certificate: certificateOf({ ...facts, subject: name, key: own.publicKey, extensions }),
    issue({ names, ...times }) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const dnsNames = names.map(host => der(DNS_NAME, Buffer.from(host)))
      const alternative = extension('551d11', { critical: false }, sequence(...dnsNames))
      const subject = names[0] ?? ''
      const cert = certificateOf({ ...facts, ...times, subject, key: publicKey, extensions: [alternative] })
      return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
    },
  }
}

interface Facts {
  readonly issuer: string
  readonly signer: KeyObject
  readonly subject: string
  readonly key: KeyObject
  readonly extensions: readonly Buffer[]
  readonly from?: number
  readonly until?: number
}

/** The ASN.1 tags that certificates use. */
const BOOLEAN = 0x01
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT = 0x06
const TEXT = 0x0c
const TIME = 0x18
const SEQUENCE = 0x30
const SET = 0x31
const DNS_NAME = 0x82
const VERSION = 0xa0
const EXTENSIONS = 0xa3

const VERSION_3 = 2
const SIGNED_BY = sequence(object('2a8648ce3d040302'))
let serial = 1

function certificateOf({
  issuer,
  signer,
  subject,
  key,
  extensions,
  from = Date.now() - DAY,
  until = Date.now() + DAY,
}: Facts): string {
  serial += 1
  const signed = sequence(
    der(VERSION, der(INTEGER, Buffer.of(VERSION_3))),
    der(INTEGER, Buffer.of(serial)),
    SIGNED_BY,
    nameOf(issuer),
    sequence(timeOf(from), timeOf(until)),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, sequence(...extensions)),
  )
  const signature = der(BIT_STRING, Buffer.of(0), sign('sha256', signed, signer))
  const lines =
    sequence(signed, SIGNED_BY, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function nameOf(text: string): Buffer {
  return sequence(der(SET, sequence(object('550403'), der(TEXT, Buffer.from(text)))))
}

function timeOf(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\..*|\D/g, '')
  return der(TIME, Buffer.from(`${digits}Z`))
}

function extension(id: string, { critical }: { critical: boolean }, value: Buffer): Buffer {
  const flag = critical ? [der(BOOLEAN, Buffer.of(0xff))] : []
  return sequence(object(id), ...flag, der(OCTET_STRING, value))
}

function object(hex: string): Buffer {
  return der(OBJECT, Buffer.from(hex, 'hex'))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(SEQUENCE, ...parts)
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
