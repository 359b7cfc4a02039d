/** What the work on one request depends on: the service's own dependencies, its claims, and the bots. */
import { type Claims, createClaims } from '../claims/claims.ts'
import type { ChatDeps } from './deps.ts'
import { type Bots, openBots } from './remote/bots.ts'
import { madeChannelSchema, type SentMessage, sentSchema } from './schema.ts'

export interface RequestDeps extends ChatDeps {
  readonly messages: Claims<SentMessage>
  readonly channels: Claims<{ channel: string }>
  /** The bots; the platform is asked about them once a request. */
  bots(): Promise<Bots>
  /** Whether too little time is left to start another target: its work could outlive the function. */
  isLate(): boolean
}

/** The dependencies of a request that starts now. */
export function requestDeps(deps: ChatDeps): RequestDeps {
  const { store, mayStore, clock } = deps
  const deadline = clock() + deps.patience
  let opening: Promise<Bots> | undefined
  return {
    ...deps,
    messages: createClaims({
      store,
      kind: 'message',
      parseResult: stored => sentSchema.parse(stored),
      mayStore,
    }),
    channels: createClaims({
      store,
      kind: 'channel',
      parseResult: stored => madeChannelSchema.parse(stored),
      mayStore,
    }),
    bots() {
      opening ??= openBots(deadline, deps)
      return opening
    },
    isLate: () => clock() > deadline,
  }
}
