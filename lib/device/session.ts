/** The state of one run of sync: the directory, the host, and the documents that are trusted so far. */

import type { Credentials } from '../core/release/schema.ts'
import type { ReportProgress } from '../core/work/progress.ts'
import type { Disk } from './disk/disk.ts'
import type { Fetcher } from './fetch/fetcher.ts'
import type { OwnProgram } from './install/self-update.ts'
import type { State } from './trust/state-file.ts'
import type { Trusted } from './trust/trusted-state.ts'

export interface Session {
  readonly disk: Disk
  readonly credentials: Credentials
  readonly fetcher: Fetcher
  readonly progress: ReportProgress
  /** Whether the run reports nothing to the host. */
  readonly silent: boolean
  /** Milliseconds since the epoch, by the device's clock. */
  readonly now: () => number
  readonly signal: AbortSignal | undefined
  readonly own: OwnProgram
  /** The version of Node that runs the program. */
  readonly node: string
  /** The state that was stored when the run began; undefined on a new device. */
  readonly state: State | undefined
  trusted: Trusted
  /** The SHA-256 of each file that this run has written or hashed, by its stamp and its exact stamp. */
  readonly stamps: Map<string, string>
  /** Warnings for a person; the run continues. */
  readonly warnings: string[]
}
