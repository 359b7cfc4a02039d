/**
 * The surroundings of every function: settings, clock, fetch, store, log, and who may call. Nothing is opened at
 * import; each part is made when it is first asked for. Each function has its own file in this folder, so that a
 * function's bundle holds only what that function uses.
 */
import { randomUUID } from 'node:crypto'
import { createKeyUses, type KeyUses } from '../admin/key-uses.ts'
import type { Environment } from '../config/environment.ts'
import { type Config, readConfig, type StoreSettings } from '../config.ts'
import { AppError } from '../errors.ts'
import { createHandler, type HandlerParts } from '../http/handler.ts'
import type { Route } from '../http/router.ts'
import { createAuthenticator } from '../signatures/authenticator.ts'
import { watchDurability } from '../store/durability.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { deferStore } from './deferred-store.ts'

/** What comes from outside; a test or the local host gives its own. */
export interface Surroundings {
  readonly env: Environment
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds that only grow. */
  readonly clock: () => number
  readonly fetch: typeof fetch
  readonly log: (line: string) => void
  /** Opens the store that the settings name, unless a test gives another. */
  readonly openStore: (settings: StoreSettings) => Promise<Store>
}

export interface Core extends Surroundings {
  readonly config: Config
  /** The store; opened when it is first used. */
  store(): Store
  keyUses(): KeyUses
  readonly handlerParts: HandlerParts
}

/** The parts of a function over its surroundings. */
export function createCore(surroundings: Surroundings): Core {
  const { now, log } = surroundings
  const config = readConfig(surroundings.env)
  const note = (event: string, facts: object) => log(JSON.stringify({ event, ...facts }))
  const store = lazy(() =>
    watchDurability(
      deferStore(async () => surroundings.openStore(config.store())),
      { note },
    ),
  )
  const authenticator = lazy(() =>
    createAuthenticator({
      settings: config.signing(),
      store,
      now,
      note,
    }),
  )
  const keyUses = lazy(() => createKeyUses({ store, now }))
  const handlerParts: HandlerParts = {
    authenticator,
    clock: surroundings.clock,
    requestId: () => randomUUID(),
    log,
    mayWrite: () => refusePreview(config),
    onCaller: caller => (config.deployment === 'preview' ? Promise.resolve() : keyUses().note(caller)),
  }
  return { ...surroundings, config, store, keyUses, handlerParts }
}

/** A preview shares production's secrets: it reads, and writes nothing. */
function refusePreview(config: Config): void {
  if (config.deployment !== 'preview') return
  throw new AppError('not_in_preview', 'Cannot write: this is a preview deployment', {
    hint: 'call the production deployment',
  })
}

let provided: Partial<Surroundings> = {}

/** Gives the functions their surroundings where no serverless host does; call it before the first request. */
export function provideSurroundings(surroundings: Partial<Surroundings>): void {
  provided = surroundings
}

/** The core of this process. */
export const core = lazy(() =>
  createCore({
    // biome-ignore lint/style/noProcessEnv: a function's environment enters here
    env: process.env,
    now: Date.now,
    clock: () => performance.now(),
    fetch,
    // biome-ignore lint/suspicious/noConsole: the host collects what a function writes to its console
    log: line => console.log(line),
    openStore,
    ...provided,
  }),
)

/** A function as the host calls it: `routes` are asked for at the first request, `parts` where it has its own. */
export function endpoint(
  routes: (core: Core) => readonly Route[],
  parts: (core: Core) => HandlerParts = ({ handlerParts }) => handlerParts,
): { fetch(request: Request): Promise<Response> } {
  const handler = lazy(() => createHandler(routes(core()), parts(core())))
  return { fetch: request => handler()(request) }
}

/** The value of `make`, made once; a failure is tried again. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
