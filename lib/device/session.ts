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
  readonly silent: boolean
  /** The device's time in milliseconds since the epoch. */
  readonly now: () => number
  readonly signal: AbortSignal | undefined
  readonly own: OwnProgram
  readonly node: string
  /** The stored state when the run began; undefined on a new device. */
  readonly state: State | undefined
  trusted: Trusted
  /** The SHA-256 of each file that this run has written or hashed, by stamp and exact stamp. */
  readonly stamps: Map<string, string>
  /** Warnings for a person; the run continues after them. */
  readonly warnings: string[]
}
