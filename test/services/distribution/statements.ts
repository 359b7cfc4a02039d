/** Statements of a device. */
import { expect } from 'vitest'
import type { DeviceState } from '../../../lib/core/release/device-state.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import {
  recordStatement,
  type Statement,
  wholeState,
} from '../../../lib/services/distribution/device-states.ts'

export const START = Date.parse('2026-01-01T00:00:00Z')
export const MINUTE = 60_000
export const DAY = 86_400_000
export const RELEASE = { release: sha256('2'), version: 2, files: 7 }
export const WHO = { name: 'laptop', keyid: 'laptop:device:1' }
export const WHOLE: Statement = { ...WHO, ...wholeState(RELEASE) }
export const BROKEN: Statement = {
  ...WHOLE,
  installed: 5,
  line: 'memory=5 / index reference=no',
  problems: ['disk full'],
}

export const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

export function reported(sequence: number, state: Statement = WHOLE, at = START): Statement {
  return { ...state, sequence, deviceAt: iso(at) }
}

/** Takes in the statements one after the other, each at its minute; returns each outcome, and the last record. */
export function takeIn(statements: readonly [minute: number, statement: Statement][]) {
  let record: DeviceState | undefined
  const seen: string[] = []
  let writes = 0
  for (const [minute, statement] of statements) {
    const decision = recordStatement(statement)(record, START + minute * MINUTE)
    if ('write' in decision) {
      record = decision.write
      writes += 1
    }
    seen.push(decision.result.outcome)
    expect(decision.result.state).toBe(record)
  }
  return { record, seen, writes }
}
