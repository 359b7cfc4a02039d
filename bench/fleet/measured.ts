/**
 * The measured cost of one exchange. `test/bench/fleet.test.ts` runs real devices against the real function and fails
 * if the cost differs from these values by more than a fifth. The payload is that of `npm run bench sync`: 200 files,
 * 10.5 MB.
 */
export const MEASURED = {
  /** Bytes both ways, with headers: the device has the current release (304). */
  unchangedBytes: 740,
  /** Bytes of a sync that installs a release in which one file of 2 kB is new, with the device's report. */
  updateBytes: 3_480,
  /** The requests of such a sync: the one for the release, and the report. */
  updateRequests: 2,
  /** Store commands of an exchange that changes nothing, in an instance that knows the device. */
  unchangedCommands: 0,
  /** The same in an instance that does not know the device: a read of the device's state. */
  unknownCommands: 1,
  /** Store commands that write a device's state: a read and a swap. */
  stateCommands: 2,
  /** The interval in hours at which an unchanged device writes its state. */
  stateHours: 12,
} as const

/** Figures that cannot be measured here. */
export const ASSUMED = {
  /** Milliseconds of CPU that the host counts for a request, its own runtime included. */
  cpuMilliseconds: 3,
  /** Milliseconds of CPU of a cold start. */
  coldMilliseconds: 200,
  /** How many requests an instance answers in a second. */
  instanceRate: 100,
  /** Minutes that an instance without requests lives. */
  idleMinutes: 5,
  /** Gigabytes of an instance. */
  instanceMemory: 2,
} as const
