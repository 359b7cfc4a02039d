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
  /** For the header User-Agent. */
  readonly home: string
  /** Of the company's people; a function, because few requests need it. @throws AppError `settings_invalid` */
  readonly locale: () => Locale
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly fetch: typeof fetch
  readonly sleep: (milliseconds: number) => Promise<void>
  /** A random number in [0, 1). */
  readonly random: () => number
  readonly newId: () => string
  /** Milliseconds after which the service stops waiting, and sends to no further target. */
  readonly timeBudget: number
  /** On `clock`, when the function got the request; by default, when these dependencies are created. */
  readonly started?: number | undefined
  /** On `clock`, when every read of the platform ends. */
  readonly waitUntil?: number | undefined
  readonly observe?: ((call: RemoteCall) => void) | undefined
  /** The facts must not contain a message's text or a person's name. */
  readonly note: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

export interface RequestDeps extends ChatDeps, ChatClaims {
  /** The platform is queried about them once per request. */
  bots(): Promise<Bots>
  /** Too little time is left for another target: the work could outlive the function. */
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
