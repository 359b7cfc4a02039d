/** A month of a fleet: every sync of every device, with a release each day. The same numbers in every run. */
import { ASSUMED, MEASURED } from './measured.ts'

export interface Fleet {
  readonly devices: number
  /** The hours of the day at which a device syncs, at a minute of its own. */
  readonly hours: readonly number[]
}

export interface Usage {
  readonly requests: number
  /** In both directions. */
  readonly bytes: number
  readonly commands: number
  readonly cpuMilliseconds: number
  readonly instanceMinutes: number
  /** Gigabytes of an instance. */
  readonly memory: number
  /** In the busiest minute. */
  readonly peakRequests: number
  readonly peakCommands: number
}

const DAYS = 30
const DAY_MINUTES = 1_440
const MONTH = DAYS * DAY_MINUTES
/** A release comes at nine in the morning. */
const RELEASE_MINUTE = 9 * 60

/**
 * The syncs of the devices are spread evenly over the minutes of an hour, as the task of a device spreads them: devices
 * with the same minute form a group, and sync as one of them does.
 */
export function simulate({ devices, hours }: Fleet): Usage {
  const groups = Array.from({ length: 60 }, (_, at) => ({
    devices: Math.ceil(Math.max(0, devices - at) / 60),
    syncs: syncsAt(minutesOf(hours, (at * 7_919) % 60)),
  }))
  const requests = new Float64Array(MONTH)
  let updates = 0
  for (const group of groups)
    for (const { minute, update } of group.syncs) {
      add(requests, minute, group.devices * (update ? MEASURED.updateRequests : 1))
      if (update) updates += group.devices
    }
  const instances = instancesFor(requests)
  const commands = instances.commands
  for (const group of groups)
    for (const sync of group.syncs)
      add(commands, sync.minute, group.devices * commandsOf(sync, instances.born))
  const total = sum(requests)
  return {
    requests: total,
    bytes:
      (total - updates * MEASURED.updateRequests) * MEASURED.unchangedBytes + updates * MEASURED.updateBytes,
    commands: sum(commands),
    cpuMilliseconds: total * ASSUMED.cpuMilliseconds + instances.cold * ASSUMED.coldMilliseconds,
    instanceMinutes: instances.minutes,
    memory: ASSUMED.instanceMemory,
    peakRequests: largest(requests),
    peakCommands: largest(commands),
  }
}

function minutesOf(hours: readonly number[], minute: number): number[] {
  return Array.from({ length: DAYS }, (_, day) =>
    hours.map(hour => day * DAY_MINUTES + hour * 60 + minute),
  ).flat()
}

interface Sync {
  readonly minute: number
  /** The minute of the previous sync. */
  readonly previous: number
  readonly update: boolean
  /** Whether the state of the device is written. */
  readonly write: boolean
}

function syncsAt(minutes: readonly number[]): Sync[] {
  let [installed, writtenAt] = [0, Number.NEGATIVE_INFINITY]
  return minutes.map((minute, at) => {
    const release = Math.floor((minute - RELEASE_MINUTE) / DAY_MINUTES) + 1
    const update = release > installed
    const write = update || minute - writtenAt >= MEASURED.stateHours * 60
    if (write) writtenAt = minute
    installed = Math.max(installed, release)
    return { minute, previous: minutes[at - 1] ?? Number.NEGATIVE_INFINITY, update, write }
  })
}

/**
 * Returns the commands of a sync. An instance knows the state of a device that has synced since the instance started.
 */
function commandsOf({ minute, previous, write }: Sync, born: Float64Array): number {
  if (write) return MEASURED.stateCommands
  return previous >= (born[minute] ?? 0) ? MEASURED.unchangedCommands : MEASURED.unknownCommands
}

interface Instances {
  /** The minutes that all instances ran, together, and how many instances started. */
  readonly minutes: number
  readonly cold: number
  /** For each minute, since when an instance has been running without a gap. */
  readonly born: Float64Array
  /**
   * For each minute, the commands of the instances: each reads the revoked keys once a minute while it has requests.
   */
  readonly commands: Float64Array
}

function instancesFor(requests: Float64Array): Instances {
  let [minutes, cold, live, idle] = [0, 0, 0, 0]
  const born = new Float64Array(MONTH)
  const commands = new Float64Array(MONTH)
  for (const [minute, count] of requests.entries()) {
    const needed = Math.ceil(count / 60 / ASSUMED.instanceRate)
    idle = needed === 0 ? idle + 1 : 0
    const next =
      needed > 0 ? Math.max(needed, Math.min(live, needed + 1)) : idle > ASSUMED.idleMinutes ? 0 : live
    born[minute] = live === 0 ? minute : (born[minute - 1] ?? 0)
    cold += Math.max(0, next - live)
    live = next
    minutes += live
    commands[minute] = needed
  }
  return { minutes, cold, born, commands }
}

function add(counts: Float64Array, minute: number, amount: number): void {
  counts[minute] = (counts[minute] ?? 0) + amount
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}
