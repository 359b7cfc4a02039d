/** A month of a fleet: every sync of every device, with a release each day. The same numbers in every run. */
import { ASSUMED, MEASURED } from './measured.ts'

export interface Fleet {
  readonly devices: number
  /** The hours of the day at which a device syncs, at a minute of its own. */
  readonly hours: readonly number[]
}

/** What a month takes. */
export interface Usage {
  readonly requests: number
  /** Both ways. */
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
/** Releases come at nine in the morning. */
const RELEASE_MINUTE = 9 * 60

/**
 * The syncs of the devices are spread evenly over the minutes of an hour, as the task of a device spreads them.
 */
export function simulate({ devices, hours }: Fleet): Usage {
  const requests = new Float64Array(MONTH)
  const commands = new Float64Array(MONTH)
  let updates = 0
  for (let device = 0; device < devices; device++) {
    updates += runDevice(minutesOf(hours, (device * 7_919) % 60), { requests, commands })
  }
  const instances = addInstances(requests, commands)
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

/** Returns the minutes of the month at which a device syncs. */
function minutesOf(hours: readonly number[], minute: number): number[] {
  return Array.from({ length: DAYS }, (_, day) =>
    hours.map(hour => day * DAY_MINUTES + hour * 60 + minute),
  ).flat()
}

/** Adds the syncs of one device to the minutes, and returns how many of them installed a release. */
function runDevice(
  minutes: readonly number[],
  { requests, commands }: { requests: Float64Array; commands: Float64Array },
): number {
  let [installed, writtenAt, updates] = [0, Number.NEGATIVE_INFINITY, 0]
  const add = (counts: Float64Array, minute: number, amount: number) => {
    counts[minute] = (counts[minute] ?? 0) + amount
  }
  for (const minute of minutes) {
    const release = Math.floor((minute - RELEASE_MINUTE) / DAY_MINUTES) + 1
    const update = release > installed
    const write = update || minute - writtenAt >= MEASURED.stateHours * 60
    add(requests, minute, update ? MEASURED.updateRequests : 1)
    add(commands, minute, write ? MEASURED.stateCommands : MEASURED.unchangedCommands)
    if (write) writtenAt = minute
    if (update) updates++
    installed = Math.max(installed, release)
  }
  return updates
}

/** Each instance reads the list of revoked keys once a minute while it has requests. */
function addInstances(requests: Float64Array, commands: Float64Array): { minutes: number; cold: number } {
  let [minutes, cold, live, idle] = [0, 0, 0, 0]
  for (const [minute, count] of requests.entries()) {
    const needed = Math.ceil(count / 60 / ASSUMED.instanceRate)
    idle = needed === 0 ? idle + 1 : 0
    const next =
      needed > 0 ? Math.max(needed, Math.min(live, needed + 1)) : idle > ASSUMED.idleMinutes ? 0 : live
    cold += Math.max(0, next - live)
    live = next
    minutes += live
    commands[minute] = (commands[minute] ?? 0) + needed
  }
  return { minutes, cold }
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}
