import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pendingKey } from '../../../../lib/services/accounting/tokens/authorize/pending.ts'
import {
  CREDENTIAL_KEY,
  credentialFormat,
  UNSTORED_KEY,
} from '../../../../lib/services/accounting/tokens/schema.ts'
import { MAX_DURATION } from '../../../../lib/services/accounting/tokens/tokens.ts'
import { createWorld } from './world.ts'

const STORED = {
  generation: 3,
  operation: 'operation-3',
  follows: 'operation-2',
  client: 'client',
  pair: 'sealed',
  accessExpiresAt: 21_600_000,
  issuedAt: 0,
  scopes: ['read'],
  by: 'accounting on host-1',
  accessRejected: false,
  updatedAt: 0,
}

test.each([
  { standing: { state: 'current' } },
  { standing: { state: 'refreshing', intent: { owner: 'a', operation: 'operation-4', until: 9 } } },
  {
    standing: { state: 'paused', until: 9 },
    failures: { count: 2, reason: { id: 'tokens.status', values: { status: 503 } }, since: 1 },
  },
  { standing: { state: 'reauthorize', reason: 'invalid_grant', since: 9 } },
])('credentialFormat reads and writes the stored form: $standing.state', ({ standing, ...others }) => {
  const stored = { ...STORED, ...others, standing }
  const credential = credentialFormat.parse(JSON.stringify(stored))
  expect(credential).toEqual({ ...STORED, ...others, lifecycle: standing })
  expect(JSON.parse(credentialFormat.format(credential))).toEqual(stored)
})

test('every record has a key of its own', () => {
  expect([CREDENTIAL_KEY, UNSTORED_KEY, pendingKey('mei')]).toEqual([
    'tokens/accounting',
    'tokens/accounting/unstored',
    expect.stringMatching(/^tokens\/accounting\/authorization\/[\w-]{43}$/),
  ])
})

test.each(['a b', '{"a', 'a"}'])('an authorization is one word: %j is refused', authorization => {
  const stored = { ...STORED, standing: { state: 'current' } }
  expect(credentialFormat.parse(JSON.stringify({ ...stored, authorization: 'a-b' })).authorization).toBe(
    'a-b',
  )
  expect(() => credentialFormat.parse(JSON.stringify({ ...stored, authorization }))).toThrow(/authorization/)
})

const rows = [
  { name: 'a life too short for one refresh', maxDuration: 29_999, fits: false },
  { name: 'the shortest life', maxDuration: 30_000, fits: true },
  { name: 'the longest life', maxDuration: 114_999, fits: true },
  { name: 'a life whose lease would outlast the margin', maxDuration: 115_000, fits: false },
]
test.each(rows)('createTokens() with $name', async ({ maxDuration, fits }) => {
  const world = await createWorld({ authorized: false })
  const create = () => world.tokens({ maxDuration })
  if (fits) expect(create).not.toThrow()
  else expect(create).toThrow(new RangeError(`Cannot keep tokens in functions that live ${maxDuration} ms`))
})

const { functions } = JSON.parse(
  readFileSync(new URL('../../../../vercel.json', import.meta.url), 'utf8'),
) as { functions: Record<string, { maxDuration: number }> }
/** This function never refreshes, as `app/functions/journals.test.ts` shows. */
const NEVER_REFRESHES = 'api/journals.ts'

test.each(Object.keys(functions).filter(file => file !== NEVER_REFRESHES))(
  'no lease of %s ends while the function may still live',
  file => {
    expect((functions[file]?.maxDuration ?? 0) * 1000).toBe(MAX_DURATION)
  },
)
