/** A thief who has a device's key can report anything in its name, but cannot keep later reports of the device out. */
import { expect, test } from 'vitest'
import type { DeviceState } from '../../../lib/core/release/device-state.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import {
  recordStatement,
  type Statement,
  wholeState,
} from '../../../lib/services/distribution/device-states.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const DAY = 86_400_000
const WHOLE: Statement = {
  name: 'laptop',
  keyid: 'laptop:device:1',
  ...wholeState({ release: sha256('2'), version: 2, files: 7 }),
}

/**
 * A report with the largest sequence number arrives, and `after` milliseconds later the device's own one: its outcome.
 */
function reportAfterTheft(after: number): { outcome: string; state: DeviceState } {
  const theft = recordStatement({ ...WHOLE, installed: 0, sequence: Number.MAX_SAFE_INTEGER })(
    undefined,
    START,
  )
  const sequence = Math.floor((START + after) / 1000)
  return recordStatement({ ...WHOLE, sequence })(theft.result.state, START + after).result
}

test('a report with the largest number of all hides those of the device for two days, not for ever', () => {
  expect(reportAfterTheft(DAY).outcome).toBe('older')
  const { outcome, state } = reportAfterTheft(2 * DAY + 1000)
  expect(outcome).toBe('changed')
  expect(state).toMatchObject({ installed: 7, sequence: Math.floor(START / 1000) + 2 * 86_400 + 1 })
})

test('a later report with such a number hides them for two days too', () => {
  const first = recordStatement({ ...WHOLE, sequence: 1 })(undefined, START).result.state
  const theft = recordStatement({ ...WHOLE, sequence: Number.MAX_SAFE_INTEGER })(first, START).result.state
  expect(theft.sequence).toBe(Math.floor(START / 1000) + 2 * 86_400)
})

test('a device whose clock is a day ahead is heard each time', () => {
  const ahead = Math.floor((START + DAY) / 1000)
  const first = recordStatement({ ...WHOLE, sequence: ahead })(undefined, START).result.state
  expect(recordStatement({ ...WHOLE, sequence: ahead + 1 })(first, START).result.outcome).toBe('seen')
})
