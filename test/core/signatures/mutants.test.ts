/** Each test changes one part of a good request. If the platform then reads another request, kura must refuse it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carriesBody, refuseBody } from '../../../lib/core/http/body.ts'
import { createAuthenticator } from '../../../lib/core/signatures/authenticator.ts'
import { signRequest } from '../../../lib/core/signatures/sign.ts'
import { ADDRESS, KEYID, NONCE, NOW, SETTINGS, secretOf } from '../../helpers/http/forged-request.ts'
import { runs } from '../../helpers/run/sampled.ts'

/** The parts of a request, before the platform has parsed it. */
interface Draft {
  readonly method: string
  readonly url: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

interface Edit {
  readonly kind: 'insert' | 'delete' | 'replace' | 'repeat' | 'case' | 'cut' | 'append'
  readonly at: number
  readonly text: string
}

const authenticator = createAuthenticator({ settings: SETTINGS, now: () => NOW })

const draft = fc
  .record({
    url: fc.constantFrom(
      ADDRESS,
      'https://kura.example.com/',
      'https://kura-preview.example.com/a%2Fb?x=%C3%A9',
    ),
    body: fc.option(fc.constantFrom('', '{}', '{"want":["蔵"]}'), { nil: undefined }),
    now: fc.integer({ min: NOW - 60_000, max: NOW + 60_000 }),
  })
  .map(({ url, body, now }): Draft => {
    const method = body === undefined ? 'GET' : 'POST'
    const secret = secretOf(KEYID)
    return {
      method,
      url,
      body,
      headers: signRequest({ method, url, body, keyid: KEYID, secret, now, nonce: NONCE }),
    }
  })

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'replace', 'repeat', 'case', 'cut', 'append'),
  at: fc.nat(400),
  text: fc.oneof(
    fc.string({ minLength: 1, maxLength: 3 }),
    fc.constantFrom(
      ' ',
      '\t',
      ',',
      ';',
      '"',
      '=',
      ':',
      '/',
      '?',
      '#',
      '%',
      '&',
      '0',
      'A',
      '\\',
      '(',
      ')',
      ';req',
      ', kura=()',
    ),
  ),
})

function edited(text: string, { kind, at, text: piece }: Edit): string {
  const from = at % (text.length + 1)
  const [before, after] = [text.slice(0, from), text.slice(from)]
  const forms: Record<Edit['kind'], string> = {
    insert: before + piece + after,
    delete: before + after.slice(1),
    replace: before + piece + after.slice(1),
    repeat: before + after.slice(0, 8) + after,
    case: before + swapCase(after.slice(0, 1)) + after.slice(1),
    cut: before,
    append: text + piece,
  }
  return forms[kind]
}

function swapCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'get', 'post']

const mutant = fc
  .record({
    good: draft,
    target: fc.constantFrom(
      'signature-input',
      'signature',
      'content-digest',
      'url',
      'body',
      'method',
      'drop',
    ),
    edit,
    method: fc.constantFrom(...METHODS),
    dropped: fc.constantFrom('signature-input', 'signature', 'content-digest'),
  })
  .map(({ good, target, edit, method, dropped }) => ({
    good,
    bad: changed(good, { target, edit, method, dropped }),
  }))

function changed(
  good: Draft,
  { target, edit, method, dropped }: { target: string; edit: Edit; method: string; dropped: string },
): Draft {
  if (target === 'url') return { ...good, url: edited(good.url, edit) }
  if (target === 'body') return { ...good, body: edited(good.body ?? '', edit) }
  if (target === 'method') return { ...good, method }
  const kept = Object.entries(good.headers).filter(([name]) => target !== 'drop' || name !== dropped)
  const headers = Object.fromEntries(kept)
  if (target === 'drop') return { ...good, headers }
  return { ...good, headers: { ...headers, [target]: edited(headers[target] ?? '', edit) } }
}

/** Returns the request as the platform parses it; undefined if the platform refuses it. */
function requestOf({ method, url, body, headers }: Draft): Request | undefined {
  try {
    return new Request(url, { method, headers, ...(body !== undefined && { body }) })
  } catch {
    return undefined
  }
}

/**
 * Returns the parts of a request as the platform reads them. The scheme is not among them, because it belongs to the
 * connection.
 */
async function readingOf(request: Request): Promise<string> {
  const address = request.url.replace(/^https?:/, '')
  return JSON.stringify([request.method, address, await request.clone().text(), ...request.headers])
}

/** As the handler does. */
async function accepts(request: Request): Promise<boolean> {
  try {
    const body = new Uint8Array(await request.clone().arrayBuffer())
    const authenticated = await authenticator.authenticate(request, new URL(request.url))
    if (!carriesBody(request.method)) refuseBody(request)
    authenticated.checkBody(body)
    return true
  } catch {
    return false
  }
}

/** How many requests are changed. */
const EDITS = runs(2000)

test('no request that was changed by one edit is accepted', async () => {
  let mutants = 0
  await fc.assert(
    fc.asyncProperty(mutant, async ({ good, bad }) => {
      const [original, request] = [requestOf(good), requestOf(bad)]
      expect(original && (await accepts(original))).toBe(true)
      if (!original || !request || (await readingOf(original)) === (await readingOf(request))) return
      mutants += 1
      expect(await accepts(request)).toBe(false)
    }),
    { numRuns: EDITS },
  )
  expect(mutants).toBeGreaterThan(EDITS / 2)
})
