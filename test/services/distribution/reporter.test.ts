/** A thief who has a device's key can report anything in its name, but cannot keep later reports of the device out. */
import { describe, expect, test } from 'vitest'
import type { Deployment } from '../../../lib/core/config/deployment.ts'
import type { Noted, Trace } from '../../../lib/core/http/trace.ts'
import type { DeviceState } from '../../../lib/core/release/device-state.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import {
  deviceStateFormat,
  recordStatement,
  type Statement,
  wholeState,
} from '../../../lib/services/distribution/device-states.ts'
import { createReporter } from '../../../lib/services/distribution/reporter.ts'
import { createMemoryStore, OUTAGE } from '../../helpers/memory-store.ts'

const MINUTE = 60_000
const WHOLE: Statement = {
  name: 'laptop',
  keyid: 'laptop:device:1',
  ...wholeState({ release: sha256('1'), version: 1, files: 7 }),
}

/** A reporter over a store whose clock the test sets; `record` returns the trace's notes. */
function setUp({
  deployment = 'production',
  store,
  late = false,
}: {
  deployment?: Deployment
  store?: () => Store | undefined | Promise<Store>
  /** Whether the deadline has already passed. */
  late?: boolean
} = {}) {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const memory = createMemoryStore({ now: () => time.now })
  let waits = 0
  const events: unknown[] = []
  const reporter = createReporter({
    store: store ?? (() => memory),
    deployment,
    now: () => time.now,
    note: (event, facts) => void events.push({ event, ...facts }),
    wait: (_milliseconds, signal) => {
      waits += 1
      if (late) return Promise.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  return {
    memory,
    advance(milliseconds: number): void {
      time.now += milliseconds
    },
    events,
    waits: () => waits,
    async record(statement: Statement): Promise<Record<string, Noted>> {
      const notes: Record<string, Noted> = {}
      await reporter.record(statement, {
        note: (name, value) => void Object.assign(notes, { [name]: value }),
      } as Trace)
      return notes
    },
    async stored() {
      const { record } = await memory.read('device/laptop')
      return record && deviceStateFormat.parse(record.value)
    },
  }
}

describe('createReporter()', () => {
  test('writes a device state under the name of the device', async () => {
    const { record, stored } = setUp()
    expect(await record(WHOLE)).toEqual({ 'device-state': 'changed' })
    expect(await stored()).toMatchObject({
      name: 'laptop',
      keyid: 'laptop:device:1',
      version: 1,
      installed: 7,
    })
  })

  test('asks the store nothing for what this instance knows, and writes again after half a day', async () => {
    const { record, memory, advance, stored } = setUp()
    await record(WHOLE)
    const calls = { ...memory.calls }
    advance(719 * MINUTE)
    expect(await record(WHOLE)).toEqual({ 'device-state': 'recent' })
    expect(memory.calls).toEqual(calls)
    advance(MINUTE)
    expect(await record(WHOLE)).toEqual({ 'device-state': 'seen' })
    expect(memory.calls.swap).toBe(calls.swap + 1)
    expect((await stored())?.at).toBe('2026-01-01T12:00:00.000Z')
  })

  test('writes a changed state at once', async () => {
    const { record, stored } = setUp()
    await record(WHOLE)
    expect(await record({ ...WHOLE, installed: 6, sequence: 2 })).toEqual({ 'device-state': 'changed' })
    expect(await record({ ...WHOLE, installed: 1, sequence: 1 })).toEqual({ 'device-state': 'older' })
    expect((await stored())?.installed).toBe(6)
  })

  test('replaces a record that it cannot read', async () => {
    const { record, memory, stored } = setUp()
    await memory.swap('device/laptop', undefined, { value: 'rubbish', version: 'v1' })
    expect(await record(WHOLE)).toEqual({ 'device-state': 'changed' })
    expect((await stored())?.installed).toBe(7)
  })

  test('writes nothing in a preview', async () => {
    const { record, memory } = setUp({ deployment: 'preview' })
    expect(await record(WHOLE)).toEqual({ 'device-state': 'not in a preview' })
    expect(memory.calls).toEqual({ read: 0, readMany: 0, swap: 0, remove: 0, keys: 0 })
  })

  test.each([
    { name: 'there is no store', store: () => undefined, want: { 'device-state': 'no store' } },
    {
      name: 'the store cannot be opened',
      store: () => Promise.reject(new Error('settings missing')),
      want: { 'device-state': 'store unavailable', store: 'settings missing' },
    },
    {
      name: 'opening the store throws',
      store: () => {
        throw new Error('settings missing')
      },
      want: { 'device-state': 'store unavailable', store: 'settings missing' },
    },
  ])('never fails if $name', async ({ store, want }) => {
    expect(await setUp({ store }).record(WHOLE)).toEqual(want)
  })

  test('waits for a store that does not answer no longer than its deadline, then leaves it alone for a minute', async () => {
    let answers = false
    const memory = createMemoryStore()
    const store = () => (answers ? memory : new Promise<Store>(() => undefined))
    const { record, advance, waits } = setUp({ store, late: true })
    expect(await record(WHOLE)).toEqual({
      'device-state': 'store unavailable',
      store: 'Cannot store the device state: the store took over 1500 ms',
    })
    answers = true
    advance(MINUTE - 1)
    expect(await record(WHOLE)).toEqual({ 'device-state': 'store not tried' })
    expect(waits()).toBe(1)
  })

  test('tries a store that failed again after a minute, and logs the failure: its request may have ended', async () => {
    const { record, memory, advance, waits, events } = setUp()
    memory.failure = { ...OUTAGE, error: new Error('not kura') }
    expect(await record(WHOLE)).toEqual({ 'device-state': 'store unavailable', store: 'not kura' })
    expect(events).toEqual([{ event: 'device_state_unstored', device: 'laptop', store: 'not kura' }])
    memory.failure = undefined
    expect(await record(WHOLE)).toEqual({ 'device-state': 'store not tried' })
    advance(MINUTE)
    expect(await record(WHOLE)).toEqual({ 'device-state': 'changed' })
    expect(waits()).toBe(2)
  })
})

const START = Date.parse('2026-01-01T00:00:00Z')
const DAY = 86_400_000
const STATEMENT: Statement = {
  name: 'laptop',
  keyid: 'laptop:device:1',
  ...wholeState({ release: sha256('2'), version: 2, files: 7 }),
}

/**
 * Returns the outcome of the device's own report, `after` milliseconds after a report with the largest sequence number.
 */
function reportAfterTheft(after: number): { outcome: string; state: DeviceState } {
  const theft = recordStatement({ ...STATEMENT, installed: 0, sequence: Number.MAX_SAFE_INTEGER })(
    undefined,
    START,
  )
  const sequence = Math.floor((START + after) / 1000)
  return recordStatement({ ...STATEMENT, sequence })(theft.result.state, START + after).result
}

test('a report with the largest number of all hides those of the device for two days, not for ever', () => {
  expect(reportAfterTheft(DAY).outcome).toBe('older')
  const { outcome, state } = reportAfterTheft(2 * DAY + 1000)
  expect(outcome).toBe('changed')
  expect(state).toMatchObject({ installed: 7, sequence: Math.floor(START / 1000) + 2 * 86_400 + 1 })
})

test('a later report with such a number hides them for two days too', () => {
  const first = recordStatement({ ...STATEMENT, sequence: 1 })(undefined, START).result.state
  const theft = recordStatement({ ...STATEMENT, sequence: Number.MAX_SAFE_INTEGER })(first, START).result
    .state
  expect(theft.sequence).toBe(Math.floor(START / 1000) + 2 * 86_400)
})

test('a device whose clock is a day ahead is heard each time', () => {
  const ahead = Math.floor((START + DAY) / 1000)
  const first = recordStatement({ ...STATEMENT, sequence: ahead })(undefined, START).result.state
  expect(recordStatement({ ...STATEMENT, sequence: ahead + 1 })(first, START).result.outcome).toBe('seen')
})
