/**
 * One record per device, `device/<name>`, updated by each statement of the device. A device that sends `have` with the
 * current release has hashed its disk again and has every file. It reports any other state in `status`, with a sequence
 * number that only grows.
 */
import type { Pointer } from '../../core/release/catalog.ts'
import type { DeviceReport, DeviceState } from '../../core/release/device-state.ts'
import { openPaths } from '../../core/release/problems.ts'
import type { DeviceStatus } from '../../core/release/question.ts'
import { type Transition, uncheckedFormat } from '../../core/store/update.ts'
import { daysWith, markOf, utcDay } from './days.ts'

export const DEVICE_STATE_PREFIX = 'device/'
export const deviceStateFormat = uncheckedFormat<DeviceState>()

/** The milliseconds between two writes of an unchanged state by `have`. A new report is always written. */
export const DEVICE_STATE_INTERVAL = 12 * 3_600_000

/** The milliseconds until a device that has not called leaves the list. */
const DEVICE_STATE_LIFETIME = 180 * 86_400_000

/** The milliseconds after which a device is silent. It syncs three times a day, if its PC is on. */
const SILENT_AFTER = 2 * 86_400_000

/** The seconds by which a sequence number may be ahead, so that a stolen key cannot block all later reports. */
const SEQUENCE_AHEAD = 2 * 86_400

/** A device's statement. The host adds the time since when a path waits. Only a report has a sequence number. */
export interface Statement extends Omit<DeviceState, 'sequence' | 'since' | 'at' | 'waiting' | 'days'> {
  readonly sequence?: number | undefined
  readonly waiting?: readonly string[] | undefined
  /** Whether the release is the current one; by default true. */
  readonly isCurrent?: boolean
}

export type DiskState = Omit<Statement, 'name' | 'keyid' | 'sequence' | 'deviceAt' | 'isCurrent'>

/** What was done with a statement; `recent` and `older` ones are not written. */
export type RecordOutcome = 'changed' | 'seen' | 'recent' | 'older'

/** The state of a device that has all of the current release. */
export function wholeState(current: Pick<Pointer, 'release' | 'version' | 'files'>): DiskState {
  const { release, version, files } = current
  const line = `memory=${files} / index reference=yes`
  return { release, version, expected: files, installed: files, indexed: files, line }
}

/** The statement in a report. Its `waiting` has only the paths that another program has open. */
export function statusStatement(status: DeviceStatus): Omit<Statement, 'name' | 'keyid'> {
  const { at, waiting, ...state } = status
  return { ...state, deviceAt: at, ...(waiting && { waiting: openPaths(waiting, state.problems) }) }
}

/** Records a statement. `dayOf` returns the day of a moment in the company's time zone. */
export function recordStatement(
  { isCurrent = true, ...statement }: Statement,
  dayOf: (moment: number) => string = utcDay,
): Transition<DeviceState | undefined, { outcome: RecordOutcome; state: DeviceState }> {
  return (current, now) => {
    const marked = (state: DeviceState): DeviceState => ({
      ...state,
      days: daysWith(current?.days, { day: dayOf(now), mark: markOf(state, isCurrent) }),
    })
    if (!current) return write(marked(newState(statement, now)), 'changed')
    if (statement.sequence !== undefined && statement.sequence <= current.sequence) {
      return { keep: true, result: { outcome: 'older', state: current } }
    }
    const stated = { ...statement, problems: problemsAfter(statement, { current, now }) }
    const next = continued(current, newState(stated, now))
    const changed = !sameState(current, next)
    const news = changed || statement.sequence !== undefined || statement.keyid !== current.keyid
    if (!news && now - Date.parse(current.at) < DEVICE_STATE_INTERVAL) {
      return { keep: true, result: { outcome: 'recent', state: current } }
    }
    return changed ? write(marked(next), 'changed') : write(marked({ ...next, since: current.since }), 'seen')
  }
}

/** Keeps what only a report has. A path that still waits keeps the time since when it waits. */
function continued(current: DeviceState, next: DeviceState): DeviceState {
  const { sequence, deviceAt, waiting, node } = next
  const began = new Map(current.waiting?.map(({ path, since }) => [path, since]))
  return {
    ...next,
    sequence: sequence || current.sequence,
    deviceAt: deviceAt ?? current.deviceAt,
    node: sequence ? node : current.node,
    ...(waiting && {
      waiting: waiting.map(({ path, since }) => ({ path, since: began.get(path) ?? since })),
    }),
  }
}

/** The problems. `have` names none, so the last report's stay while the state is unchanged, up to `SILENT_AFTER`. */
function problemsAfter(
  statement: Statement,
  { current, now }: { current: DeviceState; now: number },
): string[] | undefined {
  if (statement.sequence !== undefined) return statement.problems
  if (current.problems === undefined) return undefined
  const reported = Date.parse(current.deviceAt ?? current.at)
  return sameCounts(current, statement) && now - reported <= SILENT_AFTER ? current.problems : undefined
}

function write(state: DeviceState, outcome: RecordOutcome) {
  return { write: state, ttl: DEVICE_STATE_LIFETIME, result: { outcome, state } }
}

function newState({ waiting = [], ...statement }: Omit<Statement, 'isCurrent'>, now: number): DeviceState {
  const at = new Date(now).toISOString()
  const sequence = Math.min(statement.sequence ?? 0, Math.floor(now / 1000) + SEQUENCE_AHEAD)
  const since = waiting.length > 0 && { waiting: waiting.map(path => ({ path, since: at })) }
  return { ...statement, ...since, sequence, since: at, at }
}

type Counted = Pick<DiskState, (typeof STATE_FIELDS)[number]>

const STATE_FIELDS = ['release', 'version', 'expected', 'installed', 'indexed', 'line'] as const

function sameCounts(one: Counted, other: Counted): boolean {
  return STATE_FIELDS.every(field => one[field] === other[field])
}

function sameState(one: DeviceState, other: DeviceState): boolean {
  const paths = ({ waiting = [] }: DeviceState) => waiting.map(({ path }) => path)
  return (
    sameTexts(one.problems, other.problems) && sameTexts(paths(one), paths(other)) && sameCounts(one, other)
  )
}

function sameTexts(some: readonly string[] = [], others: readonly string[] = []): boolean {
  return some.length === others.length && some.every((text, at) => text === others[at])
}

/** The report about a device. The current release may be missing. */
export function reportOf(
  state: DeviceState,
  facts: {
    current: Pick<Pointer, 'release' | 'version'> | undefined
    now: number
    revoked: ReadonlySet<string>
  },
): DeviceReport {
  const { current, now, revoked } = facts
  const { expected, installed, indexed, release, version = 0 } = state
  return {
    ...state,
    whole:
      release !== undefined && release === current?.release && installed === expected && indexed === expected,
    behind: current !== undefined && version < current.version,
    silent: now - Date.parse(state.at) > SILENT_AFTER,
    revoked: revoked.has(state.keyid),
  }
}
