/** What the work on one request depends on: the service's own dependencies, its claims, and the bots. */
import { type ChatClaims, chatClaims } from './claims.ts'
import type { ChatDeps } from './deps.ts'
import { type Bots, openBots } from './remote/bots.ts'

export interface RequestDeps extends ChatDeps, ChatClaims {
  /** The bots; the platform is asked about them once a request. */
  bots(): Promise<Bots>
  /** Whether too little time is left to start another target: its work could outlive the function. */
  isLate(): boolean
}

/** The dependencies of a request that starts now. */
export function requestDeps(deps: ChatDeps): RequestDeps {
  const { clock } = deps
  const deadline = clock() + deps.timeBudget
  let opening: Promise<Bots> | undefined
  return {
    ...deps,
    ...chatClaims(deps),
    bots() {
      opening ??= openBots(deadline, deps)
      return opening
    },
    isLate: () => clock() > deadline,
  }
}
