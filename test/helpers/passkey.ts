/**
 * A software authenticator. It makes registrations and assertions exactly as a browser sends them after
 * `navigator.credentials.create()` and `.get()` with a platform authenticator. Like a program that pretends to be an
 * authenticator, it can set the verified bit without verifying a user.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Algorithm } from '../../lib/core/passkey/challenge.ts'
import type { Authentication, Passkey, Registration } from '../../lib/core/passkey/door.ts'

/** The flags of authenticator data. */
export const FLAGS = {
  present: 0x01,
  verified: 0x04,
  eligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
} as const

const USUAL_FLAGS = FLAGS.present | FLAGS.verified | FLAGS.eligible | FLAGS.backedUp

/** The question to the browser, and possible deviations of its answer. */
export interface Question {
  readonly challenge: Uint8Array
  /** `https://kura.example.com` */
  readonly origin: string
  readonly flags?: number
  /** The relying party; by default, the host of the origin. */
  readonly rpId?: string
  /** Further members of the client data. */
  readonly clientData?: Readonly<Record<string, unknown>>
  readonly userHandle?: string
}

export interface SoftwarePasskey extends Passkey {
  readonly privateKey: KeyObject
  /** Returns the fields that the page posts after `create()`. */
  register(question: Question): Registration
  /** Returns the fields that the page posts after `get()`. */
  assert(question: Question): Authentication
}

/** Creates a passkey; with RS256, creating the key takes a moment. */
export function createPasskey({ algorithm = -7 }: { algorithm?: Algorithm } = {}): SoftwarePasskey {
  const { privateKey, publicKey } =
    algorithm === -7
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const id = randomBytes(32)
  const credential = id.toString('base64url')
  const cose = coseOf(publicKey, algorithm)
  return {
    privateKey,
    credential,
    publicKey: cose.toString('base64url'),
    spki: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    algorithm,
    register(question) {
      const flags = (question.flags ?? USUAL_FLAGS) | FLAGS.attested
      const aaguid = Buffer.alloc(16)
      const attested = Buffer.concat([aaguid, Buffer.from([0, id.length]), id, cose])
      const authData = Buffer.concat([headOf({ ...question, flags }), attested])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]).toString('base64url')
      const clientDataJSON = clientDataOf('webauthn.create', question).toString('base64url')
      return { ...envelopeOf(credential), response: { clientDataJSON, attestationObject } }
    },
    assert(question) {
      const authenticatorData = headOf(question)
      const clientData = clientDataOf('webauthn.get', question)
      const signature = signAssertion(privateKey, { authenticatorData, clientData })
      return {
        ...envelopeOf(credential),
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: question.userHandle ?? Buffer.from('user').toString('base64url'),
        },
      }
    },
  }
}

/** Signs any authenticator data and client data, as a program with the key could. */
export function signAssertion(
  privateKey: KeyObject,
  { authenticatorData, clientData }: { authenticatorData: Uint8Array; clientData: Uint8Array },
): Buffer {
  const hash = createHash('sha256').update(clientData).digest()
  return sign('sha256', Buffer.concat([authenticatorData, hash]), privateKey)
}

function envelopeOf(credential: string) {
  return { id: credential, rawId: credential, type: 'public-key' as const }
}

/** Returns the hash of the relying party, the flags, and the counter, which is 0 as for synchronised passkeys. */
function headOf({ origin, rpId = new URL(origin).hostname, flags = USUAL_FLAGS }: Question): Buffer {
  const hash = createHash('sha256').update(rpId).digest()
  return Buffer.concat([hash, Buffer.from([flags, 0, 0, 0, 0])])
}

/** Returns the client data, with its members in the order of browsers (WebAuthn, 5.8.1.1). */
function clientDataOf(type: string, { challenge, origin, clientData }: Question): Buffer {
  const text = Buffer.from(challenge).toString('base64url')
  return Buffer.from(JSON.stringify({ type, challenge: text, origin, crossOrigin: false, ...clientData }))
}

/** Returns a public key in COSE (RFC 9053), in CTAP2's canonical order. */
function coseOf(publicKey: KeyObject, algorithm: Algorithm): Buffer {
  const jwk = publicKey.export({ format: 'jwk' })
  const part = (text: string | undefined) => cborBytes(Buffer.from(text ?? '', 'base64url'))
  return algorithm === -7
    ? cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), part(jwk.x)],
        [cborInt(-3), part(jwk.y)],
      ])
    : cborMap([
        [cborInt(1), cborInt(3)],
        [cborInt(3), cborInt(-257)],
        [cborInt(-1), part(jwk.n)],
        [cborInt(-2), part(jwk.e)],
      ])
}

/** Returns the head of a CBOR item (RFC 8949, 3): its major type, and its length or value. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 0x1_00) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborBytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(pairs: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])
}
