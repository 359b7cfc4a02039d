/** Two independent implementations of RFC 9421 judge kura's signatures on thousands of random requests. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { createSignature, verifySignature } from 'http-message-sig'
import { httpbis } from 'http-message-signatures'
import { describe, expect, test } from 'vitest'
import { contentDigest } from '../../../lib/core/signatures/content-digest.ts'
import { createKeyRing } from '../../../lib/core/signatures/key-ring.ts'
import { signRequest } from '../../../lib/core/signatures/sign.ts'
import { verifyRequest } from '../../../lib/core/signatures/verify.ts'
import {
  forgeRequest,
  KEYID,
  NONCE,
  NOW,
  received,
  SECONDS,
  SETTINGS,
  secretOf,
} from '../../helpers/http/forged-request.ts'
import { runs } from '../../helpers/run/sampled.ts'

const PARAMETERS = ['created', 'expires', 'keyid', 'nonce', 'alg', 'tag']
const COMPONENTS = ['@method', '@authority', '@path', '@query']
const options = { authorities: SETTINGS.authorities, keys: createKeyRing(SETTINGS.secrets), now: NOW }

const address = fc
  .record({ authority: fc.constantFrom(...SETTINGS.authorities), path: fc.string(), query: fc.string() })
  .map(({ authority, path, query }) => {
    const url = new URL(`https://${authority}`)
    url.pathname = path
    url.search = query
    return url.href.replace(/\?$/, '')
  })
const keyid = fc.constantFrom(KEYID, 'anna:accounting.read+admin:1')
const nonce = fc.stringMatching(/^[A-Za-z0-9_-]{16,64}$/)
const lifetime = fc.integer({ min: 1, max: 300 })
const order = fc.shuffledSubarray(PARAMETERS, { minLength: PARAMETERS.length })
const body = fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined })
const message = fc.record({ url: address, keyid, nonce, lifetime, order, body })
type Message = typeof message extends fc.Arbitrary<infer T> ? T : never

function hmac(id: string): (data: Uint8Array) => Buffer {
  return data => createHmac('sha256', secretOf(id)).update(data).digest()
}

/** Returns the request to sign; with a body, it is a POST. */
function unsigned({ url, body }: Message): Request {
  if (body === undefined) return new Request(url)
  return new Request(url, { method: 'POST', body, headers: { 'content-digest': contentDigest(body) } })
}

function componentsOf({ body }: Message): string[] {
  return body === undefined ? COMPONENTS : [...COMPONENTS, 'content-digest']
}

/** Whether http-message-sig accepts the request by the policy of kura-v1. */
async function oracleAccepts(request: Request): Promise<boolean> {
  const digest = request.method === 'POST' ? ['content-digest'] : []
  const verified = await verifySignature(request, {
    label: 'kura',
    policy: {
      algorithms: ['hmac-sha256'],
      requiredComponents: [...COMPONENTS, ...digest],
      requiredParameters: PARAMETERS,
      clockSkew: 60,
      now: Math.floor(NOW / 1000),
      validate: ({ parameters: { tag, created = 0, expires = 0 } }) =>
        tag === 'kura-v1' && expires > created && expires <= created + 300,
    },
    resolveVerifier: ({ parameters }) => ({
      algorithm: 'hmac-sha256',
      verify: (data, signature) => hmac(parameters.keyid ?? '')(data).equals(signature),
    }),
  })
  return verified.label === 'kura'
}

