/**
 * The headers Signature-Input and Signature of kura-v1 have a fixed grammar, so regular expressions match them.
 * Components have a fixed order, and parameters any order. Each occurs exactly once, and nothing else is allowed.
 */
import { AppError } from '../errors.ts'
import { BASE64_32_BYTES } from './content-digest.ts'
import { ALGORITHM, COVERED, LABEL, MAX_LIFETIME, TAG } from './profile.ts'

export interface SignatureText {
  /** The received text from the opening parenthesis on, which goes unchanged into the signature base. */
  readonly params: string
  readonly coversDigest: boolean
  /** The time of the signature, in seconds since the epoch. */
  readonly created: number
  readonly expires: number
  readonly keyid: string
  readonly nonce: string
  /** The header Signature as it was received. `isSignature` says whether it is well-formed. */
  readonly signature: string
}

const COMPONENTS = `\\(${COVERED}( "content-digest")?\\)`

/** Matches an Integer of RFC 8941 in canonical form: no sign, no leading zero, at most 15 digits. */
const SECONDS = '[1-9][0-9]{0,14}'

/** The parameters, whose values contain no semicolon. */
const PARAMETERS = [
  { name: 'created', value: `(${SECONDS})`, form: 'an integer without quotes' },
  { name: 'expires', value: `(${SECONDS})`, form: 'an integer without quotes' },
  { name: 'keyid', value: '"([a-z0-9.:+-]+)"', form: '"<name>:<scope>[+<scope>…]:<epoch>"' },
  { name: 'nonce', value: '"([A-Za-z0-9_-]{16,64})"', form: '16 to 64 characters of base64url' },
  { name: 'alg', value: `"${ALGORITHM}"`, form: `"${ALGORITHM}"` },
  { name: 'tag', value: `"${TAG}"`, form: `"${TAG}"` },
] as const

/** Finds each row in any order. The header has as many parameters as rows, so each occurs exactly once. */
const FOUND = PARAMETERS.map(({ name, value }) => `(?=(?:;[^;]+)*?;${name}=${value}(?:;|$))`)
const IN_ANY_ORDER = inputForm(`${FOUND.join('')}(?:;[^;]+){${PARAMETERS.length}}`)

/** Matches the order in which kura itself signs. This pattern is tried first, because it takes half the time. */
const IN_THIS_ORDER = inputForm(PARAMETERS.map(({ name, value }) => `;${name}=${value}`).join(''))

const SIGNATURE = new RegExp(`^${LABEL}=:${BASE64_32_BYTES}:$`)

function inputForm(parameters: string): RegExp {
  return new RegExp(`^${LABEL}=(${COMPONENTS}${parameters})$`)
}

/**
 * Does not check the form of the header Signature, because a header that equals the expected one is well-formed.
 * @throws AppError `signature_missing` if a header is missing, `signature_malformed` if Signature-Input is not kura-v1
 */
export function readSignature(headers: Headers): SignatureText {
  const input = headers.get('signature-input')
  const signature = headers.get('signature')
  if (input === null || signature === null) throw missing(input === null ? 'Signature-Input' : 'Signature')
  const matched = IN_THIS_ORDER.exec(input) ?? IN_ANY_ORDER.exec(input)
  if (!matched) throw malformed(inputProblem(input))
  const [, params = '', digest, from, until, keyid = '', nonce = ''] = matched
  const created = Number(from)
  const expires = Number(until)
  if (expires <= created || expires > created + MAX_LIFETIME) {
    throw malformed(`its lifetime is ${expires - created} s, expected 1 to ${MAX_LIFETIME}`)
  }
  const coversDigest = digest !== undefined
  return { params, coversDigest, created, expires, keyid, nonce, signature }
}

/** Whether the header has one MAC of 32 bytes in canonical base64. */
export function isSignature(header: string): boolean {
  return SIGNATURE.test(header)
}

export function malformed(problem: string): AppError {
  return new AppError('signature_malformed', `Cannot read the signature: ${problem}`, {
    hint: `follow the profile ${TAG}: one signature "${LABEL}", nothing optional, no spaces between parameters`,
  })
}

function missing(header: string): AppError {
  return new AppError('signature_missing', `Cannot authenticate the request: there is no header ${header}`, {
    hint: `sign the request by the profile ${TAG} (RFC 9421), as the kura command line does`,
  })
}

/** The checks, in the order in which a person would correct the problems. */
const CHECKS = [
  { form: new RegExp(`^${LABEL}=`), problem: `Signature-Input does not begin with ${LABEL}=` },
  {
    form: new RegExp(`^${LABEL}=${COMPONENTS}`),
    problem:
      'it does not cover exactly "@method" "@authority" "@path" "@query", and then "content-digest" if there is a body',
  },
  { form: /^[^,\s]+(?: "[^,\s]+)*$/, problem: 'there is a space or a second signature in Signature-Input' },
  ...PARAMETERS.map(({ name, value, form }) => ({
    form: new RegExp(`;${name}=${value}(?:;|$)`),
    problem: `its parameter ${name} is missing or is not ${form}`,
  })),
]

function inputProblem(input: string): string {
  const failed = CHECKS.find(({ form }) => !form.test(input))
  return failed?.problem ?? 'it has a parameter twice, or one that is not in the profile'
}
