/**
 * The headers Signature-Input and Signature as kura-v1 writes them: a fixed grammar, matched and not parsed. Components
 * stand in one order, parameters in any order, each exactly once; nothing is optional and nothing stands beside them.
 */
import { AppError } from '../errors.ts'
import { BASE64_32_BYTES } from './content-digest.ts'
import { ALGORITHM, LABEL, MAX_LIFETIME, TAG } from './profile.ts'

/** What the two headers say. */
export interface SignatureText {
  /** The received text from the opening parenthesis on; it goes into the signature base as it is. */
  readonly params: string
  readonly coversDigest: boolean
  /** Seconds since the epoch. */
  readonly created: number
  readonly expires: number
  readonly keyid: string
  readonly nonce: string
  /** 32 bytes. */
  readonly mac: Buffer
}

const COMPONENTS = '\\("@method" "@authority" "@path" "@query"(?<digest> "content-digest")?\\)'

/** An Integer of RFC 8941 in its serialised form: no sign, no leading zero, at most 15 digits. */
const SECONDS = '[1-9][0-9]{0,14}'

/** A row a parameter: the form of its value, which holds no semicolon. */
const PARAMETERS = [
  { name: 'created', value: `(?<created>${SECONDS})`, wanted: 'an integer without quotes' },
  { name: 'expires', value: `(?<expires>${SECONDS})`, wanted: 'an integer without quotes' },
  { name: 'keyid', value: '"(?<keyid>[a-z0-9.:+-]+)"', wanted: '"<name>:<scope>[+<scope>…]:<epoch>"' },
  { name: 'nonce', value: '"(?<nonce>[A-Za-z0-9_-]{16,64})"', wanted: '16 to 64 characters of base64url' },
  { name: 'alg', value: `"${ALGORITHM}"`, wanted: `"${ALGORITHM}"` },
  { name: 'tag', value: `"${TAG}"`, wanted: `"${TAG}"` },
] as const

/** Each parameter is found somewhere, and there are as many as rows: so each stands exactly once, in any order. */
const FOUND = PARAMETERS.map(({ name, value }) => `(?=(?:;[^;]+)*?;${name}=${value}(?:;|$))`)
const INPUT = new RegExp(
  `^${LABEL}=(?<params>${COMPONENTS}${FOUND.join('')}(?:;[^;]+){${PARAMETERS.length}})$`,
)
const SIGNATURE = new RegExp(`^${LABEL}=:(?<mac>${BASE64_32_BYTES}):$`)

/**
 * Reads the signature of a request.
 * @throws AppError `signature_missing` without the two headers, `signature_malformed` where they are not kura-v1
 */
export function readSignature(headers: Headers): SignatureText {
  const input = headers.get('signature-input')
  const signature = headers.get('signature')
  if (input === null || signature === null) throw missing(input === null ? 'Signature-Input' : 'Signature')
  const matched = INPUT.exec(input)?.groups
  if (!matched) throw malformed(inputProblem(input))
  const mac = SIGNATURE.exec(signature)?.groups?.['mac']
  if (mac === undefined) throw malformed(`Signature is not ${LABEL}=:<32 bytes in base64>:`)
  const { params = '', keyid = '', nonce = '' } = matched
  const created = Number(matched['created'])
  const expires = Number(matched['expires'])
  if (expires <= created || expires > created + MAX_LIFETIME) {
    throw malformed(`it is meant to hold ${expires - created} s, wanted 1 to ${MAX_LIFETIME}`)
  }
  const coversDigest = matched['digest'] !== undefined
  return { params, coversDigest, created, expires, keyid, nonce, mac: Buffer.from(mac, 'base64') }
}

/** A refusal of a signature by its form. */
export function malformed(problem: string): AppError {
  return new AppError('signature_malformed', `Cannot read the signature: ${problem}`, {
    hint: `sign as the profile ${TAG} says: one signature "${LABEL}", nothing optional, no spaces between parameters`,
  })
}

function missing(header: string): AppError {
  return new AppError('signature_missing', `Cannot tell who calls: there is no header ${header}`, {
    hint: `sign the request as the profile ${TAG} says (RFC 9421); the kura command line does`,
  })
}

/** What stands in the way, in the order in which a person would put it right. */
const CHECKS = [
  { form: new RegExp(`^${LABEL}=`), problem: `Signature-Input does not begin with ${LABEL}=` },
  {
    form: new RegExp(`^${LABEL}=${COMPONENTS}`),
    problem:
      'it does not cover exactly "@method" "@authority" "@path" "@query", and then "content-digest" where a body comes along',
  },
  { form: /^[^,\s]+(?: "[^,\s]+)*$/, problem: 'there is a space or a second signature in Signature-Input' },
  ...PARAMETERS.map(({ name, value, wanted }) => ({
    form: new RegExp(`;${name}=${value}(?:;|$)`),
    problem: `its parameter ${name} is missing or is not ${wanted}`,
  })),
]

function inputProblem(input: string): string {
  const failed = CHECKS.find(({ form }) => !form.test(input))
  return failed?.problem ?? 'it has a parameter twice, or one that the profile does not know'
}