describe('verifyRequest() accepts what is signed by', () => {
  test('http-message-signatures', async () => {
    const sign = async (made: Message) => {
      const { method, url, headers } = unsigned(made)
      const config: Parameters<typeof httpbis.signMessage>[0] = {
        key: { id: made.keyid, alg: 'hmac-sha256', sign: async data => hmac(made.keyid)(data) },
        name: 'kura',
        fields: componentsOf(made),
        params: made.order,
        paramValues: {
          created: new Date(NOW),
          expires: new Date(NOW + made.lifetime * 1000),
          nonce: made.nonce,
          tag: 'kura-v1',
        },
      }
      const signed = await httpbis.signMessage(config, { method, url, headers: Object.fromEntries(headers) })
      return new Request(url, { method, headers: signed.headers as Record<string, string> })
    }
    await fc.assert(
      fc.asyncProperty(message, async made => {
        expect(verifyRequest(received(await sign(made)), options).key.keyid).toBe(made.keyid)
      }),
    )
  })

  test('http-message-sig', async () => {
    const sign = async (made: Message) => {
      const request = unsigned(made)
      const values: Record<string, string | number> = {
        created: SECONDS,
        expires: SECONDS + made.lifetime,
        keyid: made.keyid,
        nonce: made.nonce,
        alg: 'hmac-sha256',
        tag: 'kura-v1',
      }
      const fields = await createSignature(request, {
        label: 'kura',
        components: componentsOf(made),
        parameters: Object.fromEntries(made.order.map(name => [name, values[name]])),
        signer: { algorithm: 'hmac-sha256', sign: hmac(made.keyid) },
      })
      request.headers.set('signature-input', fields.signatureInput)
      request.headers.set('signature', fields.signature)
      return request
    }
    await fc.assert(
      fc.asyncProperty(message, async made => {
        expect(verifyRequest(received(await sign(made)), options).key.keyid).toBe(made.keyid)
      }),
    )
  })
})

test('what signRequest() signs is accepted by verifyRequest() and by http-message-sig', async () => {
  await fc.assert(
    fc.asyncProperty(message, async made => {
      const request = unsigned(made)
      const signed = signRequest({ ...made, method: request.method, secret: secretOf(made.keyid), now: NOW })
      for (const [name, value] of Object.entries(signed)) request.headers.set(name, value)
      expect(verifyRequest(received(request), options).key.keyid).toBe(made.keyid)
      expect(await oracleAccepts(request)).toBe(true)
    }),
  )
})

test('whatever verifyRequest() accepts, http-message-sig accepts', async () => {
  const values = fc.record({
    created: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: SECONDS - 400, max: SECONDS + 80 }).map(String) },
      fc.constantFrom(`"${SECONDS}"`, `0${SECONDS}`, `${SECONDS}.0`, `+${SECONDS}`, '?1', '1'.repeat(15)),
    ),
    life: fc.integer({ min: -1, max: 310 }),
    keyid: fc.constantFrom(KEYID, KEYID, KEYID, 'desk-1:root:2', 'desk-1:device:0'),
    nonce: fc.oneof(
      { weight: 8, arbitrary: nonce },
      fc.constantFrom('short', `${NONCE} `, `${NONCE}\\"x`, `${NONCE}é`),
    ),
    alg: fc.oneof(
      { weight: 8, arbitrary: fc.constant('"hmac-sha256"') },
      fc.constantFrom('hmac-sha256', '"ed25519"'),
    ),
    tag: fc.oneof(
      { weight: 8, arbitrary: fc.constant('"kura-v1"') },
      fc.constantFrom('"kura-v2"', 'kura-v1'),
    ),
  })
  const names = fc.oneof({ weight: 6, arbitrary: order }, fc.array(fc.constantFrom(...PARAMETERS, 'other')))
  const separator = fc.oneof(
    { weight: 8, arbitrary: fc.constant(';') },
    fc.constantFrom('; ', ' ;', ';;', ''),
  )
  const covered = fc.oneof(
    { weight: 6, arbitrary: fc.constant(COMPONENTS) },
    fc.array(fc.constantFrom(...COMPONENTS, '@scheme', 'date', '@method";req')),
  )
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(values, names, separator, covered, async (value, written, semicolon, list) => {
      const texts: Record<string, string> = {
        created: value.created,
        alg: value.alg,
        tag: value.tag,
        expires: String(Number(value.created.replaceAll(/[^0-9]/g, '')) + value.life),
        keyid: `"${value.keyid}"`,
        nonce: `"${value.nonce}"`,
        other: '1',
      }
      const request = forgeRequest({
        keyid: value.keyid,
        covered: list.map(name => (name.includes('"') ? `"${name}` : `"${name}"`)).join(' '),
        parameterText: written.map(name => `${semicolon}${name}=${texts[name]}`).join(''),
        headers: { date: 'now' },
      })
      if (!accepts(request)) return
      accepted += 1
      expect(await oracleAccepts(request)).toBe(true)
    }),
    { numRuns: runs(2000) },
  )
  expect(accepted).toBeGreaterThan(5)
})

function accepts(request: Request): boolean {
  try {
    return verifyRequest(received(request), options).key.keyid !== ''
  } catch {
    return false
  }
}
