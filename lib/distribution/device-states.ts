/**
 * What the host knows of each device: one record a device, `device/<name>`, a transition for each statement.
 * A device that sends `have` with the current release states that it has re-hashed its disk and all of it is there:
 * that is a whole device. Any other state it reports itself (`status`), with a sequence that only grows.
 */

import type { Pointer } from '../release/catalog.ts'
import type { DeviceStatus } from '../release/schema.ts'
import type { Transition } from '../store/update.ts'

export const SIGHTING_PREFIX = 'device/'

/** An unchanged state is written again only after this many milliseconds. */
export const SIGHTING_INTERVAL = 600_000

/** A device that was not seen for this long leaves the list by itself. */
const SIGHTING_LIFETIME = 180 * 86_400_000

/** A device asks at least once a day; after two it is silent. */
const SILENT_AFTER = 2 * 86_400_000

/** What a device has on its disk. */
export interface DeviceState {
  /** Digest and version of the installed release; absent where there is none. */
  readonly release?: string | undefined
  readonly version?: number | undefined
  readonly expected: number
  readonly installed: number
  readonly indexed: number
  /** The device's status line. */
  readonly line: string
  readonly problems?: readonly string[] | undefined
}

export interface Statement extends DeviceState {
  readonly name: string
  readonly keyid: string
  /** Of a reported status only. */
  readonly sequence?: number | undefined
  /** The device's own time. */
  readonly deviceAt?: string | undefined
}

/** The stored record; moments are ISO 8601 by the store's clock, but for `deviceAt`. */
export interface Sighting extends Statement {
  /** The last sequence that was reported, 0 before the first. */
  readonly sequence: number
  /** When this state began. */
  readonly since: string
  /** When the device was last seen. */
  readonly at: string
}

/** A sighting beside the current release. */
export interface DeviceReport extends Sighting {
  /** All files of the current release, and their lines in the index, are there. */
  readonly whole: boolean
  /** It has an older release than the current one, or none. */
  readonly behind: boolean
  /** It was not seen for two days. */
  readonly silent: boolean
}

/** What became of a statement: `recent` and `older` ones are not written. */
export type Seen = 'changed' | 'seen' | 'recent' | 'older'

/** The state of a device that has all of the current release. */
export function wholeState({
  release,
  version,
  files,
}: Pick<Pointer, 'release' | 'version' | 'files'>): DeviceState {
  const line = `memory=${files} / index reference=yes`
  return { release, version, expected: files, installed: files, indexed: files, line }
}

/** The statement that a reported status makes. */
export function statusStatement(status: DeviceStatus): Omit<Statement, 'name' | 'keyid'> {
  const { at, ...state } = status
  return { ...state, deviceAt: at }
}

/** Takes a statement into the record of its device. */
export function see(
  statement: Statement,
): Transition<Sighting | undefined, { seen: Seen; sighting: Sighting }> {
  return (current, now) => {
    if (!current) return write(newSighting(statement, now), 'changed')
    if (statement.sequence !== undefined && statement.sequence <= current.sequence) {
      return { keep: true, result: { seen: 'older', sighting: current } }
    }
    const state = { ...statement, problems: problemsAfter(statement, { current, now }) }
    const changed = !sameState(current, state)
    const news = changed || statement.sequence !== undefined || statement.keyid !== current.keyid
    if (!news && now - Date.parse(current.at) < SIGHTING_INTERVAL) {
      return { keep: true, result: { seen: 'recent', sighting: current } }
    }
    const next = newSighting(state, now)
    return write(
      {
        ...next,
        sequence: statement.sequence ?? current.sequence,
        deviceAt: statement.deviceAt ?? current.deviceAt,
        since: changed ? next.since : current.since,
      },
      changed ? 'changed' : 'seen',
    )
  }
}

/**
 * `have` says nothing of problems: those of the last report stay with the state that they belong to, and until the
 * device had the time to repeat them.
 */
function problemsAfter(
  statement: Statement,
  { current, now }: { current: Sighting; now: number },
): readonly string[] | undefined {
  if (statement.sequence !== undefined) return statement.problems
  const reported = Date.parse(current.deviceAt ?? current.at)
  return sameCounts(current, statement) && now - reported <= SILENT_AFTER ? current.problems : undefined
}

function write(sighting: Sighting, seen: Seen) {
  return { write: sighting, ttl: SIGHTING_LIFETIME, result: { seen, sighting } }
}

function newSighting(statement: Statement, now: number): Sighting {
  const at = new Date(now).toISOString()
  return { ...statement, sequence: statement.sequence ?? 0, since: at, at }
}

const STATE_FIELDS = ['release', 'version', 'expected', 'installed', 'indexed', 'line'] as const

function sameCounts(one: DeviceState, other: DeviceState): boolean {
  return STATE_FIELDS.every(field => one[field] === other[field])
}

function sameState(one: DeviceState, other: DeviceState): boolean {
  const { problems = [] } = one
  const { problems: others = [] } = other
  const sameProblems = problems.length === others.length && problems.every((text, at) => text === others[at])
  return sameProblems && sameCounts(one, other)
}

/** What a sighting says beside the current release, which may be missing. */
export function reportOf(
  sighting: Sighting,
  { current, now }: { current: Pick<Pointer, 'release' | 'version'> | undefined; now: number },
): DeviceReport {
  const { expected, installed, indexed, release, version = 0 } = sighting
  return {
    ...sighting,
    whole:
      release !== undefined && release === current?.release && installed === expected && indexed === expected,
    behind: current !== undefined && version < current.version,
    silent: now - Date.parse(sighting.at) > SILENT_AFTER,
  }
}

/** The record's text; a record that is not of this shape counts as none, and the next statement replaces it. */
export const sightingFormat = {
  parse(text: string): Sighting | undefined {
    try {
      const value = JSON.parse(text) as Partial<Sighting> | null
      const whole =
        typeof value?.name === 'string' &&
        typeof value.line === 'string' &&
        Number.isSafeInteger(value.sequence) &&
        [value.at, value.since].every(moment => Number.isFinite(Date.parse(moment ?? '')))
      return whole ? (value as Sighting) : undefined
    } catch {
      return undefined
    }
  },
  format: (sighting: Sighting | undefined): string => JSON.stringify(sighting),
}
