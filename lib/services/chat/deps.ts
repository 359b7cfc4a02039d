import type { ChatSettings } from '../../core/config/chat.ts'
import type { RemoteCall } from '../../core/http/trace.ts'
import type { Locale } from '../../core/language/language.ts'
import type { Store } from '../../core/store/store.ts'
import { recallingStore } from '../../core/store/upstash/recall.ts'
import { type ChatClaims, chatClaims } from './acts/claims.ts'
import { type Bots, openBots } from './remote/bots.ts'

export interface ChatDeps {
  readonly settings: ChatSettings
  readonly store: Store
  readonly mayStore: boolean
  /** The address for the header User-Agent. */
  readonly home: string
  /** The people's locale; a function, because few requests need it. @throws AppError `settings_invalid` */
  readonly locale: () => Locale
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  /** The milliseconds of a clock that never goes back. */
  readonly clock: () => number
  readonly fetch: typeof fetch
  readonly sleep: (milliseconds: number) => Promise<void>
  /** A random number in [0, 1). */
  readonly random: () => number
  readonly newId: () => string
  /** The milliseconds after which the service stops waiting, and sends to no further target. */
  readonly timeBudget: number
  /** The time on `clock` at which the function got the request; by default, when these dependencies are created. */
  readonly started?: number | undefined
  /** The time on `clock` at which every read of the platform ends. */
  readonly waitUntil?: number | undefined
  readonly observe?: ((call: RemoteCall) => void) | undefined
  /** Logs facts, which must not contain a message's text or a person's name. */
  readonly note: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

export interface RequestDeps extends ChatDeps, ChatClaims {
  /** Returns the bots, about which the platform is queried once in a request. */
  bots(): Promise<Bots>
  /** Whether too little time is left for another target, so that the work could outlive the function. */
  isLate(): boolean
}

export function requestDeps(deps: ChatDeps): RequestDeps {
  const { clock, started = clock() } = deps
  const store = recallingStore(deps.store, deps)
  const deadline = started + deps.timeBudget
  let opening: Promise<Bots> | undefined
  return {
    ...deps,
    store,
    ...chatClaims({ store }),
    bots() {
      opening ??= openBots(deadline, { ...deps, store })
      return opening
    },
    isLate: () => clock() > deadline,
  }
}
