/** Sets up a chaos run: the store, the sandboxes, the built functions, a release. */
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { optionsOf } from '../../lib/app/accounting-access.ts'
import { createCore } from '../../lib/app/core.ts'
import { openStore } from '../../lib/core/store/open.ts'
import type { Store } from '../../lib/core/store/store.ts'
import { authorizeHere } from '../../lib/services/accounting/tokens/authorize/here.ts'
import { AUTHORIZE_PATH, createAccountingSandbox, TOKEN_PATH } from '../../sandbox/accounting/sandbox.ts'
import type { Permission } from '../../sandbox/accounting/state.ts'
import { fillDemo } from '../../sandbox/chat/demo.ts'
import { createChatSandbox } from '../../sandbox/chat/sandbox.ts'
import { listen } from '../../sandbox/listen.ts'
import { copyBuiltProject } from '../helpers/host/built-functions.ts'
import { createTestPublisher } from '../helpers/publishing/release.ts'
import { startRestBridge } from '../helpers/redis/rest-bridge.ts'
import { createSend, SECRET } from './caller.ts'
import { type ChaosHost, startChaosHost } from './host.ts'
import { startRedisPair } from './redis-pair.ts'
import { caseOf, type WorkDeps } from './work.ts'

export interface Run {
  readonly host: ChaosHost
  /** The store as a client sees it after the run. */
  readonly store: Store
  readonly deps: Omit<WorkDeps, 'random'>
  /** The number of bytes that each failover has lost. */
  readonly failovers: readonly number[]
  restarts(): number
  /** The log lines of the functions that report trouble. */
  readonly troubles: readonly string[]
  /** Returns the log lines of the functions that contain a case, a message or a request id. */
  linesOf(name: string): readonly string[]
  /** Returns the deals and messages that the remotes have. */
  remotes(): { deals: string[]; messages: string[] }
  failOver(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds by which the replica lags behind; fewer than a durable write waits for the replica. */
const [LEAST_LAG, MOST_LAG] = [5, 100]
/** Milliseconds; longer than an instance writes without `WAIT` after an unconfirmed `WAIT` (5,000). */
const STEADY = 6_000
/** The permissions of the application at the accounting service. */
const PERMISSIONS: readonly Permission[] = ['companies', 'users', 'account_items', 'taxes', 'deals']
const TROUBLE =
  /"event":"(?:activity_unstored|store_durability|device_state_unstored|token_unstored|key_uses)/

export async function startRun({
  directory,
  random,
}: {
  directory: string
  random: () => number
}): Promise<Run> {
  const closing: (() => Promise<unknown>)[] = []
  const lag = () => LEAST_LAG + random() * (MOST_LAG - LEAST_LAG)
  const redis = await startRedisPair({ directory, lag, steady: STEADY })
  closing.push(() => redis.close())
  const bridge = await startRestBridge(redis.connection, { close: async () => undefined })
  closing.push(() => bridge.close())
  const { books, chat, settings } = await startRemotes(closing)
  const publisher = await createTestPublisher({ now: Date.now() })
  const { release } = await publisher.publish({ 'a.md': '# a\n', 'b.md': '# b\n' })
  const project = await copyBuiltProject(publisher.releaseDir)
  closing.push(
    () => publisher.remove(),
    () => rm(project, { recursive: true, force: true }),
  )
  const environment = (url: string) => ({
    VERCEL: '1',
    VERCEL_ENV: 'production',
    KURA_URL: url,
    KURA_SECRETS: `1:${SECRET.toString('base64url')}`,
    KURA_SEAL_KEYS: `1:${Buffer.alloc(32, 9).toString('base64url')}`,
    CRON_SECRET: randomBytes(16).toString('hex'),
    UPSTASH_REDIS_REST_URL: bridge.url,
    UPSTASH_REDIS_REST_TOKEN: bridge.token,
    ...settings,
  })
  const troubles: string[] = []
  const lines: string[] = []
  const log = (line: string) => {
    lines.push(`${new Date().toISOString().slice(11, 23)} ${line}`)
    if (TROUBLE.test(line)) troubles.push(line)
  }
  const functions = join(directory, 'functions')
  await mkdir(functions)
  const host = await startChaosHost({ project, directory: functions, environment, random, log })
  closing.push(() => host.close())
  const store = await openStore({ kind: 'upstash', url: bridge.url, token: bridge.token })
  const company = books.state.companies[0]?.id ?? 0
  await prepareBooks({ env: environment(host.url), store, company })
  const before = new Set(books.state.companies.flatMap(({ deals }) => [...deals.keys()]))
  const failovers: number[] = []
  let restarts = 0
  return {
    host,
    store,
    deps: { send: createSend(host.url), company, channel: chat.channel, release },
    failovers,
    restarts: () => restarts,
    troubles,
    linesOf: name => lines.filter(line => line.includes(`"${name}"`)),
    remotes: () => ({
      deals: books.state.companies
        .flatMap(({ deals }) => [...deals])
        .filter(([id]) => !before.has(id))
        .map(([, { details }]) => caseOf(details[0]?.amount ?? 0)),
      messages: chat.texts(),
    }),
    async failOver() {
      const failover = await redis.failOver()
      if (failover) failovers.push(failover.lostBytes)
    },
    async restart() {
      await redis.restart()
      restarts += 1
    },
    async close() {
      for (const close of closing.reverse()) await close()
    },
  }
}

/** Starts the sandboxes of the accounting service and of the chat platform. */
async function startRemotes(closing: (() => Promise<unknown>)[]) {
  const books = createAccountingSandbox({ now: Date.now, permissions: PERMISSIONS })
  const booksServer = await listen(books.fetch)
  const { client_id, client_secret } = books.state.application
  const chat = createChatSandbox({ now: Date.now })
  const { settings } = fillDemo(chat)
  const chatServer = await listen(chat.fetch)
  closing.push(
    () => booksServer.close(),
    () => chatServer.close(),
  )
  const channel = settings.CHAT_NOTICES_CHANNEL_ID
  return {
    books,
    chat: { channel, texts: () => (chat.state.messages.get(channel) ?? []).map(({ content }) => content) },
    settings: {
      ...settings,
      CHAT_BASE_URL: `${chatServer.url}/api`,
      ACCOUNTING_CLIENT_ID: client_id,
      ACCOUNTING_CLIENT_SECRET: client_secret,
      ACCOUNTING_BASE_URL: booksServer.url,
      ACCOUNTING_TOKEN_URL: booksServer.url + TOKEN_PATH,
      ACCOUNTING_AUTHORIZE_URL: booksServer.url + AUTHORIZE_PATH,
      ACCOUNTING_WRITES: 'on',
    },
  }
}

/** Authorizes the books as a person does, and confirms the first deal of the company. */
async function prepareBooks({
  env,
  store,
  company,
}: {
  env: Readonly<Record<string, string>>
  store: Store
  company: number
}): Promise<void> {
  const deps = { now: Date.now, clock: () => performance.now(), fetch, log: () => undefined }
  const tokens = authorizeHere(
    optionsOf(createCore({ ...deps, env, openStore: async () => store }), { name: 'chaos' }),
  )
  const { url } = await tokens.begin()
  const page = await (await fetch(url)).text()
  await tokens.finish(/<code>([^<]+)<\/code>/.exec(page)?.[1] ?? '')
  const confirmed = { company, deal: 1, confirmedBy: 'mei', key: 'mei', at: '2026-06-01T00:00:00Z' }
  await store.swap(`accounting/first-deal/${company}`, undefined, {
    value: JSON.stringify(confirmed),
    version: 'chaos',
  })
}
