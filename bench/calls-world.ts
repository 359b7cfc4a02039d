/**
 * The world of `npm run bench calls`: the built functions of one checkout in a process of their own; and in this
 * process a store that answers late and counts what it is asked, and the remotes. Each checkout has its own world.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { tokensOf } from '../lib/app/accounting-access.ts'
import { createCore } from '../lib/app/core.ts'
import { readConfig } from '../lib/core/config/config.ts'
import { authenticStore } from '../lib/core/signatures/authentic-store.ts'
import type { Store } from '../lib/core/store/store.ts'
import { openUpstashStore } from '../lib/core/store/upstash.ts'
import { createChatSandbox } from '../sandbox/chat/sandbox.ts'
import { type Listening, listen } from '../sandbox/listen.ts'
import { type RedisRestBridge, startRedisRestBridge } from '../test/helpers/redis/rest-bridge.ts'
import { openBooks } from './books.ts'
import type { Asked, Took } from './calls-process.ts'
import { openRedis } from './cold.ts'
import { fillDevices, signIn } from './pages.ts'

export const SECRET = Buffer.alloc(32, 7)
const RING = `1:${SECRET.toString('base64url')}`
export const HOST = 'https://kura.example'
export const CRON_SECRET = 'the-secret-of-the-bench'
/** Milliseconds after which the store answers. */
const FAR = 10
const DEVICES = 20
export const PEOPLE = 100

/** The load on the store: requests, commands, and bytes of the bodies in both directions. */
export interface Counts {
  readonly requests: number
  readonly commands: number
  readonly bytes: number
}

export interface World {
  readonly session: string
  readonly company: number
  readonly token: string
  call(asked: readonly Asked[]): Promise<Took & Counts>
  close(): Promise<void>
}

export async function startWorld(directory: string, releaseDir: string): Promise<World> {
  const bridge = await startRedisRestBridge(await openRedis())
  const near = openUpstashStore(bridge)
  await fillDevices(near, DEVICES)
  const session = await signIn(storeOfPeople(near, directory))
  const far = await startFarStore(bridge)
  const chat = await startChat()
  const books = await startBooks(near)
  const store = { UPSTASH_REDIS_REST_URL: far.url, UPSTASH_REDIS_REST_TOKEN: bridge.token }
  const child = fork(fileURLToPath(new URL('./calls-process.ts', import.meta.url)), [directory], {
    env: { ...settings(releaseDir), ...store, ...chat.env, ...books.env },
    // the functions write their log, as on the host, but it is not shown
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return {
    session,
    company: books.company,
    token: books.token,
    async call(asked) {
      const before = far.total()
      const took = await ask(child, asked)
      const after = far.total()
      const spent = (what: keyof Counts) => after[what] - before[what]
      return { ...took, requests: spent('requests'), commands: spent('commands'), bytes: spent('bytes') }
    },
    async close() {
      child.kill()
      await Promise.all([far.close(), chat.server.close(), books.server.close()])
      await bridge.close()
    },
  }
}

/** A store that writes people and sessions as the checkout does: an early checkout writes no MACs. */
function storeOfPeople(near: Store, directory: string): Store {
  const own = authenticStore(near, readConfig({ KURA_SEAL_KEYS: RING }).sealKeys)
  const hasMacs = existsSync(join(directory, 'lib/core/signatures/authentic-store.ts'))
  return hasMacs ? own : { ...near, ...(own.tokens && { tokens: own.tokens }) }
}

async function ask(child: ChildProcess, asked: readonly Asked[]): Promise<Took> {
  const answered = once(child, 'message')
  child.send(asked)
  return (await answered)[0]
}

function settings(releaseDir: string): Record<string, string> {
  return {
    VERCEL: '1',
    VERCEL_ENV: 'production',
    KURA_URL: HOST,
    KURA_SECRETS: RING,
    KURA_SEAL_KEYS: RING,
    KURA_RELEASE_DIR: releaseDir,
    CRON_SECRET,
    REGISTRAR_TOKEN: 'bench',
    REGISTRAR_TEAM_ID: 'bench',
  }
}

/** A chat platform with a bot and the people `person-0` and so on. */
async function startChat() {
  const sandbox = createChatSandbox({ now: Date.now })
  const guild = sandbox.world.guild('company')
  for (let number = 0; number < PEOPLE; number++) sandbox.world.person(`person-${number}`, { guild })
  const { token } = sandbox.world.bot('kura', { guild })
  const server = await listen(sandbox.fetch)
  const env = { CHAT_BOT_TOKENS: token, CHAT_GUILD_ID: guild.id, CHAT_BASE_URL: `${server.url}/api` }
  return { server, env }
}

/** The books, with a credential in the store and a confirmed first deal. */
async function startBooks(
  store: Store,
): Promise<{ server: Listening; env: Record<string, string>; company: number; token: string }> {
  const books = openBooks({ deals: 300 })
  const server = await listen(books.handler)
  const env = { ...books.env, ACCOUNTING_WRITES: 'on' }
  for (const name of ['BASE', 'TOKEN', 'AUTHORIZE'] as const) {
    const { pathname } = new URL(books.env[`ACCOUNTING_${name}_URL`])
    env[`ACCOUNTING_${name}_URL`] = server.url + (pathname === '/' ? '' : pathname)
  }
  const core = createCore({
    env: { KURA_SECRETS: RING, KURA_SEAL_KEYS: RING, ...env },
    now: Date.now,
    clock: () => performance.now(),
    fetch,
    log: () => undefined,
    openStore: async () => store,
  })
  await books.authorize(core)
  const token = await tokensOf(core, { name: 'bench' })().accessToken()
  const at = new Date().toISOString()
  const confirmed = { company: books.company, deal: 1, confirmedBy: 'Mei', key: 'bench', at }
  const value = JSON.stringify(confirmed)
  await store.swap(`accounting/first-deal/${books.company}`, undefined, { value, version: 'bench' })
  return { server, env, company: books.company, token }
}

/** Starts a server that passes each request on to the bridge, counts it, and answers after `FAR` milliseconds. */
async function startFarStore({ url, received }: RedisRestBridge) {
  let [requests, bytes] = [0, 0]
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const headers = { authorization: String(incoming.headers.authorization) }
    const [answer] = await Promise.all([
      fetch(url + (incoming.url ?? ''), { method: 'POST', headers, body }),
      delay(FAR),
    ])
    const text = await answer.text()
    requests += 1
    bytes += body.byteLength + Buffer.byteLength(text)
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    total: (): Counts => ({ requests, commands: received.length, bytes }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
