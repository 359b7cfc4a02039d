import { expect, test } from 'vitest'
import { credentialFormat } from '../../lib/tokens/schema.ts'

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
  {
    standing: {
      state: 'refreshing',
      intent: { owner: 'a', operation: 'operation-4', until: 9, last: false },
    },
  },
  { standing: { state: 'paused', reason: 'status_503', until: 9, last: true } },
  { standing: { state: 'reauthorize', reason: 'invalid_grant', since: 9 } },
])('credentialFormat reads and writes the stored form: $standing.state', ({ standing }) => {
  const stored = { ...STORED, standing }
  const credential = credentialFormat.parse(JSON.stringify(stored))
  expect(credential).toEqual({ ...STORED, lifecycle: standing })
  expect(JSON.parse(credentialFormat.format(credential))).toEqual(stored)
})
