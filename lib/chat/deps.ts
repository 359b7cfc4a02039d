/** The surroundings of the chat service, passed in. */
import type { ChatSettings } from '../config/chat.ts'
import type { RemoteCall } from '../http/trace.ts'
import type { Store } from '../store/store.ts'

export interface ChatParts {
  readonly settings: ChatSettings
  readonly store: Store
  /** Whether this deployment may write to the store. */
  readonly mayStore: boolean
  /** The address that the platform sees in the user agent. */
  readonly home: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds that only grow. */
  readonly clock: () => number
  readonly fetch: typeof fetch
  readonly sleep: (milliseconds: number) => Promise<void>
  /** In [0, 1). */
  readonly random: () => number
  /** A name that nothing else has. */
  readonly newId: () => string
  /** Milliseconds after which nothing more is waited for, and no other target is begun. */
  readonly patience: number
  readonly observe?: ((call: RemoteCall) => void) | undefined
  /** A line of the log; no text of a message and no name of a person is in one. */
  readonly note: (event: string, facts: Readonly<Record<string, unknown>>) => void
}
