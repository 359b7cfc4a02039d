import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CALL, FUNCTION_LIFE, LEASE, lastStart, STORING } from '../../../lib/core/claims/lease.ts'
import { ACT_TIME } from '../../../lib/services/registrar/remote/client.ts'

const { functions } = JSON.parse(readFileSync(new URL('../../../vercel.json', import.meta.url), 'utf8')) as {
  functions: Record<string, { maxDuration: number }>
}

/** The functions without claims, because they only read. */
const WITHOUT_CLAIMS = ['api/journals.ts']
const claiming = Object.entries(functions).filter(([file]) => !WITHOUT_CLAIMS.includes(file))

describe('LEASE', () => {
  test.each(claiming)('outlives the function %s by a whole call', (_, { maxDuration }) => {
    expect(maxDuration * 1000).toBeLessThanOrEqual(FUNCTION_LIFE)
    expect(LEASE).toBeGreaterThanOrEqual(maxDuration * 1000 + CALL + STORING)
  })

  test('has room for the longest call of a service', () => {
    expect(ACT_TIME).toBeLessThanOrEqual(CALL)
  })
})

test('lastStart() leaves time for a whole call and for storing what came of it', () => {
  expect(lastStart(1_000_000)).toBe(1_000_000 - CALL - STORING)
  expect(lastStart(LEASE)).toBe(FUNCTION_LIFE)
})
