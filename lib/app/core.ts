/** An import of this file opens nothing. The first call creates `core`, and the first use opens the store. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ANSWERING, FUNCTION_LIFE } from '../core/claims/lease.ts'
import { type Config, readConfig, type StoreSettings } from '../core/config/config.ts'
import { notInPreview } from '../core/config/deployment.ts'
import type { Environment } from '../core/config/environment.ts'
import { AppError, messageOf } from '../core/errors.ts'
import { afterAnswer } from '../core/http/after-answer.ts'
import type { Endpoint } from '../core/http/contract.ts'
import { createHandler, type HandlerDeps } from '../core/http/handler.ts'
import type { Route } from '../core/http/router.ts'
import { createAuthenticator } from '../core/signatures/authenticator.ts'
import { ownTokens } from '../core/signatures/own-tokens.ts'
import { watchDurability } from '../core/store/durability.ts'
import { openStore } from '../core/store/open.ts'
import type { Store, TokenMaker } from '../core/store/store.ts'
import { keepMade } from '../core/work/keep-made.ts'
import type { Witness } from '../services/activity/contract-schemas.ts'
import type { ActivityDeps, ActivityRecord } from '../services/activity/record.ts'
import { createKeyUses, type KeyUses } from '../services/admin/key-uses.ts'
import { type AlertByOutlet, alertingStore } from './outlet/store-outage.ts'

/** What a function gets from its process. A test or the local host passes its own. */
export interface CoreDeps {
  readonly env: Environment
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds from a clock that never goes back. */
  readonly clock: () => number
  readonly fetch: typeof fetch
  readonly log: (line: string) => void
  readonly openStore: (settings: StoreSettings) => Promise<Store>
  /** Waits; by default with the timer of the process. */
  readonly sleep?: (milliseconds: number) => Promise<void>
}

export interface Core extends Required<CoreDeps> {
  readonly config: Config
  store(): Store
  keyUses(): KeyUses
  activity(): ActivityRecord
  /** The end of the activity log as this instance last read it, in a read of other records. */
  readonly seenLog: { end?: Witness }
  readonly handlerDeps: HandlerDeps
}

export function createCore(deps: CoreDeps): Core {
  const { now, log } = deps
  const config = readConfig(deps.env)
  const note = (event: string, facts: object) => log(JSON.stringify({ event, ...facts }))
  noteHosting(config, note)
  const store = lazy(() => {
    const opened = deferStore(async () => {
      const { authenticStore } = await import('../core/signatures/authentic-store.ts')
      return authenticStore(await deps.openStore(config.store()), config.sealKeys)
    }, ownTokens(config.sealKeys))
    const watched = config.deployment === 'preview' ? opened : alertingStore(opened, { now, note, alerts })
    return watchDurability(watched, { note })
  })
  const authenticator = lazy(() =>
    createAuthenticator({
      settings: config.signing(),
      store,
      now,
      note,
      mayApprove: () => refuseSignedApproval(config),
    }),
  )
  const seenLog: Core['seenLog'] = {}
  const keyUses = lazy(() => createKeyUses({ store, now }))
  const activity = lazy(() => deferActivity({ store, now, note }))
  const handlerDeps: HandlerDeps = {
    authenticator,
    clock: deps.clock,
    waits: FUNCTION_LIFE - ANSWERING,
    requestId: () => randomUUID(),
    log,
    running: [config.running.version, config.running.region].filter(Boolean).join(' in '),
    mayWrite: route => refuseWrites(route, config),
    onCaller: caller => {
      const noted = config.deployment === 'preview' ? undefined : keyUses().note(caller)
      return noted && afterAnswer(noted)
    },
    onWitness: async (text, { keyid }) => {
      const { witnessFor } = await import('./witness.ts')
      return witnessFor(text, keyid, { config, store, note, known: seenLog.end })
    },
    beforeWrite: () => void activity().prepare(),
    onWrite: write => activity().recordWrite(write),
  }
  const core = {
    sleep: (milliseconds: number) => delay(milliseconds),
    ...deps,
    config,
    store,
    keyUses,
    activity,
    seenLog,
    handlerDeps,
  }
  /** The code of an alert loads only if the store does not answer. */
  async function alerts(name: string): Promise<readonly AlertByOutlet[]> {
    const { alertsOfStore } = await import('./outlet/alert.ts')
    return alertsOfStore(name, core)
  }
  return core
}

/** Opens the store at its first use, so other functions load no client. If `open` fails, the next use tries again. */
function deferStore(open: () => Promise<Store>, tokens: TokenMaker): Store {
  let opening: Promise<Store> | undefined
  const opened = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    tokens,
    read: async key => (await opened()).read(key),
    readMany: async keys => (await opened()).readMany(keys),
    swap: async (key, expected, next) => (await opened()).swap(key, expected, next),
    remove: async (key, expected) => (await opened()).remove(key, expected),
    keys: async (prefix, page) => (await opened()).keys(prefix, page),
    close: async () => (await opening)?.close(),
  }
}

/** The code of the activity log loads at the first use, because a refused caller does not need it. */
function deferActivity(deps: ActivityDeps): ActivityRecord {
  const log = keepMade(async () =>
    (await import('../services/activity/record.ts')).createActivityRecord(deps),
  )
  return {
    append: async act => (await log()).append(act),
    prepare: async () => (await log()).prepare(),
    page: async request => (await log()).page(request),
    record: async act => (await log()).record(act),
    recordWrite: async write => (await log()).recordWrite(write),
  }
}

function noteHosting({ hosting }: Config, note: (event: string, facts: object) => void): void {
  try {
    hosting()
  } catch (error) {
    note('preview', { because: messageOf(error) })
  }
}

/** Nothing may write while acts are paused, nor in a preview, because a preview shares production's secrets. */
function refuseWrites({ whilePaused }: Pick<Route, 'whilePaused'>, config: Config): void {
  if (!whilePaused && config.paused())
    throw new AppError('paused', 'Cannot write: KURA_PAUSED stops all acts', {
      hint: 'unset KURA_PAUSED when acts may go on, and deploy again',
    })
  if (config.deployment === 'preview') throw notInPreview('write')
}

/** Refuses a signed approval under KURA_APPROVALS=passkey, because only the console authenticates approvals then. */
function refuseSignedApproval(config: Pick<Config, 'approvesByPasskey' | 'url'>): void {
  if (!config.approvesByPasskey()) return
  throw new AppError('approval_needed', 'Cannot approve with a key: KURA_APPROVALS is "passkey"', {
    hint: `approve it with a passkey: open ${new URL('/console', config.url()).href}`,
  })
}

let provided: Partial<CoreDeps> = {}

/** Sets the deps of a process that no serverless host runs. Call this before the first request. */
export function provideDeps(deps: Partial<CoreDeps>): void {
  provided = deps
}

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

interface Served {
  readonly methods: readonly Endpoint['method'][]
  readonly open?: readonly string[]
}

/**
 * Returns a function in the form in which the host calls it. `open` lists the public endpoints as `GET /path`. `routes`
 * loads the contract and the code once the first caller has been authenticated.
 */
export function endpoint(
  { methods, open = [] }: Served,
  routes: (core: Core) => Promise<readonly Route[]>,
  deps: (core: Core) => HandlerDeps = ({ handlerDeps }) => handlerDeps,
): { fetch(request: Request): Promise<Response> } {
  const handler = lazy(() => createHandler({ methods, open, load: () => routes(core()) }, deps(core())))
  return { fetch: request => handler()(request) }
}

/** Keeps the value of the first call, even a promise that rejects. If `make` throws, the next call tries again. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
