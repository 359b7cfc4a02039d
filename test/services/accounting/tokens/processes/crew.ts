/** Processes that share one credential, with its store and its service. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openEmbeddedStore } from '../../../../../lib/core/store/embedded.ts'
import type { Store } from '../../../../../lib/core/store/store.ts'
import { openUpstashStore } from '../../../../../lib/core/store/upstash.ts'
import { authorizeHere } from '../../../../../lib/services/accounting/tokens/authorize/here.ts'
import { createFileJournal } from '../../../../../lib/services/accounting/tokens/storing/journal.ts'
import { createTokens, type TokensOptions } from '../../../../../lib/services/accounting/tokens/tokens.ts'
import {
  type AccountingSandbox,
  AUTHORIZE_PATH,
  createAccountingSandbox,
  TOKEN_PATH,
} from '../../../../../sandbox/accounting/sandbox.ts'
import { listen } from '../../../../../sandbox/listen.ts'
import { startRedisRestBridge } from '../../../../helpers/redis/rest-bridge.ts'
import { startJsRedis } from '../../../../helpers/redis/servers.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'
import { authorize, LIFETIME, SEAL_KEYS } from '../world.ts'
import type { Order, Report, Round, Shared } from './worker.ts'

export const PROCESSES = 5
export const CALLERS = 10
const LEASE = 65_000
const MARGIN = 120_000
const WORKER = join(import.meta.dirname, 'worker.ts')

/** A process; when it dies, another one is started in its place. */
export interface Member {
  /** Sends an order and returns its report; the results are `killed` if the process died meanwhile. */
  order(order: Order): Promise<Report>
  /** Resolves when the process dies; `replaced` resolves when the next one is ready. */
  death(): Promise<{ replaced: Promise<unknown> }>
  close(): void
}

/** Starts a process and waits until it listens. */
export async function startMember(): Promise<Member> {
  let answer = Promise.withResolvers<Report>()
  let death = Promise.withResolvers<{ replaced: Promise<unknown> }>()
  let closing = false
  let child = start()
  await answer.promise
  return {
    order(order) {
      if (order.do !== 'jump') answer = Promise.withResolvers()
      const given = answer.promise
      child.send(order)
      return order.do === 'jump' ? Promise.resolve([]) : given
    },
    death: () => death.promise,
    close() {
      closing = true
      child.kill('SIGKILL')
    },
  }

  function start(): ChildProcess {
    const started = fork(WORKER)
    started.on('message', report => answer.resolve(report as Report))
    started.once('exit', () => void (closing || replace()))
    return started
  }

  function replace(): void {
    answer.resolve(['killed'])
    answer = Promise.withResolvers()
    child = start()
    death.resolve({ replaced: answer.promise })
    death = Promise.withResolvers()
  }
}

export type StoreKind = 'embedded' | 'upstash'

/** Opens one store for the processes and the test. */
async function openShared(kind: StoreKind, directory: string) {
  if (kind === 'embedded') {
    const file = join(directory, 'store.db')
    return { settings: { kind, file } as const, store: openEmbeddedStore(file) }
  }
  const bridge = await startRedisRestBridge(await startJsRedis())
  onTestFinished(() => bridge.close())
  const { url, token } = bridge
  return { settings: { kind, url, token } as const, store: openUpstashStore(bridge) }
}

/** The settings of an application that the sandbox at `url` knows. */
function settingsOf(sandbox: AccountingSandbox, url: string): Shared['settings'] {
  const { client_id: clientId, client_secret: clientSecret } = sandbox.state.application
  return {
    clientId,
    clientSecret,
    tokenUrl: url + TOKEN_PATH,
    authorizeUrl: url + AUTHORIZE_PATH,
    redirectUri: 'urn:ietf:wg:oauth:2.0:oob',
  }
}

export type Crew = Awaited<ReturnType<typeof assemble>>

/** Makes a store, a service and an authorization, and gives every member their settings. */
export async function assemble(
  members: readonly Member[],
  kind: StoreKind,
  { disk = true }: { disk?: boolean } = {},
) {
  const directory = await temporaryDirectory()
  const { settings: place, store } = await openShared(kind, directory)
  let offset = 0
  const sandbox = createAccountingSandbox({ now: () => Date.now() + offset })
  const served = await listen(sandbox.fetch)
  onTestFinished(() => served.close())
  onTestFinished(() => store.close())
  const settings = settingsOf(sandbox, served.url)
  const journal = join(directory, 'answers')
  const shared: Shared = {
    store: place,
    settings,
    sealKey: SEAL_KEYS[0]?.secret.toString('base64url') ?? '',
    journal: disk ? journal : undefined,
    api: served.url,
  }
  /** The test's own access to the credential, at the test's time. */
  const options: TokensOptions = {
    store: ahead(store, () => offset),
    sealKeys: SEAL_KEYS,
    settings,
    fetch,
    clock: () => performance.now() + offset,
    deployment: 'production',
    journal: createFileJournal(journal),
    instance: 'test',
  }
  const tokens = { ...createTokens(options), ...authorizeHere(options) }
  const open = (member: Member) => member.order({ do: 'open', ...shared })
  await authorize(tokens)
  await Promise.all(members.map(open))
  return {
    counts: sandbox.oauth.counts,
    sandbox,
    tokens,
    directory,
    journal,
    pass(milliseconds: number) {
      offset += milliseconds
    },
    /** Moves the time close to the token's expiry, or past it. */
    expire(how: 'inside the margin' | 'past the expiry') {
      offset += how === 'past the expiry' ? LIFETIME : LIFETIME - MARGIN / 2
    },
    /** All members call at once. If one is to die, its lease lapses and another process takes its place. */
    async round(options: Partial<Round> & { skewOf?: (member: number) => number } = {}): Promise<Report> {
      const { skewOf = () => 0, ...given } = options
      const order = (index: number): Order => ({
        ...QUIET,
        ...given,
        do: 'round',
        offset,
        skew: skewOf(index),
      })
      const orders = members.map((member, index) => member.order(order(index)))
      if (given.deadly) await replaceDead()
      return (await Promise.all(orders)).flat()
    },
  }

  async function replaceDead(): Promise<void> {
    const deaths = members.map(async member => ({ member, ...(await member.death()) }))
    const dead = await Promise.race(deaths)
    offset += LEASE
    const living = members.filter(member => member !== dead.member)
    await Promise.all(living.map(member => member.order({ do: 'jump', milliseconds: LEASE })))
    await dead.replaced
    await open(dead.member)
  }
}

const QUIET = { callers: CALLERS, asking: CALLERS }

/** A store whose time is `offset` ahead. */
function ahead(store: Store, offset: () => number): Store {
  const shift = async <A extends { now: number }>(answer: Promise<A>): Promise<A> => {
    const given = await answer
    return { ...given, now: given.now + offset() }
  }
  return {
    read: key => shift(store.read(key)),
    readMany: keys => shift(store.readMany(keys)),
    swap: (key, expected, next) => shift(store.swap(key, expected, next)),
    remove: (key, expected) => shift(store.remove(key, expected)),
    keys: (prefix, page) => shift(store.keys(prefix, page)),
    close: () => store.close(),
  }
}
