/** `app` passes these dependencies in, because the console may import nothing of `app`. */
import type { Config } from '../core/config/config.ts'
import type { Contract, Endpoint } from '../core/http/contract.ts'
import type { HandlerDeps } from '../core/http/handler.ts'
import type { Route, RouteMatch } from '../core/http/router.ts'
import type { Store } from '../core/store/store.ts'
import type { ActivityRecord } from '../services/activity/record.ts'

/** The core of the pages that need no session. */
export interface EntranceCore {
  readonly config: Config
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds from a clock that never goes back. */
  readonly clock: () => number
  readonly log: (line: string) => void
  readonly store: () => Store
  readonly activity: () => ActivityRecord
  readonly handlerDeps: HandlerDeps
  /** Sends the notices about people now, instead of at the next run. */
  readonly notifyPeople: () => Promise<void>
}

export interface ConsoleCore extends EntranceCore {
  readonly functions: InnerFunctions
}

export interface Served extends Pick<Endpoint, 'method' | 'path'> {
  readonly row: Endpoint
  readonly functionName: string
}

export interface InnerFunctions {
  /** @throws AppError `not_found`, `method_not_allowed` */
  readonly find: (method: string, path: string) => RouteMatch<Served>
  /** For each function, by its name, loads its routes. They write their texts in the language of `config`. */
  readonly routes: Readonly<Record<string, (config: Config) => Promise<readonly Route[]>>>
}

export interface ServedContract {
  readonly contract: Contract
  readonly functionName: string
}
